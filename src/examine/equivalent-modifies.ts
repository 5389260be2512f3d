import { setTimeout as pause } from 'node:timers/promises';
import { NO_CHANGES } from '../arbitraries/structures.js';
import type { ModifyRecipe } from '../client/request-recipe.js';
import type { ServiceClient } from '../client/service-client.js';
import { pass, unverified, type Outcome } from '../contract/verdict.js';
import { judgeSameAnswer, toldBy, type Told } from '../oracle/same-answer.js';
import { isAccepted, isRefusal } from '../wire/envelope.js';
import type { Exchange } from '../wire/exchange.js';
import { pauseAfterModify } from './busy.js';
import { AGAIN, compare } from './compare-answers.js';
import type { Context, Examination, Examinations } from './context.js';
import { describeAnswer } from './describe-answer.js';
import { HEADERS_OTHERWISE } from './headers-otherwise.js';
import { bodyOf, withBlanks, withPlainBench } from './negatives.js';
import { whyForAWhile } from './quiet.js';
import type { Bench } from './sandwich.js';
import { unfairRefusalsOf } from './unfair-refusals.js';

type Edits = Pick<ModifyRecipe, 'headers'>;

/** Before a modify is sent once more, in milliseconds: for how long an order is busy with the one before, nobody says. */
const PAUSES_MS = [0, 50, 350];

/** A valid modify, in other prices and again where it is refused: that may have another reason. */
async function sendValid(bench: Bench, edits: Edits, client: ServiceClient): Promise<Exchange> {
  let last: Exchange | undefined;
  for (const ms of PAUSES_MS) {
    if (ms > 0) await pause(ms);
    for (const body of [bench.validBody(), bench.bodyAtRest(NO_CHANGES)]) {
      last = (await bench.send({ body, ...edits }, undefined, client)).exchange;
      if (isAccepted(last) || last.trouble !== undefined) return last;
    }
  }
  return last ?? Promise.reject(new Error('No modify was sent.'));
}

/** Holds a modify against the same that is sent otherwise; the moment is not to blame for a refusal. */
async function compareModifies(
  bench: Bench,
  way: string,
  { plain, other, edits }: Record<'plain' | 'other', () => Promise<Exchange>> & { readonly edits: Edits },
): Promise<Outcome> {
  const told = (send: () => Promise<Exchange>) => async (): Promise<Told> => toldBy(await send());
  const outcome = await compare(bench.context, way, { plain: told(plain), other: told(other) }, AGAIN);
  if (outcome.outcome !== 'broken') return outcome;
  const passing = await whyForAWhile(bench, [{ body: bench.validBody(), ...edits }]);
  return passing === null ? outcome : unverified(passing);
}

/** On an order that takes modifies, and where that leaves something open, on one of another kind: the first may be filled meanwhile. */
async function onProvenBench(
  context: Context,
  task: (bench: Bench) => Promise<Outcome[]>,
  turn = 0,
): Promise<readonly Outcome[]> {
  const outcomes = await withPlainBench(context, turn, async (bench) => {
    const before = await bench.control();
    return before === null ? task(bench) : [unverified(before)];
  });
  if ('none' in outcomes) return [unverified(outcomes.none)];
  const isOpen = outcomes.some(({ outcome }) => outcome === 'unverified');
  return isOpen && turn === 0 ? onProvenBench(context, task, 1) : outcomes;
}

const headersOtherwise: Examination = (context) =>
  onProvenBench(context, async (bench) => {
    const outcomes: Outcome[] = [];
    for (const { way, headers } of HEADERS_OTHERWISE) {
      const proven = bench.sibling?.exchange;
      let isFirst = true;
      const plain = (): Promise<Exchange> => {
        const known = isFirst ? proven : undefined;
        isFirst = false;
        return known === undefined ? sendValid(bench, {}, context.client) : Promise.resolve(known);
      };
      const other = (): Promise<Exchange> => sendValid(bench, { headers }, context.client);
      outcomes.push(await compareModifies(bench, way, { plain, other, edits: { headers } }));
    }
    return outcomes;
  });

/** Refused for what its head says, so that its body may be left unread. */
const WITHOUT_TOKEN = { token: null, expects: 'refusal' } as const;

/** On which connection a valid modify is sent first, until that it is refused there is no chance. */
const ROUNDS = ['the same', 'another', 'the same', 'the same'] as const;

/**
 * A valid modify right after a refused one, on the same connection; where it is refused, the same on another one, so that
 * nothing but the connection sets them apart.
 */
const afterRefused: Examination = (context) =>
  onProvenBench(context, async (bench) => {
    const compared = { way: 'right after one on the same connection that was refused', plain: [], others: [] };
    const told: Record<'plain' | 'others', Told[]> = compared;
    const busyMs = (await pauseAfterModify(bench)) ?? 0;
    for (const [round, where] of ROUNDS.entries()) {
      await pause(round === 0 ? busyMs : Math.max(busyMs, ...PAUSES_MS));
      // Which prices may follow which, the document does not say.
      const body = round % 2 === 1 ? bench.bodyAtRest(NO_CHANGES) : bench.validBody();
      const { same, another } = await afterRefusedOnce(bench, body, where);
      if (same !== undefined && isAccepted(same)) return [pass];
      if (another !== undefined && isAccepted(another)) told.plain.push(toldBy(another));
      if (same === undefined) continue;
      if (!isRefusal(same)) return [unverified(describeAnswer('a modify after a refused one', same))];
      if (another !== undefined && isAccepted(another)) told.others.push(toldBy(same));
      // What is refused on any connection says nothing of the one: twice, or once where refusals come and go.
      if (told.plain.length === 0 && (round > 0 || unfairRefusalsOf(context.client).hasPassing)) break;
    }
    // One of them was sent first on another connection as well.
    if (told.plain.length < ROUNDS.length)
      return [unverified('a modify right after a refused one was refused, whatever its connection')];
    return [judgeSameAnswer(compared)];
  });

interface AfterRefused {
  readonly same?: Exchange;
  readonly another?: Exchange;
}

/** Over the other connection it is sent again where it is refused over the first. */
function afterRefusedOnce(
  bench: Bench,
  body: ModifyRecipe['body'],
  first: (typeof ROUNDS)[number],
): Promise<AfterRefused> {
  const { onConnections, client } = bench.context;
  return onConnections(2, async ([one = client, other = client]) => {
    const send = async (by: ServiceClient): Promise<Exchange> => (await bench.send({ body }, undefined, by)).exchange;
    const unread = withBlanks(bodyOf(bench.prices.toBreak()));
    await bench.send({ body: unread, ...WITHOUT_TOKEN }, undefined, one);
    if (first === 'another') return { another: await send(other) };
    let same = await send(one);
    // A connection may end at any time; then it is the next one that counts.
    if (same.trouble?.kind === 'reset') same = await send(one);
    return isRefusal(same) ? { same, another: await send(other) } : { same };
  });
}

/** Examinations of modifies that mean the same, section 4.2. */
export const equivalentModifyExaminations: Examinations = {
  'EQV-002': headersOtherwise,
  'EQV-010': afterRefused,
};
