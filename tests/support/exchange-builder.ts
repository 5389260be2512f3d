import type { OperationId } from '../../src/contract/clause.js';
import type { Instrument } from '../../src/contract/order.js';
import type { Outcome } from '../../src/contract/verdict.js';
import { judgePassively } from '../../src/oracle/passive.js';
import type { Exchange, Expected, Headers, Trouble } from '../../src/wire/exchange.js';
import { parseJson } from '../../src/wire/json.js';

/** What a hand-made exchange differs in from a lookup that was answered with JSON. */
export interface Made {
  readonly operation?: OperationId | null;
  readonly clause?: string;
  readonly expects?: Expected;
  readonly way?: string;
  readonly number?: number;
  readonly status?: number;
  readonly headers?: Headers;
  /** Exact text, or a value that is sent as JSON. */
  readonly body?: unknown;
  readonly trouble?: Trouble;
  /** What was sent; default nothing. */
  readonly sent?: string;
  readonly waits?: number;
}

/** A hand-made exchange. */
export function madeExchange(made: Made = {}): Exchange {
  const text = typeof made.body === 'string' ? made.body : made.body === undefined ? '' : JSON.stringify(made.body);
  const response = {
    status: made.status ?? 200,
    headers: made.headers ?? [['content-type', 'application/json'] as const],
    text,
    size: Buffer.byteLength(text),
    json: parseJson(text),
  };
  return {
    number: made.number ?? 1,
    clause: made.clause ?? 'AAA-001',
    ...(made.expects && { expects: made.expects }),
    ...(made.way !== undefined && { way: made.way }),
    operation: made.operation === undefined ? 'listOrderableStocks' : made.operation,
    request: {
      method: 'GET',
      target: '/public/v1/stocks/orders',
      headers: [],
      text: made.sent ?? null,
      size: made.sent?.length ?? 0,
    },
    ...(made.trouble === undefined ? { response } : { trouble: made.trouble }),
    sentAtMs: 1000,
    receivedAtMs: 1025,
    waits: made.waits ?? 0,
  };
}

/** A record of table 2.7 that keeps to it. */
export function someInstrument(different: Partial<Instrument> = {}): Instrument {
  const times = Object.fromEntries(
    ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].flatMap((day) => [
      [`${day}TradeStartTime`, '07:00'],
      [`${day}TradeEndTime`, '23:59'],
    ]),
  );
  return {
    ...(times as unknown as Instrument),
    stockCd: 'USDJPY',
    standardCurrencyCd: 'USD',
    tradeCurrencyCd: 'JPY',
    lotMultiple: 1000,
    priceMultiplier: 1,
    pointUnit: 0.001,
    pipUnit: 0.01,
    stockGroupCd: 'FOREIGN',
    symbolGroupCd: 'FX',
    isMarginUsage: true,
    marginRate: 0.04,
    isSpreadUsage: false,
    buySpread: 0,
    sellSpread: 0,
    closePrice: 151.2,
    maxOrderQuantity: 100,
    minOrderQuantity: 0.1,
    orderUnit: 0.1,
    marginTypeCode: 'M1',
    ...different,
  };
}

/** `data` of a last page with one instrument. */
export function someData(different: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return {
    hasNext: false,
    nextKey: '',
    details: [someInstrument()],
    sellPrices: { USDJPY: '151.20' },
    buyPrices: { USDJPY: '151.21' },
    ...different,
  };
}

/** A success with this `data`, and other members of the envelope where they matter. */
export function enveloped(data: unknown, different: Readonly<Record<string, unknown>> = {}): unknown {
  return { status: 'SUCCESS', code: 200, data, ...different };
}

/** A lookup's answer whose records differ in some members; `undefined` leaves one out. */
export function withRecords(...records: readonly Readonly<Record<string, unknown>>[]): unknown {
  return enveloped(someData({ details: records.map((record) => ({ ...someInstrument(), ...record })) }));
}

/** Every passive outcome of an exchange, by clause. */
export function passiveOutcomes(exchange: Exchange): ReadonlyMap<string, readonly Outcome[]> {
  const outcomes = new Map<string, Outcome[]>();
  judgePassively(exchange, (clause, outcome) => {
    outcomes.set(clause, [...(outcomes.get(clause) ?? []), outcome]);
  });
  return outcomes;
}

/** What a passive judgement finds broken: `clause: cause`, sorted. */
export function passiveBreaks(exchange: Exchange): readonly string[] {
  return [...passiveOutcomes(exchange)]
    .flatMap(([clause, outcomes]) =>
      outcomes.flatMap((outcome) => (outcome.outcome === 'broken' ? [`${clause}: ${outcome.finding.cause}`] : [])),
    )
    .sort();
}
