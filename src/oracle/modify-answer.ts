import { pass } from '../contract/verdict.js';
import type { Exchange } from '../wire/exchange.js';
import { reportBroken, type Report } from './breaks.js';
import { describeValue, kindOf } from './describe-value.js';
import { successDataOf } from './envelope.js';

/**
 * Judges the data of an answer to a modify with status 200. Where there is no data, the envelope is broken and not this.
 *
 * @clause MOD-007
 */
export function judgeModifyAnswer(exchange: Exchange, report: Report): void {
  const data = successDataOf(exchange);
  if (data === null) return;
  const { success } = data;
  if (typeof success === 'boolean') {
    report('MOD-007', pass);
    return;
  }
  reportBroken(report, exchange, 'MOD-007', {
    cause: `data.success is ${kindOf(success)}`,
    at: 'response /data/success',
    expected: 'a boolean',
    actual: describeValue(success),
  });
}
