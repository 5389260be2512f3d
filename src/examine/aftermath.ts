import { spellings, type Spelling } from '../arbitraries/spellings.js';
import { changing, NO_CHANGES, orderWith, type Changes } from '../arbitraries/structures.js';
import { SIDES, type ModifyBody, type OrderType } from '../contract/order.js';
import type { ModifyRecipe } from '../client/request-recipe.js';
import type { Reply } from '../client/service-client.js';
import { broken, pass, unverified, type Outcome } from '../contract/verdict.js';
import { isDeclined } from '../oracle/refusal.js';
import { showExchange } from '../oracle/show-exchange.js';
import { isAccepted, isRefusal } from '../wire/envelope.js';
import { isAcceptedInTheEnd, isBusyAfterModify, sending } from './busy.js';
import type { Context, Examination, Examinations } from './context.js';
import { describeAnswer } from './describe-answer.js';
import { examineLane } from './lane.js';
import { whyForAWhile } from './quiet.js';
import type { Bench } from './sandwich.js';
import { onAnySide, withBench, withFirstOf } from './with-bench.js';
import { changesOf, withKindOf } from './negatives.js';
import { unfairRefusalsOf } from './unfair-refusals.js';

/** A refused modify that would have switched a condition off, and the change that shows whether it is still on. */
interface Story {
  readonly spoiled: Changes;
  /** What makes the body invalid, members that replace the valid ones. */
  readonly flaw: Readonly<Record<string, unknown>>;
  /** What is wrong with the request around the body. */
  readonly edits?: Partial<ModifyRecipe>;
  /** How often the invalid modify is sent; default once. */
  readonly times?: number;
  /** Type of the order; default LIMIT. */
  readonly type?: OrderType;
  readonly then: Changes;
}

const STORIES: readonly Story[] = [
  { spoiled: changing({ takeProfit: 'N' }), flaw: { orderPrice: 'abc' }, then: changing({ takeProfit: 'Y' }) },
  { spoiled: changing({ takeProfit: 'N' }), flaw: { orderPrice: 0 }, then: changing({ takeProfit: 'Y' }) },
  { spoiled: changing({ takeProfit: 'N' }), flaw: { lossCutYn: 'X' }, then: changing({ takeProfit: 'Y' }) },
  {
    spoiled: changing({ takeProfit: 'N' }),
    flaw: { lossCutYn: 'Y', lossCutBarrierPrice: 0 },
    then: changing({ takeProfit: 'Y' }),
  },
  {
    spoiled: changing({ stopLoss: 'N' }),
    flaw: { profitRealizationYn: 'Y', profitRealizationBarrierPrice: 0 },
    then: changing({ stopLoss: 'Y' }),
  },
  { spoiled: changing({ stopLoss: 'N' }), flaw: { orderPrice: 'abc' }, then: changing({ stopLoss: 'Y' }) },
  { spoiled: changing({ stopLoss: 'N' }), flaw: { orderPrice: 0 }, then: changing({ stopLoss: 'Y' }) },
  { spoiled: changing({ stopLoss: 'N' }), flaw: { lossTrackingYn: 'X' }, then: changing({ stopLoss: 'Y' }) },
  { spoiled: changing({ stopLoss: 'N' }), flaw: { barrierPrice: 0 }, then: changing({ stopLoss: 'Y' }), type: 'STOP' },
  {
    spoiled: changing({ takeProfit: 'N' }),
    flaw: { sideCd: 'X' },
    then: changing({ takeProfit: 'Y' }),
    type: 'LIMIT_STOP',
  },
  { spoiled: changing({ takeProfit: 'N' }), flaw: { orderQuantity: -1 }, then: changing({ takeProfit: 'Y' }) },
  {
    spoiled: changing({ stopLoss: 'N' }),
    flaw: {},
    edits: { signature: () => '0'.repeat(128) },
    then: changing({ stopLoss: 'Y' }),
  },
  { spoiled: changing({ takeProfit: 'N' }), flaw: {}, edits: { timestamp: '1' }, then: changing({ takeProfit: 'Y' }) },
  {
    spoiled: changing({ stopLoss: 'N' }),
    flaw: {},
    edits: { authorization: null },
    then: changing({ stopLoss: 'Y' }),
    type: 'STOP',
  },
  { spoiled: changing({ stopLoss: 'N' }), flaw: { orderQuantity: 1e15 }, then: changing({ stopLoss: 'Y' }) },
  {
    spoiled: changing({ takeProfit: 'N' }),
    flaw: { sideCd: 'SELL_TO_CLOSE', orderPrice: 0 },
    then: changing({ takeProfit: 'Y' }),
    type: 'LIMIT_STOP',
  },
  { spoiled: NO_CHANGES, flaw: { orderPrice: 0 }, times: 3, then: changing({ takeProfit: 'Y' }) },
];

/** A refused modify in between must leave the order as it was, as far as later answers show. */
const examineAftermath: Examination = async (context) => {
  const told = await Promise.all(
    context.timestamps.some(STORIES).map(async (story, index) => {
      const request = orderWith(story.type ?? 'LIMIT', SIDES[index % SIDES.length] ?? 'BUY', {
        takeProfit: true,
        stopLoss: true,
      });
      const outcome = await withFirstOf(context, onAnySide(request), async (bench) =>
        isFlawed(story, bench) ? tell(context, bench, story) : null,
      );
      return outcome !== null && 'none' in outcome ? unverified(outcome.none) : outcome;
    }),
  );
  return told.filter((outcome) => outcome !== null);
};

/** Which quantities are wrong, the record of the instrument alone tells. */
function isFlawed({ flaw }: Story, { instrument }: Bench): boolean {
  return instrument !== null || !Object.hasOwn(flaw, 'orderQuantity');
}

async function tell(context: Context, bench: Bench, story: Story, isConfirming = false): Promise<Outcome> {
  const { spoiled, flaw, then, edits, times = 1 } = story;
  const before = await bench.control(then);
  if (before !== null) return unverified(before);
  const invalid = { ...edits, body: { ...bench.bodyToBreak(spoiled), ...flaw } };
  const refuse = async (): Promise<Reply> => {
    for (let sent = 1; sent < times; sent += 1) await bench.send(invalid);
    return bench.send(invalid);
  };
  const refused = await refuse();
  if (!isDeclined(refused.exchange))
    return unverified(`${describeAnswer('the invalid modify', refused.exchange)}: it should have been refused`);
  const body = bench.validBody(then);
  const reply = await bench.send({ body });
  if (isAccepted(reply.exchange)) return pass;
  if (!isRefusal(reply.exchange)) return unverified(describeAnswer('the modify after it', reply.exchange));
  if (unfairRefusalsOf(context.client).hasPassing && (await isTakenSometime(bench, body, refuse))) return pass;
  if (await bench.refusesPricesOf(body, then)) return pass;
  if ((await isBusyAfterModify(bench)) && (await isAcceptedInTheEnd(bench, sending(bench, body)))) return pass;
  const open =
    (await bench.whyClosed()) ?? (await whyForAWhile(bench, [{ body }], Array<ModifyRecipe>(times).fill(invalid)));
  if (open !== null) return unverified(open);
  bench.held.spoil();
  // Twice, as here but for the refused modify: an order that cannot be modified again is another clause's.
  const twice = async (other: Bench): Promise<string | null> => (await other.control(then)) ?? again(other, then);
  const fresh = await withBench(context, bench.held.request, twice, { wait: false, fresh: true });
  if (fresh !== null) {
    const isStillTaken = (await bench.control(then)) === null;
    return isStillTaken ? pass : unverified(typeof fresh === 'string' ? fresh : fresh.none);
  }
  // The order may have been filled just then: what the refused modify did, it does to another one as well.
  if (!isConfirming) {
    const retold = await withBench(context, bench.held.request, (other) => tell(context, other, story, true), {
      wait: false,
      fresh: true,
    });
    if ('none' in retold || retold.outcome !== 'broken') return 'none' in retold ? unverified(retold.none) : retold;
  }
  return broken({
    cause: 'a refused modify has changed the order',
    at: 'response',
    expected: 'acceptance of a change that the order accepted before the refused modify',
    actual: describeAnswer('it', reply.exchange),
    shown: showExchange(reply.exchange),
    sibling: showExchange(refused.exchange),
  });
}

/** So often in a row a service that refuses some now and then hardly refuses one. */
const TIMES = 4;

/** Whether a modify is accepted after a refused one any of so many times, so that it may have been refused by chance. */
async function isTakenSometime(bench: Bench, body: ModifyBody, refuse: () => Promise<unknown>): Promise<boolean> {
  for (let turn = 0; turn < TIMES; turn += 1) {
    await refuse();
    if (isAccepted((await bench.send({ body })).exchange)) return true;
  }
  return false;
}

/** Why the next modify of an order is not accepted, once one was, in whatever steps the prices move; `null`: it is. */
async function again(bench: Bench, changes: Changes): Promise<string | null> {
  const { exchange } = await bench.send({ body: bench.validBody(changes) });
  return isAccepted(exchange) ? null : describeAnswer('a valid modify right after another one', exchange);
}

/** Their prices are spelled otherwise, too, and stand before their switches. */
const SPELLED = orderWith('LIMIT', 'SELL', { takeProfit: true, stopLoss: true });

/** Only a code has one. */
const SLASHED = 'slashes escaped';

/** One valid body in every spelling that JSON gives the same meaning. */
const examineSpellings: Examination = async (context) => {
  // A way that makes no difference to the body of another order is left out for it.
  const ways: string[] = [];
  const none = await withKindOf(context, SPELLED, 0, (bench) => {
    ways.push(...spellings(bench.bodyToBreak(changesOf(bench.held.order))).map(({ way }) => way));
    return Promise.resolve(null);
  });
  if (none !== null) return [unverified(none.none)];
  const settled = await examineLane(
    context.timestamps.some(ways),
    (task) => withKindOf(context, SPELLED, 0, task),
    (bench, way) => examineSpelling(bench, way),
  );
  const told = settled.flatMap(({ outcome }) => (outcome === undefined ? [] : [outcome]));
  if (context.timestamps.areFew) return told;
  return [...told, ...(ways.includes(SLASHED) ? [] : await examineSlash(context)), ...(await examineZeroOff(context))];
};

/** On an order whose code has a slash, where one of each type has. */
async function examineSlash(context: Context): Promise<Outcome[]> {
  for (const [index, type] of (['LIMIT', 'STOP', 'LIMIT_STOP', 'LIMIT', 'STOP'] as const).entries()) {
    const request = orderWith(type, SIDES[index % SIDES.length] ?? 'BUY');
    const held = await context.orders?.checkOut(request, { wait: false });
    if (held === undefined || 'none' in held) continue;
    held.release();
    if (!held.order.stockCd.includes('/')) continue;
    const outcome = await withBench(context, request, (bench) => examineSpelling(bench, SLASHED));
    // The order may be one of a kind, and worn out by now.
    return outcome === undefined || 'none' in outcome || outcome.outcome === 'unverified' ? [] : [outcome];
  }
  return [];
}

/**
 * The price 0 of conditions that are switched off in another spelling. It cannot be taken back for certain, so it comes
 * last on its order, and counts only where another order shows the same.
 */
async function examineZeroOff(context: Context): Promise<Outcome[]> {
  const first = await withBench(context, SPELLED, switchOffSpelled);
  if ('none' in first || first.outcome === 'unverified') return [];
  if (first.outcome !== 'broken') return [first];
  const again = await withBench(context, SPELLED, switchOffSpelled, { fresh: true });
  return 'none' in again || again.outcome === 'unverified' ? [] : [again];
}

/** The same body in its usual spelling has blanks behind it, so that it is as long: how long one may be is not said. */
async function switchOffSpelled(bench: Bench): Promise<Outcome> {
  const before = await bench.control(changesOf(bench.held.order));
  if (before !== null) return unverified(before);
  const usual = JSON.stringify(bench.bodyToBreak(changing({ takeProfit: 'N', stopLoss: 'N', trailing: 'omit' })));
  const spelled = usual.replace(/(BarrierPrice":)0(?=[,}])/g, '$10.0');
  const reply = await bench.send({ body: spelled });
  if (isAccepted(reply.exchange)) return pass;
  if (!isRefusal(reply.exchange)) return unverified(describeAnswer('it', reply.exchange));
  if (await isAcceptedInTheEnd(bench, sending(bench, spelled))) return pass;
  bench.held.spoil();
  const sibling = await bench.send({ body: usual.padEnd(spelled.length) });
  if (!isAccepted(sibling.exchange)) return unverified(describeAnswer('the same body', sibling.exchange));
  return broken({
    cause: 'a valid body is refused in another spelling: 0.0 as the price of a condition that is switched off',
    at: 'response',
    expected: 'acceptance, as for the same JSON value in its usual spelling',
    actual: describeAnswer('it', reply.exchange),
    shown: showExchange(reply.exchange),
    sibling: showExchange(sibling.exchange),
  });
}

async function examineSpelling(bench: Bench, way: string): Promise<Outcome | undefined> {
  const changes = changesOf(bench.held.order);
  const before = await bench.control(changes);
  if (before !== null) return unverified(before);
  const body = bench.bodyToBreak(changes);
  const spelled = spellings(body).find((spelling) => spelling.way === way);
  if (spelled === undefined) return undefined;
  const reply = await bench.send({ body: spelled.bytes });
  if (isAccepted(reply.exchange)) return pass;
  if (!isRefusal(reply.exchange)) return unverified(describeAnswer('it', reply.exchange));
  const usual = await bench.sendPlain(body);
  bench.isLost = !isAccepted(usual.exchange);
  if (bench.isLost) return unverified(describeAnswer('the same body in its usual spelling', usual.exchange));
  const known = await knownAtFault(bench, spelled);
  if (known !== undefined) return refusedSpelling(way, { reply, usual, culprit: { member: known, refused: reply } });
  // The usual spelling made the order so that the body would change nothing of it: what comes of that, no one says.
  await bench.control(changes);
  if (await isAcceptedInTheEnd(bench, sending(bench, spelled.bytes))) return pass;
  if (await isTooLong(bench, spelled.bytes.length)) return undefined;
  const moment = await whyForAWhile(bench, [{ body: spelled.bytes }]);
  if (moment !== null) return unverified(moment);
  const culprit = await memberAtFault(bench, spelled);
  if (culprit !== undefined) foundAtFault(bench).add(culprit.member);
  return refusedSpelling(way, { reply, usual, culprit });
}

interface Culprit {
  readonly member: string;
  readonly refused: Reply;
}

function refusedSpelling(
  way: string,
  { reply, usual, culprit }: { readonly reply: Reply; readonly usual: Reply; readonly culprit: Culprit | undefined },
): Outcome {
  return broken({
    cause: `a valid body is refused in another spelling: ${way}${culprit === undefined ? '' : `, in ${culprit.member}`}`,
    at: 'response',
    expected: 'acceptance, as for the same JSON value in its usual spelling',
    actual: describeAnswer('it', reply.exchange),
    shown: showExchange((culprit?.refused ?? reply).exchange),
    sibling: showExchange(usual.exchange),
  });
}

/** Members that were found to be refused for another spelling in a run. */
const atFault = new WeakMap<object, Set<string>>();

function foundAtFault({ context: { client } }: Bench): Set<string> {
  const found = atFault.get(client) ?? new Set();
  atFault.set(client, found);
  return found;
}

/** The member that was refused for another spelling before, where this one is accepted without it and refused with it. */
async function knownAtFault(bench: Bench, { members, only, bytes }: Spelling): Promise<string | undefined> {
  const found = foundAtFault(bench);
  const known = members.find((member) => found.has(member));
  if (known === undefined) return undefined;
  const { exchange } = await bench.send({ body: only(members.filter((member) => member !== known)) });
  if (!isAccepted(exchange)) return undefined;
  return isRefusal((await bench.send({ body: bytes })).exchange) ? known : undefined;
}

/** The member whose spelling alone is refused, found by halves; `undefined` where it is not one alone. */
async function memberAtFault(bench: Bench, { members, only }: Spelling): Promise<Culprit | undefined> {
  let suspects = members;
  while (suspects.length > 1) {
    const half = suspects.slice(0, Math.ceil(suspects.length / 2));
    await bench.control(changesOf(bench.held.order));
    const { exchange } = await bench.send({ body: only(half) });
    suspects = isRefusal(exchange) ? half : suspects.slice(half.length);
  }
  const [member] = suspects;
  if (member === undefined) return undefined;
  await bench.control(changesOf(bench.held.order));
  const refused = await bench.send({ body: only([member]) });
  return isRefusal(refused.exchange) ? { member, refused } : undefined;
}

/**
 * Whether the length of a body is too much for the service, which the document does not bound: with one blank more the usual
 * one is accepted, with as many as make it so long it is not.
 */
async function isTooLong(bench: Bench, length: number): Promise<boolean> {
  const usual = JSON.stringify(bench.bodyToBreak(changesOf(bench.held.order)));
  if (length <= usual.length) return false;
  const padded = (blanks: number): string => `${usual.slice(0, -1)}${' '.repeat(blanks)}}`;
  if (!(await isAcceptedInTheEnd(bench, sending(bench, padded(1))))) return false;
  return isRefusal((await bench.send({ body: padded(length - usual.length) })).exchange);
}

/** Examinations of what a refused modify leaves behind, and of the spellings of a body. */
export const aftermathExaminations: Examinations = { 'MOD-009': examineAftermath, 'MOD-010': examineSpellings };
