import { ORDER_TYPES, SIDES } from '../../contract/order.js';
import { markup, type Html } from '../html/html.js';
import { SWITCH_STATES } from '../facts/coverage-facts.js';
import type { CoverageCell, CoverageFacts, RunFacts, SwitchState } from '../facts/run-facts.js';
import { at, drawing, key, percent, words } from './drawing.js';
import { renderEmpty, renderFigure, renderTable } from './figure.js';
import { grouped, several } from './in-words.js';

const ID = 'picture-coverage';
const TITLE = 'What was modified: type, side and conditions';
const ROW = 18;
/** Gaps between columns of one take-profit and stop-loss, and between those of one take-profit, as shares of a column. */
const GAP = 0.35;
const WIDE_GAP = 0.9;
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
      key(cellMark('accepted', 14), 'accepted'),
      key(cellMark('both', 14), 'accepted and refused'),
      key(cellMark('refused', 14), 'refused only'),
      ...(coverage.cells.some((cell) => contentOf(cell) === 'unclear')
        ? [key(cellMark('unclear', 14), 'no clear answer')]
        : []),
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
  return `${several(placed, 'modify body', 'modify bodies')} in ${cells.length} of ${all} combinations; ${accepted} were accepted at least once. A refusal may have any cause, such as a value that was wrong on purpose.${other}`;
}

const COLUMNS: readonly Column[] = columns();

function columns(): Column[] {
  const count = SWITCH_STATES.length;
  const whole = count ** 3 + count * (count - 1) * GAP + (count - 1) * WIDE_GAP;
  return SWITCH_STATES.flatMap((takeProfit, outer) =>
    SWITCH_STATES.flatMap((stopLoss, middle) =>
      SWITCH_STATES.map((trailing, inner) => {
        const gaps = outer * ((count - 1) * GAP + WIDE_GAP) + middle * GAP;
        const from = (outer * count ** 2 + middle * count + inner + gaps) / whole;
        return { takeProfit, stopLoss, trailing, from, width: 1 / whole };
      }),
    ),
  );
}

function renderHead(): Html {
  const middleOf = (own: readonly Column[]): number => {
    const [first, last] = [own[0], own.at(-1)];
    return first === undefined || last === undefined ? 0 : (first.from + last.from + last.width) / 2;
  };
  const takeProfit = SWITCH_STATES.map((state) => {
    const own = COLUMNS.filter((column) => column.takeProfit === state);
    return words('pic-label', middleOf(own), 12, NAMES[state]);
  });
  const stopLoss = SWITCH_STATES.flatMap((outer) =>
    SWITCH_STATES.map((state) => {
      const own = COLUMNS.filter((column) => column.takeProfit === outer && column.stopLoss === state);
      return words('pic-label', middleOf(own), 12, NAMES[state]);
    }),
  );
  const trailing = COLUMNS.map((column) =>
    words('pic-label', column.from + column.width / 2, 12, NAMES[column.trailing]),
  );
  return markup`<span class="pic-name">take-profit</span>${drawing('pic-head', 16, takeProfit)}<span class="pic-name">stop-loss</span>${drawing('pic-head', 16, stopLoss)}<span class="pic-name pic-wide">trailing</span>${drawing('pic-head pic-wide', 16, trailing)}`;
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
  const other = unclear > 0 ? `, ${unclear} without a clear answer` : '';
  const label = `${orderTypeCd} ${sideCd}, take-profit ${takeProfit}, stop-loss ${stopLoss}, trailing ${trailing}: ${accepted} accepted, ${refused} refused${other}`;
  const content = contentOf(cell);
  const ground =
    content === 'accepted' || content === 'both'
      ? markup`<rect class="pic-cell" x="${percent(column.from)}" width="${percent(column.width)}" y="1" height="${ROW - 2}" rx="2"/>`
      : false;
  const over = content === 'accepted' ? false : at(middle, ROW / 2, OVER[content]);
  return markup`<g><title>${label}</title>${ground}${over}</g>`;
}

const NOTHING = markup`<circle class="pic-nothing" r="1.3"/>`;
const OVER: Readonly<Record<Exclude<Content, 'accepted'>, Html>> = {
  both: markup`<path class="pic-notch" d="M-2.8-2.8L2.8 2.8M2.8-2.8L-2.8 2.8"/>`,
  refused: markup`<path class="pic-only" d="M-2.8-2.8L2.8 2.8M2.8-2.8L-2.8 2.8"/>`,
  unclear: markup`<path class="pic-unclear" d="M0-3.5L3.5 0L0 3.5L-3.5 0z"/>`,
};

function cellMark(content: Content, size: number): Html {
  const ground = markup`<rect class="pic-cell" x="${-size / 2}" y="${-size / 2}" width="${size}" height="${size}" rx="2"/>`;
  if (content === 'accepted') return ground;
  return content === 'both' ? markup`${ground}${OVER.both}` : OVER[content];
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
      return [`${type} ${side}`, count('accepted'), count('both'), count('refused'), count('unclear'), notSent];
    }),
  );
  const head = ['combinations of', 'accepted', 'accepted and refused', 'refused only', 'no clear answer', 'not sent'];
  return renderTable(head, rows, [1, 2, 3, 4, 5]);
}
