import { encodeQuery } from '../client/request-recipe.js';
import type { Settings } from '../contract/settings.js';
import { madeUpCode } from './lookup-code.js';
import type { Subject } from './subject.js';

/** Of the code that is too long for a column or a buffer, as they are usually made. */
const LONG = 255;

/**
 * Lookups that are odd in form: what they come to, the document does not say, so that only what holds of every answer is
 * held against them, such as that none is a breakdown.
 *
 * @param clause - on whose behalf
 */
export async function sendOddLookups({ lookups }: Subject, { baseUrl, seed }: Settings, clause: string): Promise<void> {
  const plain = encodeQuery({ ...(await lookups.plainQuery()), stockCd: undefined });
  const path = `${new URL(baseUrl).pathname.replace(/\/+$/, '')}/stocks/orders`;
  const code = madeUpCode(seed);
  for (const parameters of [`stockCd=${code}&stockCd=${code}`, `stockCd=${code.padEnd(LONG, 'X')}`]) {
    await lookups.ask(clause, {}, { target: `${path}?${plain}&${parameters}` });
  }
}
