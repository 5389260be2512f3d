import type { Results } from '../../../../src/contract/results.js';
import { gatherFacts } from '../../../../src/report/facts/gather-facts.js';
import type { RunFacts } from '../../../../src/report/facts/run-facts.js';
import type { Headers, RecordedExchange } from '../../../../src/wire/exchange.js';
import { someResults } from '../some-results.js';

/** When the hand-made runs take place: a whole second. */
export const START_MS = Date.UTC(2026, 10, 20, 12, 0, 0);

/** What a hand-made record differs in from a modify that was accepted. */
export interface MadeRecord {
  readonly number?: number;
  readonly clause?: string;
  readonly operation?: RecordedExchange['operation'];
  readonly target?: string;
  readonly requestHeaders?: Headers;
  readonly sent?: unknown;
  readonly status?: number;
  readonly headers?: Headers;
  /** Exact text, or a value that is sent as JSON. */
  readonly body?: unknown;
  readonly trouble?: RecordedExchange['trouble'];
  readonly atMs?: number;
  readonly tookMs?: number;
}

export const ACCEPTED = { status: 'SUCCESS', code: 200, data: { success: true } };
export const REFUSED = { status: 'ERROR', code: 40010, message: 'No.', cause: 'timestamp-window' };

/** A record as exchanges.jsonl has it. */
export function madeRecord(made: MadeRecord = {}): RecordedExchange {
  const text = typeof made.body === 'string' ? made.body : JSON.stringify(made.body ?? ACCEPTED);
  const sent = made.sent === undefined ? null : JSON.stringify(made.sent);
  const atMs = made.atMs ?? START_MS;
  const response = {
    status: made.status ?? 200,
    headers: made.headers ?? [['date', new Date(atMs).toUTCString()] as const],
    text,
    size: text.length,
  };
  return {
    number: made.number ?? 1,
    clause: made.clause ?? 'MOD-001',
    operation: made.operation === undefined ? 'modifyOrder' : made.operation,
    request: {
      method: 'POST',
      target: made.target ?? '/public/v1/orders/modify',
      headers: made.requestHeaders ?? [],
      text: sent,
      size: sent?.length ?? 0,
    },
    ...(made.trouble === undefined ? { response } : { trouble: made.trouble }),
    sentAtMs: atMs,
    receivedAtMs: atMs + (made.tookMs ?? 0),
    waits: 0,
  };
}

/** A lookup that was answered with a page of these instruments. */
export function madePage(
  key: string,
  codes: readonly string[],
  next: string | null,
  made: MadeRecord = {},
): RecordedExchange {
  const details = codes.map((stockCd) => ({ stockCd }));
  return madeRecord({
    operation: 'listOrderableStocks',
    clause: 'PAG-001',
    target: `/public/v1/stocks/orders?stockGroupCd=ALL&stockCd=&nextKey=${encodeURIComponent(key)}`,
    body: { status: 'S', code: 200, data: { hasNext: next !== null, nextKey: next ?? '', details } },
    ...made,
  });
}

/** A modify of a clause whose X-Timestamp is so many seconds from its moment. */
export function madeProbe(seconds: number, made: MadeRecord = {}): RecordedExchange {
  const atMs = made.atMs ?? START_MS;
  return madeRecord({
    clause: 'CLK-006',
    requestHeaders: [['X-Timestamp', String(Math.floor(atMs / 1_000) + seconds)]],
    ...made,
  });
}

/** Facts of some records, in the run of a service if not said otherwise. */
export function factsOf(
  records: readonly unknown[],
  results: Partial<Results> = {},
  clauses: Results['clauses'] = [],
): Promise<RunFacts> {
  async function* all(): AsyncGenerator<RecordedExchange> {
    for (const record of records) yield await Promise.resolve(record as RecordedExchange);
  }
  return gatherFacts(all(), someResults(clauses, results));
}

/** Results of a client's run. */
export const OF_CLIENT: Partial<Results> = {
  subject: { role: 'client', baseUrl: 'http://127.0.0.1/public/v1', command: 'a' },
};
