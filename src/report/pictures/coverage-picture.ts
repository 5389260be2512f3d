import { ORDER_TYPES, SIDES } from '../../contract/order.js';
import { markup, type Html } from '../html/html.js';
import { SWITCH_STATES } from '../facts/coverage-facts.js';
import type { CoverageCell, CoverageFacts, RunFacts, SwitchState } from '../facts/run-facts.js';
import { at, bar, drawing, key, percent, words } from './drawing.js';
import { renderEmpty, renderFigure, renderTable } from './figure.js';
import { grouped, several } from './in-words.js';

const ID = 'picture-coverage';
const TITLE = 'What was modified: type, side and conditions';
const ROW = 18;
/** Gaps between columns of one take-profit and stop-loss, and between those of one take-profit, as shares of a column. */
const GAP = 0.35;
const WIDE_GAP = 0.9;
/** What is left free between two columns. */
const APART = 0.14;
const NAMES: Readonly<Record<SwitchState, string>> = { absent: '–', Y: 'Y', N: 'N' };

type Content = 'accepted' | 'both' | 'refused' | 'unclear';

interface Column {
  readonly takeProfit: SwitchState;
  readonly stopLoss: SwitchState;
  readonly trailing: SwitchState;
  /** From 0 to 1. */
  readonly from: number;
  readonly width: number;
}

/** Every combination of type, side and switches, and what came of the modify bodies that had it. */
export function renderCoverage({ coverage }: RunFacts): Html {
  const { placed, elsewhere } = coverage;
  if (placed === 0)
    return renderEmpty(
      ID,
      TITLE,
      elsewhere === 0 ? 'No modify was sent.' : 'No modify was sent whose body has known codes.',
    );
  return renderFigure({
    id: ID,
    title: TITLE,
    says: whatIsShown(coverage),
    keys: [
      key(cellKey('accepted'), 'accepted'),
      key(cellKey('both'), 'accepted and refused'),
      key(cellKey('refused'), 'refused only'),
      ...(coverage.cells.some((cell) => contentOf(cell) === 'unclear')
        ? [key(cellKey('unclear'), 'no clear answer')]
        : []),
      ...(coverage.cells.some(isWrong) ? [key(WRONG, 'accepted or refused that should not have been')] : []),
      key(NOTHING, 'not sent'),
    ],
    body: markup`<div class="pic-rows pic-coverage">${renderHead()}${ORDER_TYPES.map((type) => renderType(type, coverage))}</div>
<p class="pic-axis-name">Each switch: – not in the body, Y on, N off. The three columns of each stop-loss are trailing –, Y and N.</p>`,
    table: tableOf(coverage),
  });
}

function whatIsShown({ placed, elsewhere, cells }: CoverageFacts): string {
  const accepted = cells.filter((cell) => cell.accepted > 0).length;
  const all = ORDER_TYPES.length * SIDES.length * SWITCH_STATES.length ** 3;
  const other =
    elsewhere === 0 ? '' : ` ${several(elsewhere, 'body has', 'bodies have')} other codes or none, and no place here.`;
  const wrong = cells.filter(isWrong).length;
  const marked =
    wrong === 0
      ? ''
      : ` ${several(wrong, 'combination')} ${wrong === 1 ? 'has' : 'have'} one that was answered wrongly.`;
  return `${several(placed, 'modify body', 'modify bodies')} in ${cells.length} of ${all} combinations; ${accepted} were accepted at least once. A refusal may have any other cause, such as a wrong value.${marked}${other}`;
}

const COLUMNS: readonly Column[] = columns();

function columns(): Column[] {
  const count = SWITCH_STATES.length;
  const whole = count ** 3 + count * (count - 1) * GAP + (count - 1) * WIDE_GAP - APART;
  return SWITCH_STATES.flatMap((takeProfit, outer) =>
    SWITCH_STATES.flatMap((stopLoss, middle) =>
      SWITCH_STATES.map((trailing, inner) => {
        const gaps = outer * ((count - 1) * GAP + WIDE_GAP) + middle * GAP;
        const from = (outer * count ** 2 + middle * count + inner + gaps) / whole;
        return { takeProfit, stopLoss, trailing, from, width: (1 - APART) / whole };
      }),
    ),
  );
}

/** The switches of the columns, each over a line that spans its columns. */
function renderHead(): Html {
  const over = (state: SwitchState, own: readonly Column[]): Html => {
    const [first, last] = [own[0], own.at(-1)];
    if (first === undefined || last === undefined) return markup``;
    const [from, to] = [first.from, last.from + last.width];
    const line = markup`<line class="pic-tick" x1="${percent(from)}" x2="${percent(to)}" y1="17.5" y2="17.5"/>`;
    return markup`${words('pic-label', (from + to) / 2, 13, NAMES[state])}${own.length > 1 && line}`;
  };
  const takeProfit = SWITCH_STATES.map((state) => {
    return over(
      state,
      COLUMNS.filter((column) => column.takeProfit === state),
    );
  });
  const stopLoss = SWITCH_STATES.flatMap((outer) =>
    SWITCH_STATES.map((state) => {
      return over(
        state,
        COLUMNS.filter((column) => column.takeProfit === outer && column.stopLoss === state),
      );
    }),
  );
  const trailing = COLUMNS.map((column) => over(column.trailing, [column]));
  return markup`<span class="pic-name">take-profit</span>${drawing('pic-head', 20, takeProfit)}<span class="pic-name">stop-loss</span>${drawing('pic-head', 20, stopLoss)}<span class="pic-name pic-wide">trailing</span>${drawing('pic-head pic-wide', 16, trailing)}`;
}

function renderType(orderTypeCd: string, { cells }: CoverageFacts): Html {
  const rows = SIDES.map((sideCd) => {
    const own = cells.filter((cell) => cell.orderTypeCd === orderTypeCd && cell.sideCd === sideCd);
    return markup`<span class="pic-name">${sideCd.replaceAll('_', ' ')}</span>${drawing(
      'pic-cells',
      ROW,
      COLUMNS.map((column) => renderCell(column, own)),
    )}`;
  });
  return markup`<span class="pic-type">${orderTypeCd}</span><span></span>${rows}`;
}

function renderCell(column: Column, cells: readonly CoverageCell[]): Html {
  const cell = cells.find(
    ({ takeProfit, stopLoss, trailing }) =>
      takeProfit === column.takeProfit && stopLoss === column.stopLoss && trailing === column.trailing,
  );
  const middle = column.from + column.width / 2;
  if (cell === undefined) return at(middle, ROW / 2, NOTHING);
  const { orderTypeCd, sideCd, takeProfit, stopLoss, trailing, accepted, refused, unclear } = cell;
  const { wronglyAccepted, wronglyRefused } = cell;
  const other = unclear > 0 ? `, ${grouped(unclear)} without a clear answer` : '';
  const label = `${orderTypeCd} ${sideCd}, take-profit ${takeProfit}, stop-loss ${stopLoss}, trailing ${trailing}: ${grouped(accepted)} accepted, ${grouped(refused)} refused${other}`;
  const wrong = [
    ...(wronglyAccepted > 0 ? [`${grouped(wronglyAccepted)} accepted that should have been refused`] : []),
    ...(wronglyRefused > 0 ? [`${grouped(wronglyRefused)} refused that should have been accepted`] : []),
  ];
  return markup`<g><title>${[label, ...wrong].join('; ')}</title>${drawCell(contentOf(cell), column.from, column.width)}${isWrong(cell) && at(middle, ROW / 2, WRONG)}</g>`;
}

/** A cross on a disc, over whatever is in the cell. */
const WRONG = markup`<g class="pic-cross"><circle class="pic-wrong" r="6.5"/><path class="pic-fail" d="M-3-3L3 3M3-3L-3 3"/></g>`;

function isWrong({ wronglyAccepted, wronglyRefused }: CoverageCell): boolean {
  return wronglyAccepted + wronglyRefused > 0;
}

const NOTHING = markup`<circle class="pic-nothing" r="1.3"/>`;

/** A refusal is a dash, an acceptance a block; where both were seen, the dash is cut out of the block. */
function drawCell(content: Content, from: number, width: number): Html {
  const isAccepted = content === 'accepted' || content === 'both';
  const inset = content === 'both' ? width * 0.18 : 0;
  const dash = content === 'both' ? 'pic-slit' : content === 'refused' ? 'pic-only' : 'pic-open';
  return markup`${isAccepted && bar('pic-cell', from, from + width, 1, ROW - 2)}${content !== 'accepted' && bar(dash, from + inset, from + width - inset, ROW / 2 - 2, 4)}`;
}

/** The same beside the words that explain it. */
function cellKey(content: Content): Html {
  return markup`<svg x="-8" y="${-ROW / 2}" width="16" height="${ROW}">${drawCell(content, 0, 1)}</svg>`;
}

function contentOf({ accepted, refused }: CoverageCell): Content {
  if (accepted > 0) return refused > 0 ? 'both' : 'accepted';
  return refused > 0 ? 'refused' : 'unclear';
}

function tableOf({ cells }: CoverageFacts): Html {
  const rows = ORDER_TYPES.flatMap((type) =>
    SIDES.map((side) => {
      const own = cells.filter(({ orderTypeCd, sideCd }) => orderTypeCd === type && sideCd === side);
      const count = (...contents: readonly Content[]): string =>
        grouped(own.filter((cell) => contents.includes(contentOf(cell))).length);
      const notSent = grouped(SWITCH_STATES.length ** 3 - own.length);
      const sum = (count: (cell: CoverageCell) => number): string =>
        grouped(own.reduce((all, cell) => all + count(cell), 0));
      const wrongly = [sum((cell) => cell.wronglyAccepted), sum((cell) => cell.wronglyRefused)];
      return [
        `${type} ${side}`,
        count('accepted'),
        count('both'),
        count('refused'),
        count('unclear'),
        notSent,
        ...wrongly,
      ];
    }),
  );
  const combinations = ['accepted', 'accepted and refused', 'refused only', 'no clear answer', 'not sent'];
  const head = ['combinations of', ...combinations, 'bodies wrongly accepted', 'bodies wrongly refused'];
  return renderTable(head, rows, [1, 2, 3, 4, 5, 6, 7]);
}
