import { orderWith } from '../arbitraries/structures.js';
import type { Settings } from '../contract/settings.js';
import { isAccepted } from '../wire/envelope.js';
import { sendOddLookups } from './odd-lookups.js';
import { ownValues } from './order-steps.js';
import type { Subject } from './subject.js';

/** On whose behalf it is sent, whichever clause about every answer comes first. */
const ANY_ANSWER = 'ENV-001';

/** On whose behalf what is odd is sent. */
const NO_BREAKDOWN = 'ENV-007';

/**
 * One walk, one lookup as clients ask that take compressed answers, some that are odd in form, and one plain modify, so that
 * clauses about every answer have answers to judge, whatever was selected.
 */
export async function sampleTraffic(subject: Subject, settings: Settings): Promise<void> {
  const clause = ANY_ANSWER;
  await subject.lookups.walk('ALL');
  await subject.lookups.ask(clause, {}, { headers: (headers) => [...headers, ['Accept-Encoding', 'gzip']] });
  await sendOddLookups(subject, settings, NO_BREAKDOWN);
  if (!subject.mayModify || subject.orders === null) return;
  for (const type of ['LIMIT', 'STOP', 'LIMIT_STOP'] as const) {
    const held = await subject.orders.checkOut(orderWith(type, 'BUY'));
    if ('none' in held) continue;
    const reply = await subject.client.modifyOrder(clause, { body: ownValues(held.order) });
    if (!isAccepted(reply.exchange)) held.spoil();
    held.release();
    return;
  }
}
