import { ORDER_TYPES, SIDES, STOCK_GROUPS } from '../../../contract/order.js';
import type { ClauseResult, Results } from '../../../contract/results.js';
import { TELLING_ROUNDS } from '../../../oracle/timestamp-use.js';
import { isAccepted, isRefusal } from '../../../wire/envelope.js';
import type { Exchange } from '../../../wire/exchange.js';
import { isJsonObject, parseJson } from '../../../wire/json.js';
import { FEW_TIMESTAMPS } from './check-depth.js';
import type { Problems } from './problems.js';
import type { RereadExchange } from './recorded-exchange.js';

type Body = Readonly<Record<string, unknown>>;

/** Accepted requests that a clause cannot pass without. */
interface Need {
  /** Clauses on whose behalf they are sent. */
  readonly during: readonly string[];
  /** In plain words: completes "no … was accepted". */
  readonly what: string;
  readonly is: (exchange: Exchange) => boolean;
  /** As many as there are cases, and not only one. */
  readonly each?: true;
}

const aModify = (what: string, during: readonly string[], fits: (body: Body) => boolean = () => true): Need => ({
  during,
  what: `modify ${what}`,
  is: (exchange) => exchange.operation === 'modifyOrder' && isAccepted(exchange) && fits(bodyOf(exchange)),
});

const aLookup = (
  what: string,
  during: readonly string[],
  fits: (query: URLSearchParams) => boolean = () => true,
): Need => ({
  during,
  what: `lookup ${what}`,
  is: ({ operation, response, request }) =>
    operation === 'listOrderableStocks' &&
    response !== undefined &&
    response.status >= 200 &&
    response.status < 300 &&
    fits(new URLSearchParams(request.target.split('?')[1] ?? '')),
});

const SWITCHES = ['profitRealizationYn', 'lossCutYn', 'lossTrackingYn'] as const;

/** A modify that has one switch and no other. */
const withSwitch = (name: (typeof SWITCHES)[number], value: 'Y' | 'N'): Need =>
  aModify(`with ${name} ${value} alone`, ['TPS-001', 'TPS-007'], (body) =>
    SWITCHES.every((one) => body[one] === (one === name ? value : undefined)),
  );

const ofType = (type: string): Need =>
  aModify(`of a ${type} order`, ['MOD-002'], (body) => body['orderTypeCd'] === type);
const [MARKET, LIMIT, STOP, LIMIT_STOP] = ORDER_TYPES;

/** By clause: those that are broken by a refusal, and need acceptances to hold. */
const NEEDS: ReadonlyMap<string, readonly Need[]> = new Map<string, readonly Need[]>([
  [
    'LKP-001',
    STOCK_GROUPS.map((group) => aLookup(`of ${group}`, ['LKP-001'], (query) => query.get('stockGroupCd') === group)),
  ],
  ['LKP-005', [aLookup('with a stockCd', ['LKP-005'], (query) => (query.get('stockCd') ?? '') !== '')]],
  ['LKP-009', [aLookup('with an empty stockCd', ['LKP-009'], (query) => query.get('stockCd') === '')]],
  ['PAG-001', [aLookup('that begins a walk', ['PAG-001'], (query) => (query.get('nextKey') ?? '') === '')]],
  ['MOD-001', [aModify('with other prices', ['MOD-001', 'MOD-002'])]],
  ['MOD-002', [ofType(LIMIT)]],
  ['MOD-003', [ofType(STOP)]],
  ['MOD-004', [ofType(LIMIT_STOP)]],
  ['MOD-005', [ofType(MARKET)]],
  ['MOD-006', SIDES.map((side) => aModify(`of a ${side} order`, ['MOD-002'], (body) => body['sideCd'] === side))],
  ['MOD-072', [{ ...aModify('of its own', ['MOD-072']), each: true }]],
  ['EQV-006', [{ ...aLookup('of its own', ['EQV-006']), each: true }]],
  ...['MOD-008', 'MOD-009', 'MOD-010', 'MOD-071', 'TPS-007', 'EQV-002', 'EQV-010'].map(
    (id) => [id, [aModify('of its own', [id])]] as const,
  ),
  ...['EQV-001', 'EQV-003', 'EQV-004', 'EQV-005', 'EQV-007', 'EQV-008', 'EQV-009'].map(
    (id) => [id, [aLookup('of its own', [id])]] as const,
  ),
  ...['CLK-008', 'CLK-009'].map((id) => [id, [aModify('of its own', ['CLK-008', 'CLK-009'])]] as const),
  ['TPS-001', [withSwitch('profitRealizationYn', 'Y')]],
  ['TPS-002', [withSwitch('lossCutYn', 'Y')]],
  ['TPS-003', [withSwitch('lossTrackingYn', 'Y'), withSwitch('lossTrackingYn', 'N')]],
  ['TPS-004', [withSwitch('profitRealizationYn', 'N')]],
  ['TPS-005', [withSwitch('lossCutYn', 'N')]],
  ['TPS-006', [aModify('of a condition', ['TPS-001', 'TPS-007'])]],
  ['AUT-007', [{ ...aLookup('of its own', ['AUT-007']), each: true }]],
  ['CLK-004', [{ ...aModify('of its own', ['CLK-004']), each: true }]],
  ['CLK-005', [{ ...aModify('of its own', ['CLK-005']), each: true }]],
]);

/** Without these, no clause of timestamps that count once is broken, by which a run is excused from its depth. */
const REFUSED_TIMESTAMPS: Need = {
  during: FEW_TIMESTAMPS,
  what: 'valid modify',
  is: (exchange) => exchange.operation === 'modifyOrder' && exchange.expects !== 'refusal' && isRefusal(exchange),
};

/** Clauses that cannot pass without an acceptance. */
export const ACCEPTING_CLAUSES: readonly string[] = [...NEEDS.keys()];

/** Looks in the record for the accepted requests that clauses rest on. */
export class AcceptedRequests {
  private readonly counts = new Map<Need, number>();
  private readonly wanted = new Map<string, Need[]>();

  constructor() {
    for (const need of [...[...NEEDS.values()].flat(), REFUSED_TIMESTAMPS]) {
      for (const id of need.during) this.wanted.set(id, [...(this.wanted.get(id) ?? []), need]);
    }
  }

  see({ exchange }: RereadExchange): void {
    for (const need of this.wanted.get(exchange.clause) ?? []) {
      if (need.is(exchange)) this.counts.set(need, (this.counts.get(need) ?? 0) + 1);
    }
  }

  /**
   * Holds the clauses that passed against it, and those of timestamps that are told.
   *
   * @returns ids of those that passed
   */
  compare({ clauses, unrecorded = 0 }: Results, problems: Problems): readonly string[] {
    const refused = this.counts.get(REFUSED_TIMESTAMPS) ?? 0;
    for (const { id, findings } of clauses) {
      if (!FEW_TIMESTAMPS.includes(id) || findings.length === 0 || refused + unrecorded >= TELLING_ROUNDS) continue;
      const found = `${refused} of the valid modifies recorded for it were refused`;
      problems.add('evidence', `The clause ${id} is broken, but ${found}.`);
    }
    const passed = clauses.filter(({ id, verdict }) => NEEDS.has(id) && verdict === 'pass');
    for (const clause of passed) this.compareOne(clause, unrecorded, problems);
    return passed.map(({ id }) => id);
  }

  private compareOne({ id, cases }: ClauseResult, unrecorded: number, problems: Problems): void {
    for (const need of NEEDS.get(id) ?? []) {
      const count = this.counts.get(need) ?? 0;
      if (count + unrecorded >= (need.each ? cases : 1)) continue;
      const found = count === 0 ? `no ${need.what} was accepted` : `only ${count} were accepted for its ${cases} cases`;
      problems.add('evidence', `The clause ${id} comes to pass, but ${found} in the recorded exchanges.`);
    }
  }
}

function bodyOf({ request }: Exchange): Body {
  const json = parseJson(request.text ?? '');
  return json.ok && isJsonObject(json.value) ? json.value : {};
}
