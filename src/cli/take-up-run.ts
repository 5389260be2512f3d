import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { OperationId } from '../contract/clause.js';
import { idleWaivers } from '../contract/run-verdict.js';
import { identityOf, type Order } from '../contract/order.js';
import type { Results } from '../contract/results.js';
import { SuiteError } from '../contract/suite-error.js';
import type { Certification } from '../examine/certification.js';
import { earlierPart, type EarlierPart, type RecordSummary } from '../examine/earlier-part.js';
import { cutTornLine } from '../examine/evidence.js';
import { NOT_SET_BACK } from '../examine/set-back.js';
import { CERTIFICATE_FILE } from '../report/certificate/bundle-files.js';
import { limitsOf, stopNotes } from '../report/certificate/certified-scope.js';
import { readEnvelope } from '../report/certificate/sign-what-holds.js';
import { rereadExchange } from '../report/certificate/verify/recorded-exchange.js';
import { readExchanges, readOrders, readRun } from '../report/recorded-run.js';
import { amount } from '../report/verdict-words.js';
import { ChangedOrders } from '../wire/changed-orders.js';
import { isAccepted } from '../wire/envelope.js';
import { UNFINISHED_NOTE } from './certification-run.js';
import { isComplete } from './stopped-run.js';

/** A stopped run, ready to go on. */
export interface TakenUp {
  readonly earlier: EarlierPart;
  /** Ids of the keys that had signed the certificate of the earlier part. */
  readonly signedBy: readonly string[];
  /** Hands over what the record has beyond the results: a run that was killed had sent it since it wrote them last. */
  replayInto(certification: Pick<Certification, 'replay'>): Promise<void>;
}

/**
 * Reads what a stopped run came to, and makes its folder ready: half a line at the end of the record is cut, and the
 * certificate goes, which will not be about what comes. To be called by who has claimed the folder.
 *
 * @param now - milliseconds since the epoch
 * @throws SuiteError where the run came to its end meanwhile, or its folder cannot be used
 */
export async function takeUpRun(dir: string, now: number): Promise<TakenUp> {
  const { results } = await readRun(dir);
  if (isComplete(results))
    throw new SuiteError('The run is complete.', dir, 'read its report: another process resumed it');
  cutTornLine(dir);
  const record = await summarise(dir);
  const orders = results.plan?.embedded === true ? [] : await ordersOf(dir);
  const earlier = earlierPart(results, record, { notes: notesOf(results, record, now), orders });
  const signedBy = ((await readEnvelope(dir))?.signatures ?? []).map(({ keyId }) => keyId);
  await rm(join(dir, CERTIFICATE_FILE), { force: true });
  return { earlier, signedBy, replayInto: (certification) => replay(dir, results.requests, certification) };
}

async function summarise(dir: string): Promise<RecordSummary> {
  const byClause = new Map<string, number>();
  const changed = new ChangedOrders();
  const accepted = new Set<OperationId>();
  let [exchanges, highestNumber, lastModifyAtMs] = [0, 0, 0];
  for await (const recorded of readExchanges(dir)) {
    const { number, clause, operation, sentAtMs } = recorded;
    exchanges += 1;
    highestNumber = Math.max(highestNumber, number);
    byClause.set(clause, (byClause.get(clause) ?? 0) + 1);
    if (operation === 'modifyOrder') lastModifyAtMs = Math.max(lastModifyAtMs, sentAtMs);
    if (operation === null || (operation !== 'modifyOrder' && accepted.has(operation))) continue;
    const reread = rereadExchange(JSON.stringify(recorded));
    if (typeof reread === 'string') continue;
    changed.add(reread.exchange);
    if (isAccepted(reread.exchange)) accepted.add(operation);
  }
  return { exchanges, highestNumber, byClause, changed, accepted, lastModifyAtMs };
}

/** The first values of each order are those that were written first. */
async function ordersOf(dir: string): Promise<readonly Order[]> {
  const orders = new Map<string, Order>();
  for await (const order of readOrders(dir)) {
    const identity = identityOf(order);
    if (!orders.has(identity)) orders.set(identity, order);
  }
  return [...orders.values()];
}

/** What was cut when it was recorded says nothing whole. */
async function replay(dir: string, known: number, certification: Pick<Certification, 'replay'>): Promise<void> {
  for await (const recorded of readExchanges(dir)) {
    if (recorded.number <= known) continue;
    const reread = rereadExchange(JSON.stringify(recorded));
    if (typeof reread !== 'string' && !reread.isCut) certification.replay(reread.exchange);
  }
}

/** What the earlier part said of itself, without what is only so of a run that was stopped. */
function notesOf(results: Results, { highestNumber }: RecordSummary, now: number): readonly string[] {
  const { unfinished, ...said } = results;
  const { notes, clauses, stopped, requests } = said;
  const own = new Set([...limitsOf(said), ...idleWaivers(clauses), ...stopNotes(said), UNFINISHED_NOTE]);
  const sent = amount(Math.max(requests, highestNumber), 'request');
  const how = unfinished
    ? `killed after ${sent}; what it sent in its last moment may not be recorded`
    : `stopped after ${sent}: ${stopped?.because ?? ''}`;
  return [
    ...notes.filter((note) => !own.has(note) && !note.startsWith(NOT_SET_BACK)),
    `Resumed on ${new Date(now).toISOString()}. The run had been ${how}.`,
  ];
}
