import { amount } from '../contract/amount.js';
import { wholeBeginning } from '../contract/whole-characters.js';
import { dataOf, hasDisclosed, isRefusal } from '../wire/envelope.js';
import type { Exchange } from '../wire/exchange.js';

const MOST_CHARACTERS = 120;

/** One plain clause about an answer: `a valid modify was refused with status 400: {"code":…}`. */
export function describeAnswer(what: string, exchange: Exchange): string {
  if (exchange.trouble !== undefined) return `${what} got no whole answer (${exchange.trouble.because})`;
  const { response } = exchange;
  if (response === undefined) return `${what} got no answer`;
  const hasRecords = hasDisclosed(exchange);
  const text = shortly(printable(response.text ?? ''), hasRecords);
  const isRefused = isRefusal(exchange) && !hasRecords;
  const isSuccess = response.status >= 200 && response.status < 300;
  const verb = isRefused && !isSuccess ? 'was refused' : 'was answered';
  const lacks = isRefused && isSuccess ? whatLacks(exchange) : '';
  return `${what} ${verb} with status ${response.status}${lacks}${text === '' ? '' : `: ${text}`}`;
}

/** What makes no success of an answer with the status of one. */
function whatLacks(exchange: Exchange): string {
  if (exchange.operation === 'listOrderableStocks') return ' and no instruments';
  return ` and ${dataOf(exchange)?.['success'] === false ? 'data.success false' : 'no data.success'}`;
}

/** Of what is too long, its beginning; the beginning of a page of records tells nothing, and its length is said instead. */
function shortly(text: string, hasRecords: boolean): string {
  if (text.length <= MOST_CHARACTERS) return text;
  return hasRecords ? `a body of ${amount(text.length, 'character')}` : `${wholeBeginning(text, MOST_CHARACTERS)}…`;
}

/** Without control characters, which a service may have put there. */
function printable(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is taken out
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
}
