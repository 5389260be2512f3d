import type { Role } from '../../contract/clause.js';
import type { ClauseResult, Results } from '../../contract/results.js';
import { sectionTitles } from '../../contract/section-titles.js';
import { plainText } from '../plain-text.js';
import { VERDICT_LABELS, VERDICT_ORDER } from '../verdict-words.js';
import { markup, type Html } from './html.js';
import { renderMark } from './marks.js';
import { VERDICT_SENTENCES } from './render-clauses.js';

const ROLES: Readonly<Record<Role, string>> = { service: 'Service', both: 'Service and client', client: 'Client' };

/** The document as a map: its sections down, who is bound across, a mark for each clause. */
export function renderSections({ clauses }: Results): Html {
  const roles = (Object.keys(ROLES) as Role[]).filter((role) => clauses.some((clause) => clause.role === role));
  const sections = [...new Set(clauses.map(({ section }) => section))].sort(bySection);
  return markup`<section id="sections"><h2>By section of the document</h2>
<p class="soft">Each mark is a clause, in the column of those whom it binds; it leads there. Arrow keys move from mark to mark.</p>
<table class="map"><thead><tr><th scope="col">Section</th>${roles.map((role) => markup`<th scope="col">${ROLES[role]}</th>`)}</tr></thead>
<tbody>${sections.map((section) => renderRow(section, roles, clauses))}</tbody></table>
<p class="pointed needs-script" aria-hidden="true">Point at a mark to read its clause.</p>
<dl class="legend">${VERDICT_ORDER.filter((verdict) => clauses.some((clause) => clause.verdict === verdict)).map(
    (verdict) =>
      markup`<div><dt>${renderMark(verdict)} ${VERDICT_LABELS[verdict]}</dt><dd>${VERDICT_SENTENCES[verdict]}</dd></div>`,
  )}</dl></section>`;
}

function renderRow(section: string, roles: readonly Role[], clauses: readonly ClauseResult[]): Html {
  const own = clauses.filter((clause) => clause.section === section);
  const title = sectionTitles().get(section) ?? '';
  const cells = roles.map((role) => {
    const marks = own.filter((clause) => clause.role === role).map(renderClauseMark);
    return markup`<td data-role="${ROLES[role]}">${marks}</td>`;
  });
  return markup`<tr><th scope="row"><a href="#section=${section}"><span class="number">${section}</span> ${title}</a></th>${cells}</tr>
`;
}

function renderClauseMark({ id, sentence, verdict }: ClauseResult): Html {
  return markup`<a class="spot ${verdict}" href="#${id}" title="${id} ${VERDICT_LABELS[verdict]}: ${plainText(sentence)}">${renderMark(verdict)}</a>`;
}

/** `2.10` after `2.9`. */
function bySection(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
