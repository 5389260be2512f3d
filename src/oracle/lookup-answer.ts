import { pass } from '../contract/verdict.js';
import type { Exchange } from '../wire/exchange.js';
import { escapePointer, isJsonObject } from '../wire/json.js';
import { Breaks, reportBroken, type Report } from './breaks.js';
import { describeValue, kindOf } from './describe-value.js';
import { successDataOf } from './envelope.js';
import { judgeRecords } from './instrument-record.js';

/**
 * Judges the data of a lookup's answer with status 200, and its records. Where there is no data, the envelope is broken
 * and not this; where hasNext is no boolean, nothing is said of nextKey.
 *
 * @clause LKP-011, LKP-012, LKP-013, LKP-014, LKP-015, LKP-016
 */
export function judgeLookupAnswer(exchange: Exchange, report: Report): void {
  const data = successDataOf(exchange);
  if (data === null) return;
  judgePaging(exchange, data, report);
  judgePrices(exchange, 'LKP-015', 'sellPrices', data['sellPrices'], report);
  judgePrices(exchange, 'LKP-016', 'buyPrices', data['buyPrices'], report);
  judgeDetails(exchange, data['details'], report);
}

function judgePaging(exchange: Exchange, data: Readonly<Record<string, unknown>>, report: Report): void {
  const { hasNext, nextKey } = data;
  if (typeof hasNext !== 'boolean') {
    reportMember(exchange, 'LKP-011', 'hasNext', 'a boolean', hasNext, report);
    return;
  }
  report('LKP-011', pass);
  const clause = hasNext ? 'LKP-012' : 'LKP-013';
  if (typeof nextKey === 'string') report(clause, pass);
  else reportMember(exchange, clause, 'nextKey', 'a string', nextKey, report);
}

function judgeDetails(exchange: Exchange, details: unknown, report: Report): void {
  if (!Array.isArray(details)) {
    reportMember(exchange, 'LKP-014', 'details', 'an array of objects', details, report);
    return;
  }
  if (details.every(isJsonObject)) report('LKP-014', pass);
  else reportNonRecords(exchange, details, report);
  judgeRecords(exchange, details, report);
}

function reportNonRecords(exchange: Exchange, details: readonly unknown[], report: Report): void {
  const breaks = new Breaks();
  for (const [index, value] of details.entries()) {
    if (isJsonObject(value)) continue;
    breaks.add({
      clause: 'LKP-014',
      cause: `a record is ${kindOf(value)}`,
      pointer: `/data/details/${index}`,
      expected: 'an object',
      actual: describeValue(value),
    });
  }
  breaks.report(exchange, report, `${details.length} records`);
}

function judgePrices(exchange: Exchange, clause: string, name: string, prices: unknown, report: Report): void {
  if (!isJsonObject(prices)) {
    reportMember(exchange, clause, name, 'an object', prices, report);
    return;
  }
  let breaks: Breaks | null = null;
  for (const key in prices) {
    const price = prices[key];
    if (typeof price === 'string') continue;
    breaks ??= new Breaks();
    breaks.add({
      clause,
      cause: `a value of ${name} is ${kindOf(price)}`,
      pointer: `/data/${name}/${escapePointer(key)}`,
      expected: 'a string',
      actual: describeValue(price),
    });
  }
  if (breaks === null) report(clause, pass);
  else breaks.report(exchange, report, `${Object.keys(prices).length} values`);
}

function reportMember(
  exchange: Exchange,
  clause: string,
  name: string,
  expected: string,
  value: unknown,
  report: Report,
): void {
  reportBroken(report, exchange, clause, {
    cause: `${name} is ${kindOf(value)}`,
    at: `response /data/${name}`,
    expected,
    actual: isPage(exchange) ? describeValue(value) : `${describeValue(value)}; ${NO_PAGE}`,
  });
}

const NO_PAGE = 'data has nothing of a page: this is a refusal sent with status 200';

/** Whether the data of an answer has any of the members that a page has. Where it has none, it refuses, whatever its status. */
function isPage(exchange: Exchange): boolean {
  const data = successDataOf(exchange) ?? {};
  return ['hasNext', 'nextKey', 'details', 'sellPrices', 'buyPrices'].some((name) => Object.hasOwn(data, name));
}
