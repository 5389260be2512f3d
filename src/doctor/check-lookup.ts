import type { StockQuery } from '../client/request-recipe.js';
import { toPaste } from '../contract/to-paste.js';
import type { Subject } from '../examine/subject.js';
import { openingsOf } from '../examine/lookups.js';
import { describeAnswer } from '../examine/describe-answer.js';
import { envelopeOf, hasDisclosed } from '../wire/envelope.js';
import type { Exchange } from '../wire/exchange.js';
import { headerValue } from '../wire/headers.js';
import { ok, skipped, type Check } from './check.js';
import { DOCTOR } from './doctor-mark.js';
import { remedyForRedirect, toldByHeaders } from './refusal-headers.js';
import { remedyForTrouble } from './remedy-for-trouble.js';

/** Lookups that latency and clock rest on. */
const LOOKUPS = 3;
const SLOW_MS = 2_000;

/**
 * Sends a few plain lookups: the first pages of all instruments. Where that is refused, less of it is tried, since a
 * service may not take empty parameters.
 */
export async function sendLookups({ client }: Subject, most = LOOKUPS): Promise<readonly Exchange[]> {
  const send = async (query: StockQuery): Promise<Exchange> =>
    (await client.listOrderableStocks(DOCTOR, query)).exchange;
  const refused: Exchange[] = [];
  for (const query of openingsOf('ALL')) {
    const first = await send(query);
    if (isFussy(first)) {
      refused.push(first);
      continue;
    }
    const exchanges = [first];
    while (exchanges.length < most && exchanges.at(-1)?.response !== undefined) exchanges.push(await send(query));
    return exchanges;
  }
  return refused.slice(0, 1);
}

function isFussy({ response }: Exchange): boolean {
  return response?.status === 400 || response?.status === 422;
}

/** Whether a plain lookup is answered with instruments. */
export function checkLookup(exchanges: readonly Exchange[]): Check {
  const [id, title] = ['lookup', 'lookup'];
  const last = exchanges.at(-1);
  if (last === undefined) throw new Error('No lookup was sent.');
  const found = describeAnswer('GET /stocks/orders', last) + toldByHeaders(last);
  if (hasDisclosed(last)) return ok(id, title, 'GET /stocks/orders is answered with instruments');
  const { response, trouble } = last;
  const failed = { id, title, status: 'failed' } as const;
  if (trouble !== undefined || response === undefined) {
    return { ...failed, found, means: NOT_JUDGED, remedy: remedyForTrouble(trouble) };
  }
  if (response.status !== 200) {
    return { ...failed, found, means: NOT_JUDGED, remedy: remedyForRedirect(last) ?? remedyFor(response.status) };
  }
  const other = whatElse(last);
  if (other !== null) return { ...failed, found, means: `${other}, ${NOT_THE_SERVICE}`, remedy: OTHER_ADDRESS };
  const remedy = 'see that staging has instruments, and that the answer is the envelope of section 4.1';
  return { id, title, status: 'warning', found, means: NOT_JUDGED, remedy };
}

/** What the results of a run say, too, of a lookup that something else answered than the service; `null` where it was it. */
export function wrongAddress({ id, means }: Check): string | null {
  if (id !== 'lookup' || means?.endsWith(NOT_THE_SERVICE) !== true) return null;
  return `A plain lookup before the run was answered with status 200, and ${means}: the base URL is probably not that of the service.`;
}

/** Whether a lookup was answered with a web page and status 200: by something else than the service, plainly. */
export function isWebPage({ response }: Exchange): boolean {
  if (response?.status !== 200 || response.json.ok || response.text?.trim() === '') return false;
  const type = headerValue(response.headers, 'content-type') ?? '';
  return HTML_TYPE.test(type) || HTML_TEXT.test(response.text ?? '');
}

const HTML_TYPE = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i;
const HTML_TEXT = /^\s*<(?:!doctype html|html|head|body|script|title)\b/i;

const NOT_THE_SERVICE = 'not the service';
const NOT_JUDGED = 'the clauses on lookups cannot be judged';
const OTHER_ADDRESS =
  'check TRADECERT_BASE_URL: its host, prefix and version segment, and whether a login page, a gateway or a proxy stands before the service';

/** What an answer with status 200 is that has nothing of the envelope of section 4.1; `null` where it may be one. */
function whatElse(exchange: Exchange): string | null {
  const { text, json } = exchange.response ?? {};
  const envelope = envelopeOf(exchange);
  if (envelope !== null) {
    const hasNone = Object.values(envelope).every((member) => member === undefined);
    return hasNone ? 'this is JSON without status, code and data of the envelope' : null;
  }
  if (json?.ok === true) return 'this is JSON, and no object';
  if (isWebPage(exchange)) return 'this is a web page';
  return text?.trim() === '' ? 'this is an answer without a body' : 'this is no JSON';
}

function remedyFor(status: number): string {
  if (status === 401 || status === 403)
    return 'check the token: is it of this environment, has it ended or been revoked, and may it list instruments?';
  if (status === 404 || status === 405) return 'check the path of TRADECERT_BASE_URL: its prefix and version segment';
  if (status >= 500) return 'the service is broken or overloaded: try again, or tell whoever runs it';
  return 'check token and base URL; the answer above may say more';
}

/** How long lookups take that are answered, whatever the answer. */
export function checkLatency(exchanges: readonly Exchange[]): Check {
  const [id, title] = ['latency', 'latency'];
  const answered = exchanges.filter(({ response }) => response !== undefined);
  const times = answered.map(({ sentAtMs, receivedAtMs }) => receivedAtMs - sentAtMs).sort((a, b) => a - b);
  const median = times[Math.floor(times.length / 2)];
  if (median === undefined) return skipped(id, title, 'not known: nothing was answered');
  const found = `a lookup takes ${Math.round(median)} ms${times.length === 1 ? '' : ` (median of ${times.length})`}`;
  if (median < SLOW_MS) return ok(id, title, found);
  return {
    ...{ id, title, status: 'warning', found },
    means: 'a run sends thousands of requests, several at once, and may take long',
    remedy: `begin with ${toPaste('run --depth smoke --max-time 30m')}`,
  };
}
