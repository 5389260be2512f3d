import { gzipSync } from 'node:zlib';
import { roomsOf, nextPrice } from '../arbitraries/price-room.js';
import { orderWith } from '../arbitraries/structures.js';
import {
  ORDER_TYPES,
  PRICES_OF,
  SIDES,
  STOCK_GROUPS,
  type Instrument,
  type Order,
  type OrderRequest,
} from '../contract/order.js';
import type { Results } from '../contract/results.js';
import type { Alteration } from '../mock/behaviour.js';
import { LEGAL_TWINS } from '../mock/legal/legal-twins.js';
import * as does from './behaviours.js';
import type { Props } from './behaviours.js';

/** What the client is asked to do, before the order is known. */
export type Errand =
  | { readonly kind: 'list'; readonly stockGroupCd: string; readonly stockCd?: string }
  | { readonly kind: 'modify'; readonly order: OrderRequest; readonly change: Change };

/** Makes the members to change. */
type Change = (order: Order, instrument: Instrument | null) => Readonly<Record<string, unknown>>;

/** One situation in which a client is watched. */
export interface Scenario {
  /** Kebab-case; part of the base URL under `--listen`. */
  readonly name: string;
  /** One sentence on what the service does. */
  readonly does: string;
  readonly errand: Errand;
  /** The clause that is broken where something else is declared than a careful client would. */
  readonly clause: string;
  /** The walk cannot be completed, so that a list is not what came of it. */
  readonly isHopeless?: true;
  /** Instruments on a page; default 10. */
  readonly pageSize?: number;
  /** How the service differs from the reference service; default not at all. */
  readonly alterations?: (props: Props) => readonly Alteration[];
  /** Not every client meets what it is about: one that does not ask for gzip, or does not try again. */
  readonly isOptional?: true;
  /** Differs from another one in its values only. */
  readonly isRepeating?: true;
}

const twin =
  (name: string) =>
  ({ reached }: Props): readonly Alteration[] => {
    reached();
    return LEGAL_TWINS.filter((one) => one.name === name);
  };
const by =
  (...made: readonly ((props: Props) => Alteration)[]) =>
  (props: Props) =>
    made.map((make) => make(props));

const EVERYTHING: Errand = { kind: 'list', stockGroupCd: 'ALL' };
const PLAIN_ORDER = orderWith('LIMIT', 'BUY');
const FULL_ORDER = { takeProfit: true, stopLoss: true, trailing: true };

/** Moves each price that the order's type has by one point. */
const movePrices: Change = (order, instrument) => {
  const rooms = roomsOf(order, { band: 0.02, instrument });
  const needed = PRICES_OF[order.orderTypeCd];
  return {
    ...(needed.barrierPrice && rooms.barrierPrice && { barrierPrice: nextPrice(rooms.barrierPrice) }),
    ...(needed.orderPrice && rooms.orderPrice && { orderPrice: nextPrice(rooms.orderPrice) }),
  };
};

const moveTakeProfit: Change = (order, instrument) => {
  const { profitRealizationBarrierPrice: room } = roomsOf(order, { band: 0.02, instrument });
  return { profitRealizationYn: 'Y', profitRealizationBarrierPrice: room === undefined ? 0 : nextPrice(room) };
};

const moveStopLoss: Change = (order, instrument) => {
  const { lossCutBarrierPrice: room } = roomsOf(order, { band: 0.02, instrument });
  return { lossCutYn: 'Y', lossCutBarrierPrice: room === undefined ? 0 : nextPrice(room) };
};

const MODIFY: Errand = { kind: 'modify', order: PLAIN_ORDER, change: movePrices };

/** The plain ones, before and after each scenario of their kind. */
export const PLAIN: Readonly<Record<Errand['kind'], Scenario>> = {
  list: {
    name: 'plain-walk',
    does: 'Answers as the document says, in pages of ten.',
    errand: EVERYTHING,
    clause: 'CLI-035',
  },
  modify: {
    name: 'plain-modify',
    does: 'Answers as the document says.',
    errand: MODIFY,
    clause: 'CLI-031',
  },
};

const PAGE_SIZES = [1, 2, 1_000] as const;

/** Walks of every group, in pages of one, of two, and all on one page. */
const GROUPS: readonly Scenario[] = STOCK_GROUPS.flatMap((stockGroupCd, row) =>
  PAGE_SIZES.map((pageSize, column): Scenario => {
    const size = pageSize > 100 ? 'all' : String(pageSize);
    return {
      name: `walk-${stockGroupCd.toLowerCase()}-${size}`,
      does: `Has ${size === 'all' ? 'everything on one page' : `pages of ${size}`}.`,
      errand: { kind: 'list', stockGroupCd },
      clause: 'CLI-035',
      pageSize,
      ...(row % PAGE_SIZES.length !== column && { isRepeating: true }),
    };
  }),
);

function walk(name: string, what: string, alterations: Scenario['alterations'], clause = 'CLI-035'): Scenario {
  return { name, does: what, errand: EVERYTHING, clause, ...(alterations && { alterations }) };
}

const KEYS: readonly Scenario[] = [
  walk('odd-keys', 'Gives long keys with spaces, reserved characters and letters beyond ASCII.', twin('odd-keys')),
  walk('keys-of-2-kb', 'Gives keys of two thousand characters.', by(keysLike('k'.repeat(2_000)))),
  walk('keys-like-numbers', 'Gives keys that look like numbers.', by(keysLike('0010'))),
  walk('keys-with-plus', 'Gives keys with + / and =, as base64 has.', by(keysLike('a+b/c=='))),
  walk('keys-with-percent', 'Gives keys with %2B and &, which are no encoding.', by(keysLike('%2B&x=1#%'))),
  walk('keys-with-spaces', 'Gives keys that begin and end with a space.', by(keysLike(' key '))),
  walk('keys-beyond-ascii', 'Gives keys with letters beyond ASCII.', by(keysLike('키é\u{1F511}'))),
  walk('keys-for-one-use', 'Takes each nextKey once.', twin('keys-for-one-use')),
];

/** Keys that begin with this text, or are wrapped in it where it begins and ends alike. */
function keysLike(text: string): (props: Props) => Alteration {
  const [before, after] = [text.trimEnd(), text.slice(text.trimEnd().length)];
  return ({ reached }) => ({
    name: 'keys like',
    does: '',
    apply: () => ({
      keyOf: (_, position) => {
        reached();
        return `${before}${position}${after}`;
      },
      readKey: (_, key) => {
        if (!key.startsWith(before) || !key.endsWith(after)) return null;
        const digits = key.slice(before.length, key.length - after.length);
        return /^\d+$/.test(digits) ? Number(digits) : null;
      },
    }),
  });
}

const PAGES: readonly Scenario[] = [
  walk('pages-of-any-size', 'Has pages of one, seven, two and three instruments in turn.', by(does.pagesOfAnySize)),
  walk('empty-page-in-between', 'Has a page without instruments, whose key leads on.', by(does.emptyPageInBetween)),
  walk('empty-last-page', 'Has a last page without instruments.', twin('empty-last-page')),
  walk('last-page-without-key', 'Gives no nextKey on the last page.', by(does.lastKey(undefined))),
  walk('last-page-with-null', 'Gives null for the nextKey of the last page.', by(does.lastKey(null))),
  walk('last-page-with-its-key', 'Gives on the last page the nextKey that led to it.', twin('last-key-again')),
  walk('last-page-with-a-key', 'Gives on the last page a nextKey that leads nowhere.', twin('last-key-to-nothing')),
  {
    ...walk('one-instrument', 'Is asked for one instrument.', undefined),
    errand: { kind: 'list', stockGroupCd: 'ALL', stockCd: 'EUR/USD' },
  },
];

/** Each in a walk, and in a modify. */
function both(
  name: string,
  what: string,
  alterations: NonNullable<Scenario['alterations']>,
  clause: string,
): Scenario[] {
  return [
    walk(`${name}-in-a-walk`, what, alterations, clause),
    { name: `${name}-in-a-modify`, does: what, errand: MODIFY, clause, alterations },
  ];
}

const SPELLINGS: readonly Scenario[] = [
  ...both('other-order', 'Has the members in reverse, with white space.', twin('other-order-and-space'), 'CLI-037'),
  ...both('more-members', 'Has members that the document does not name.', twin('more-members'), 'CLI-037'),
  ...both('numbers-spelled', 'Spells numbers with decimals or an exponent.', twin('numbers-with-decimals'), 'CLI-037'),
  ...both('strings-escaped', 'Escapes characters of strings and names.', twin('escaped-strings'), 'CLI-037'),
  ...both('other-marker', 'Marks a success with the status OK and the code 0.', twin('other-marker'), 'CLI-037'),
  ...both('charset-named', 'Names a charset in Content-Type.', twin('charset-named'), 'CLI-038'),
  ...both('headers-in-odd-case', 'Spells names of headers in odd case.', twin('odd-spelling-of-headers'), 'CLI-038'),
  ...both('chunked-and-closed', 'Sends no Content-Length and closes the connection.', twin('chunked'), 'CLI-038'),
  ...both('closed', 'Closes the connection after each answer.', by(does.closing), 'CLI-038'),
  ...both('byte-by-byte', 'Sends an answer byte by byte.', by(does.byteByByte), 'CLI-038'),
  ...both(
    'compressed-as-asked',
    'Compresses an answer for whoever takes gzip.',
    by(does.compressingWhereAsked(gzipSync)),
    'CLI-038',
  ).map((scenario): Scenario => ({ ...scenario, isOptional: true })),
];

/** Every type and side, with the prices that the type has; a MARKET order has none, and changes its take-profit. */
const KINDS: readonly Scenario[] = ORDER_TYPES.flatMap((type, row) =>
  SIDES.map((side, column): Scenario => {
    const isMarket = type === 'MARKET';
    return {
      name: `modify-${type}-${side}`.toLowerCase().replaceAll('_', '-'),
      does: 'Answers as the document says.',
      errand: {
        kind: 'modify',
        order: orderWith(type, side, { takeProfit: isMarket }),
        change: isMarket ? moveTakeProfit : movePrices,
      },
      clause: 'CLI-031',
      ...(row !== column && { isRepeating: true }),
    };
  }),
);

/** Each change of the conditions, on orders of all types and sides in turn. */
const CHANGES: readonly (readonly [name: string, change: Change])[] = [
  ['take-profit', moveTakeProfit],
  ['take-profit-price', without(moveTakeProfit, 'profitRealizationYn')],
  ['take-profit-off', () => ({ profitRealizationYn: 'N' })],
  ['stop-loss', moveStopLoss],
  ['stop-loss-price', without(moveStopLoss, 'lossCutYn')],
  ['stop-loss-off', () => ({ lossCutYn: 'N', lossTrackingYn: 'N' })],
  ['trailing-on', () => ({ lossTrackingYn: 'Y' })],
  ['trailing-off', () => ({ lossTrackingYn: 'N' })],
  ['both-and-prices', (...of) => ({ ...movePrices(...of), ...moveTakeProfit(...of), ...moveStopLoss(...of) })],
  ['prices-alone', movePrices],
];

function without(change: Change, member: string): Change {
  return (...of) => Object.fromEntries(Object.entries(change(...of)).filter(([name]) => name !== member));
}

const CONDITIONS: readonly Scenario[] = CHANGES.map(([name, change], index): Scenario => {
  const type = ORDER_TYPES.filter((one) => one !== 'MARKET')[index % 3] ?? 'LIMIT';
  return {
    name: `change-${name}`,
    does: 'Answers as the document says, for an order with take-profit, stop-loss and trailing stop.',
    errand: { kind: 'modify', order: orderWith(type, SIDES[index % SIDES.length] ?? 'BUY', FULL_ORDER), change },
    clause: 'CLI-031',
  };
});

/** Orders that have one of the conditions: the other one cannot be added. */
const ALONE: readonly Scenario[] = [
  changing('change-take-profit-alone', 'take-profit', orderWith('LIMIT', 'SELL', { takeProfit: true }), moveTakeProfit),
  changing('change-stop-loss-alone', 'stop-loss', orderWith('STOP', 'BUY', { stopLoss: true }), moveStopLoss),
];

function changing(name: string, what: string, order: OrderRequest, change: Change): Scenario {
  return {
    name,
    does: `Answers as the document says, for an order with a ${what} and nothing else.`,
    errand: { kind: 'modify', order, change },
    clause: 'CLI-031',
  };
}

const REFUSAL_BODIES: readonly (readonly [name: string, type: string, body: string])[] = [
  ['text', 'text/plain', 'no'],
  ['html', 'text/html', '<html><h1>Bad Request</h1></html>'],
  ['an-envelope', 'application/json', '{"status":"ERROR","code":40030,"message":"no such order"}'],
  ['a-problem', 'application/problem+json', '{"type":"about:blank","title":"Bad Request","status":400}'],
  ['a-list', 'application/json', '[{"field":"orderNo","error":"unknown"}]'],
  ['the-body-of-a-success', 'application/json', '{"status":"SUCCESS","code":200,"data":{"success":true}}'],
];

function modifying(name: string, what: string, alterations: Scenario['alterations'], clause: string): Scenario {
  return { name, does: what, errand: MODIFY, clause, ...(alterations && { alterations }) };
}

const REFUSALS: readonly Scenario[] = [
  {
    ...modifying(
      'busy-at-first',
      'Answers the first modify with status 503 after three seconds, and carries out the next.',
      by(does.busyAtFirst(3_000)),
      'CLI-041',
    ),
    isOptional: true,
  },
  modifying(
    'refused-with-nothing',
    'Refuses with status 400 and an empty body.',
    by(does.refusingWithNothing),
    'CLI-033',
  ),
  ...REFUSAL_BODIES.map(([name, type, body]) =>
    modifying(
      `refused-with-${name}`,
      `Refuses with status 400 and ${name.replaceAll('-', ' ')}.`,
      by(does.refusing(type, body)),
      'CLI-033',
    ),
  ),
  modifying('refused-with-200', 'Answers with status 200 and data.success false.', by(does.withoutSuccess), 'CLI-032'),
  {
    ...walk(
      'refused-on-the-way',
      'Refuses the second page with status 400.',
      by(does.refusingLaterPages(400)),
      'CLI-036',
    ),
    isHopeless: true,
  },
  {
    ...walk(
      'token-expired-on-the-way',
      'Refuses the second page with status 401.',
      by(does.refusingLaterPages(401)),
      'CLI-036',
    ),
    isHopeless: true,
  },
];

const NO_ENVELOPES: readonly (readonly [name: string, what: string, type: string, body: string])[] = [
  ['html-with-200', 'a page of HTML', 'text/html', '<html><h1>Maintenance</h1></html>'],
  ['nothing-with-200', 'an empty body', 'application/json', ''],
  ['null-with-200', 'null', 'application/json', 'null'],
  ['no-data', 'no data', 'application/json', '{"status":"SUCCESS","code":200}'],
  [
    'success-as-text',
    'texts for what is a boolean or a list',
    'application/json',
    '{"status":"SUCCESS","code":200,"data":{"success":"false","hasNext":"false","nextKey":"","details":"none"}}',
  ],
];

const LONGER_THAN_ANYONE_WAITS_MS = 3_600_000;

const HOSTILE: readonly Scenario[] = [
  ...NO_ENVELOPES.flatMap(([name, what, type, body]): Scenario[] => [
    modifying(
      `${name}-for-a-modify`,
      `Answers with status 200 and ${what}.`,
      by(does.answeringWith('modifyOrder', type, body)),
      'CLI-034',
    ),
    {
      ...walk(
        `${name}-for-a-walk`,
        `Answers with status 200 and ${what}.`,
        by(does.answeringWith('listOrderableStocks', type, body)),
        'CLI-034',
      ),
      isHopeless: true,
    },
  ]),
  modifying(
    'cut-off-for-a-modify',
    'Answers with the first half of the JSON.',
    by(does.cutting('modifyOrder')),
    'CLI-034',
  ),
  {
    ...walk(
      'cut-off-for-a-walk',
      'Answers with the first half of the JSON.',
      by(does.cutting('listOrderableStocks')),
      'CLI-034',
    ),
    isHopeless: true,
  },
  {
    ...walk(
      'same-page-for-ever',
      'Gives the same page with the same key for ever.',
      by(does.samePageForEver),
      'CLI-028',
    ),
    isHopeless: true,
  },
  {
    ...walk(
      'further-page-without-key',
      'Says hasNext true and gives no nextKey.',
      by(
        does.lastKey(undefined),
        does.pageData((data) => ({ ...data, hasNext: true })),
      ),
      'CLI-036',
    ),
    isHopeless: true,
  },
  {
    ...walk(
      'further-page-with-empty-key',
      'Says hasNext true and gives an empty nextKey.',
      by(does.pageData((data) => ({ ...data, hasNext: true, nextKey: '' }))),
      'CLI-036',
    ),
    isHopeless: true,
  },
  modifying(
    'redirect-of-a-modify',
    'Sends a modify to another origin, with status 307.',
    by(does.redirecting(307)),
    'CLI-042',
  ),
  {
    ...walk(
      'redirect-of-a-walk',
      'Sends a lookup to another origin, with status 302.',
      by(does.redirecting(302)),
      'CLI-042',
    ),
    isHopeless: true,
  },
  modifying(
    'answer-lost',
    'Carries a modify out and closes the connection without an answer.',
    by(does.losingTheAnswer),
    'CLI-043',
  ),
  {
    ...modifying(
      'answer-never',
      'Carries a modify out and does not answer as long as the client waits.',
      by(does.holdingTheAnswer(LONGER_THAN_ANYONE_WAITS_MS)),
      'CLI-043',
    ),
    isRepeating: true,
  },
  modifying(
    'answer-late',
    'Carries a modify out and closes the connection after three seconds.',
    by(does.holdingTheAnswer(3_000)),
    'CLI-043',
  ),
];

/** Names the scenario in a command. */
export function scenarioFlag(name: string | undefined): string {
  return name === undefined ? '' : ` --scenario ${name}`;
}

/** What to say of a run that leaves scenarios out; empty where it has all of them. */
export function scopeNotes(scenarios: readonly Scenario[]): string[] {
  if (scenarios.length >= SCENARIOS.length) return [];
  return [`The client was watched in ${scenarios.length} of ${SCENARIOS.length} scenarios only.`];
}

/** The same for programs. */
export function scopeOf(scenarios: readonly Scenario[]): Results['scenarios'] {
  return scenarios.length >= SCENARIOS.length ? undefined : { chosen: scenarios.length, of: SCENARIOS.length };
}

/** Every situation in which a client is watched, in the order in which a report tells of them. */
export const SCENARIOS: readonly Scenario[] = [
  ...GROUPS,
  ...KEYS,
  ...PAGES,
  ...KINDS,
  ...CONDITIONS,
  ...ALONE,
  ...SPELLINGS,
  ...REFUSALS,
  ...HOSTILE,
];
