import { Html, markup } from '../src/report/html/html.js';
import { LONGEST_NAME, type MatrixLayout } from './matrix-layout.js';
import { marksOf, type Mark } from './matrix-marks.js';
import type { Proof, ProvenSubject } from './proof.js';

/** In pixels: a row is as high as its name is legible. */
const ROW = 15;
const MARK_WIDTH = 5;

/** Each mark has a shape of its own, so that colour is never alone. */
const SHAPES: Readonly<Record<Mark, string>> = {
  own: 'M0 1h5v9H0z',
  also: 'M0 4h5v3H0z',
  wrong: 'M-2 1l1-1 3.500 4 3.500-4 1 1-3.500 4.500 3.500 4.500-1 1-3.500-4-3.500 4-1-1 3.500-4.500z',
  missed: 'M-1 0h7v11h-7zm2 2v7h3v-7z',
  open: 'M1 4h3v3H1z',
};

/** A mark for the legend. */
export function drawMark(mark: Mark): Html {
  return new Html(
    `<svg class="mark ${mark}" viewBox="-3 -1 11 13" width="11" height="13" aria-hidden="true"><path d="${SHAPES[mark]}"/></svg>`,
  );
}

interface Band {
  readonly area: string;
  /** The first column, and how many there are. */
  readonly from: number;
  readonly count: number;
}

/** Areas with the columns that they take, in the order of the catalogue. */
function bandsOf(clauses: Proof['clauses']): readonly Band[] {
  const areas = [...new Set(clauses.map(({ area }) => area))];
  return areas.map((area) => {
    const count = clauses.filter((clause) => clause.area === area).length;
    return { area, from: clauses.findIndex((clause) => clause.area === area), count };
  });
}

/** What the columns are, over them. */
export function drawHead({ clauses, named, namesWidth, columnWidth, headHeight, width }: MatrixLayout): Html {
  const texts = named
    ? clauses.map(({ id }, column) => ({ text: id, middle: column + 0.5 }))
    : bandsOf(clauses).map(({ area, from, count }) => ({ text: area.replaceAll('-', ' '), middle: from + count / 2 }));
  const labels = texts.map(
    ({ text, middle }) =>
      markup`<text transform="translate(${namesWidth + middle * columnWidth + 3} ${headHeight - 8}) rotate(-50)">${text}</text>`,
  );
  return markup`<svg class="head" width="${width}" height="${headHeight}" aria-hidden="true">${labels}</svg>`;
}

/** One group of rows as a picture: services down, clauses across. */
export function drawRows(layout: MatrixLayout, subjects: readonly ProvenSubject[]): Html {
  const { clauses, namesWidth, columnWidth, width } = layout;
  const height = subjects.length * ROW;
  const bands = bandsOf(clauses).map(({ from, count }, index) =>
    index % 2 === 0
      ? markup`<rect class="band" x="${namesWidth + from * columnWidth}" width="${count * columnWidth}" height="${height}"/>`
      : '',
  );
  const rows = subjects.map((subject, row) => drawRow(subject, row, layout));
  return markup`<svg class="rows" data-names="${namesWidth}" data-column="${columnWidth}" data-row="${ROW}" width="${width}"
 height="${height}" role="img" aria-label="${subjects.length} services by ${clauses.length} clauses; the table below says the same in words"
>${bands}<rect class="cross across" width="${width}" height="${ROW}" y="-99"/><rect class="cross down" width="${columnWidth}" height="${height}" x="-99"/>${rows}</svg>`;
}

function drawRow(subject: ProvenSubject, row: number, { clauses, namesWidth, columnWidth }: MatrixLayout): Html {
  const middle = Math.floor((columnWidth - MARK_WIDTH) / 2);
  const marks = marksOf(subject).flatMap(({ clause, mark }) => {
    const column = clauses.findIndex(({ id }) => id === clause);
    if (column < 0) return [];
    const x = namesWidth + column * columnWidth + middle;
    return new Html(`<path class="${mark}" transform="translate(${x} 2)" d="${SHAPES[mark]}"/>`);
  });
  const name = subject.id.length > LONGEST_NAME ? `${subject.id.slice(0, LONGEST_NAME - 1)}…` : subject.id;
  return markup`<g data-id="${subject.id}" transform="translate(0 ${row * ROW})"><text x="${namesWidth - 8}" y="11">${name}</text>${marks}</g>`;
}
