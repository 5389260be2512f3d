import { markup, type Html } from '../html/html.js';

/** What a picture consists of. */
export interface Figure {
  /** Unique in the page, and its permalink. */
  readonly id: string;
  readonly title: string;
  /** What it shows, in a sentence or two. */
  readonly says: Html | string;
  readonly body: Html;
  /** Marks and what they mean: items of a list. */
  readonly keys?: readonly Html[];
  /** The same for those who do not see it, or want figures. */
  readonly table?: Html;
}

/** A picture with its title, what it shows, its key and its table. */
export function renderFigure({ id, title, says, body, keys = [], table }: Figure): Html {
  return markup`<figure class="picture" id="${id}" aria-labelledby="${id}-title">
<figcaption><h3 id="${id}-title">${title}</h3><p>${says}</p></figcaption>
${keys.length > 0 && markup`<ul class="pic-keys">${keys}</ul>`}
${body}
${table !== undefined && markup`<details class="pic-table"><summary>As a table</summary><div class="pic-scroll" role="group" aria-label="${title}, as a table" tabindex="0">${table}</div></details>`}
</figure>
`;
}

/** A picture of which there is nothing to draw, and why. */
export function renderEmpty(id: string, title: string, why: string): Html {
  return markup`<figure class="picture pic-none" id="${id}" aria-labelledby="${id}-title"><figcaption><h3 id="${id}-title">${title}</h3><p>${why}</p></figcaption></figure>
`;
}

/** A table of texts. The first column names the row; `numeric` columns are set to the right. */
export function renderTable(
  head: readonly string[],
  rows: readonly (readonly (Html | string)[])[],
  numeric: readonly number[] = [],
): Html {
  const cell = (content: Html | string, column: number): Html => {
    const align = numeric.includes(column) && markup` class="pic-number"`;
    return column === 0 ? markup`<th scope="row"${align}>${content}</th>` : markup`<td${align}>${content}</td>`;
  };
  const heads = head.map((name, column) => {
    return markup`<th scope="col"${numeric.includes(column) && markup` class="pic-number"`}>${name}</th>`;
  });
  return markup`<table><thead><tr>${heads}</tr></thead><tbody>${rows.map((row) => markup`<tr>${row.map(cell)}</tr>`)}</tbody></table>`;
}
