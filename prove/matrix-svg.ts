import { Html, markup } from '../src/report/html.js';
import type { Proof, ProvenSubject } from './proof.js';

/** In pixels: a row is as high as its name is legible, a column as narrow as its mark can be told from the next. */
const ROW = 15;
const COLUMN = 6;
const NAMES = 280;

/** What a cell shows. Each has a shape of its own, so that colour is never alone. */
export type Mark = 'own' | 'also' | 'wrong' | 'missed' | 'open';

const SHAPES: Readonly<Record<Mark, string>> = {
  own: 'M0 1h5v9H0z',
  also: 'M0 4h5v3H0z',
  wrong: 'M-2 1l1-1 3.500 4 3.500-4 1 1-3.500 4.500 3.500 4.500-1 1-3.500-4-3.500 4-1-1 3.500-4.500z',
  missed: 'M-1 0h7v11h-7zm2 2v7h3v-7z',
  open: 'M1 4h3v3H1z',
};

/** Words for the legend and the tooltips. */
export const MARK_WORDS: Readonly<Record<Mark, string>> = {
  own: 'the clause that the fault breaks, found',
  also: 'a clause that the same behaviour breaks, found',
  wrong: 'found broken, and is not',
  missed: 'the clause that the fault breaks, not found',
  open: 'could not be put to the test with this service',
};

/** A mark for the legend. */
export function drawMark(mark: Mark): Html {
  return new Html(
    `<svg class="mark ${mark}" viewBox="-3 -1 11 13" width="11" height="13" aria-hidden="true"><path d="${SHAPES[mark]}"/></svg>`,
  );
}

/** The cells of a row that are not a plain pass. */
export function marksOf(subject: ProvenSubject): { readonly clause: string; readonly mark: Mark }[] {
  const marks = subject.clauses.flatMap(({ clause, verdict }) => {
    const mark = markOf(subject, clause, verdict);
    return mark === null ? [] : [{ clause, mark }];
  });
  const isMissed = subject.clause !== null && !marks.some(({ mark }) => mark === 'own');
  return isMissed ? [...marks, { clause: subject.clause, mark: 'missed' }] : marks;
}

function markOf({ clause: own, also }: ProvenSubject, clause: string, verdict: string): Mark | null {
  if (verdict === 'fail' || verdict === 'warn')
    return clause === own ? 'own' : also.includes(clause) ? 'also' : 'wrong';
  return verdict === 'unverified' && own === null ? 'open' : null;
}

/** Areas with the columns that they take, in the order of the catalogue. */
function bandsOf({ clauses }: Proof): { readonly area: string; readonly from: number; readonly count: number }[] {
  const bands: { area: string; from: number; count: number }[] = [];
  clauses.forEach(({ area }, from) => {
    const last = bands.at(-1);
    if (last?.area === area) last.count += 1;
    else bands.push({ area, from, count: 1 });
  });
  return bands;
}

/** The names of the areas over their columns. */
export function drawHead(proof: Proof): Html {
  const labels = bandsOf(proof).map(
    ({ area, from, count }) =>
      markup`<text transform="translate(${NAMES + (from + count / 2) * COLUMN + 3} 88) rotate(-50)">${area.replaceAll('-', ' ')}</text>`,
  );
  return markup`<svg class="head" width="${widthOf(proof)}" height="96" aria-hidden="true">${labels}</svg>`;
}

/** One group of rows as a picture: services down, clauses across. */
export function drawRows(proof: Proof, subjects: readonly ProvenSubject[]): Html {
  const height = subjects.length * ROW;
  const columns = new Map(proof.clauses.map(({ id }, column) => [id, column]));
  const bands = bandsOf(proof).map(({ from, count }, index) =>
    index % 2 === 0
      ? markup`<rect class="band" x="${NAMES + from * COLUMN}" width="${count * COLUMN}" height="${height}"/>`
      : '',
  );
  const rows = subjects.map((subject, row) => drawRow(subject, row, columns));
  return markup`<svg class="rows" data-names="${NAMES}" data-column="${COLUMN}" data-row="${ROW}" width="${widthOf(proof)}"
 height="${height}" role="img" aria-label="${subjects.length} services by ${proof.clauses.length} clauses; the table below says the same in words"
>${bands}<rect class="cross across" width="${widthOf(proof)}" height="${ROW}" y="-99"/><rect class="cross down" width="${COLUMN}" height="${height}" x="-99"/>${rows}</svg>`;
}

function drawRow(subject: ProvenSubject, row: number, columns: ReadonlyMap<string, number>): Html {
  const marks = marksOf(subject).flatMap(({ clause, mark }) => {
    const column = columns.get(clause);
    if (column === undefined) return [];
    return new Html(`<path class="${mark}" transform="translate(${NAMES + column * COLUMN} 2)" d="${SHAPES[mark]}"/>`);
  });
  const name = subject.id.length > 42 ? `${subject.id.slice(0, 41)}…` : subject.id;
  return markup`<g data-id="${subject.id}" transform="translate(0 ${row * ROW})"><text x="${NAMES - 8}" y="11">${name}</text>${marks}</g>`;
}

function widthOf({ clauses }: Proof): number {
  return NAMES + clauses.length * COLUMN + 60;
}
