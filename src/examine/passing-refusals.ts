import { setTimeout as pause } from 'node:timers/promises';
import { identityOf } from '../contract/order.js';
import { unverified, type Outcome } from '../contract/verdict.js';
import {
  doMostPass,
  judgeConnections,
  judgeFickleRefusals,
  type Repeated,
  type Round,
  type Series,
} from '../oracle/fickle-refusals.js';
import { isAccepted, isRefusal } from '../wire/envelope.js';
import { pauseAfterModify } from './busy.js';
import type { Context, Examination, Examinations } from './context.js';
import {
  accepts,
  exceptExplained,
  explainRefusals,
  onOrdersOf,
  outcomesOf,
  OWN_KINDS,
  PRICED,
  type OnOrder,
} from './explain-refusals.js';
import { hasAccepted } from './experience.js';
import type { Manner } from './manner.js';
import type { Bench } from './sandwich.js';
import { withBenches } from './sending-trials.js';
import { unfairRefusalsOf, type UnfairRefusals } from './unfair-refusals.js';
import { withBench } from './with-bench.js';

const OWN = 'MOD-072';
/** Of a run that saw refusals which passed, so many are sent in turn; fewer where enough of them passed. */
const SHORTEST_SERIES = 12;
const SERIES = 60;
/** Where none was refused, so many that some would be expected of what the run saw, from the one to the other; beyond that, the first. */
const [UNREFUSED_SERIES, LONGEST_SERIES] = [100, 300];
const EXPECTED_PASSING = 3;
const ENOUGH_PASSING = 3;
/** Fewer of a run may each have a reason of its own. */
const [LEAST_PASSING, LEAST_RATE] = [10, 0.01];
/** Orders that take turns. */
const TURNS = 6;
/** Modifies of each order that are sent in every run. */
const OWN_TIMES = 3;
/** So long nothing is sent before one modify of every run, in milliseconds. */
const REST_MS = 1_500;
/**
 * Between two of a series, and so many times as long as an answer takes: where a limit in time refuses one all the same, the same one right
 * after it comes too soon as well.
 */
const [LEAST_PAUSE_MS, ANSWERS_APART] = [100, 4];
/** Of a series, every third is sent over a new connection, and one of twelve after a rest. */
const [APART_EVERY, REST_EVERY] = [3, 12];

/** A few modifies of a few orders, one after a rest; where the run saw any that was accepted right after it was refused, many in turn. */
const examineChance: Examination = async (context) => {
  const own = await onOrdersOf(context, OWN_KINDS.slice(0, 4), modifyRepeatedly);
  if (hasAccepted(context) && !context.timestamps.areFew) await modifyAfterRest(context);
  const unfair = unfairRefusalsOf(context.client);
  const passed = own.filter(({ outcome }) => outcome === 'pass');
  // What is accepted later for a reason that was found is not refused by chance.
  if (!unfair.hasUnexplainedPassing) {
    const explained = unfair.rule === null ? null : await explainRefusals(context);
    const told = [...outcomesOf(explained, OWN), ...(explained === null ? await byConnection(context) : [])];
    return told.length > 0 ? [...passed, ...told] : exceptExplained(own, explained);
  }
  const series = await withBenches(context, PRICED.slice(0, TURNS), (benches) => sendInTurn(context, benches));
  const explained = await explainRefusals(context);
  if (explained !== null && !unfairRefusalsOf(context.client).hasUnexplainedPassing)
    return [...passed, ...outcomesOf(explained, OWN)];
  const told = [...outcomesOf(explained, OWN), ...(await byConnection(context))];
  return [...passed, ...(told.length > 0 ? told : [judgeFickleRefusals(series), ...unseenAlone(series, unfair)])];
};

/** Refusals of the run that passed, and none of which came in the series: what is sent beside a modify may decide, such as a lookup. */
function unseenAlone({ sent, repeated }: Series, { passed: { count, of } }: UnfairRefusals): Outcome[] {
  if (repeated.length > 0 || count < Math.max(LEAST_PASSING, of * LEAST_RATE)) return [];
  return [
    unverified(
      `${count} of ${of} valid modifies were refused, and accepted when they were sent again at once; ${sent} in turn, while nothing else was sent, were accepted, and nothing that was looked at decides which`,
    ),
  ];
}

/** Whether it hangs on the connection alone, where any that was refused was accepted over a new one. */
async function byConnection(context: Context): Promise<Outcome[]> {
  if (!unfairRefusalsOf(context.client).hasPassedApart) return [];
  const told = judgeConnections(await sendOnSeveral(context));
  return told === null ? [] : [told];
}

/** Of so many in a row, a few would be refused and pass. */
const seriesFor = ({ passed }: UnfairRefusals): number => Math.ceil((EXPECTED_PASSING * passed.of) / passed.count);

const modifyRepeatedly: OnOrder = (context, kind) =>
  withBench(context, kind, (bench) => accepts(bench, context.timestamps.areFew ? 1 : OWN_TIMES));

/** One modify over a new connection after nothing was sent for a while. */
async function modifyAfterRest(context: Context): Promise<void> {
  const [kind] = PRICED;
  if (kind === undefined) return;
  await withBench(context, kind, (bench) =>
    context.quietly(async (client) => {
      await bench.sendPlain(bench.validBody(), { client });
    }, REST_MS),
  );
}

/** While nothing else is sent, so that no limit on what is sent at a time is met. */
async function sendInTurn({ client, quietly, stop }: Context, benches: readonly Bench[]): Promise<Series> {
  const unfair = unfairRefusalsOf(client);
  const repeated: Repeated[] = [];
  let [sent, answerMs] = [0, 0];
  // How long an order rests after a modify is left to the service.
  const restMs = benches[0] === undefined ? null : await pauseAfterModify(benches[0]);
  const likely = seriesFor(unfair);
  const most = likely > LONGEST_SERIES ? UNREFUSED_SERIES : Math.max(UNREFUSED_SERIES, likely);
  await quietly(async (alone) => {
    const isEnough = (): boolean =>
      repeated.filter(({ isAcceptedAgain }) => isAcceptedAgain).length >= ENOUGH_PASSING && doMostPass(repeated);
    const isDue = (): boolean =>
      sent < SHORTEST_SERIES || (sent < SERIES && !isEnough()) || (sent < most && repeated.length === 0);
    // What comes after a modify of the same order is counted, so that each has the same before it.
    for (const bench of benches) await bench.sendNoted(bench.validBody(), { client: alone });
    for (; isDue() && unfair.hasUnexplainedPassing && benches.length > 0 && !stop.aborted; sent += 1) {
      const bench = benches[sent % benches.length];
      if (bench === undefined) return;
      const body = bench.validBody();
      const manner: Manner = sent % APART_EVERY === 1 ? { client: alone, isApart: true } : { client: alone };
      await pause(Math.max(restMs ?? 0, LEAST_PAUSE_MS, ANSWERS_APART * answerMs));
      if (sent % REST_EVERY === REST_EVERY / 2) await pause(REST_MS);
      const { exchange } = await bench.sendNoted(body, manner);
      answerMs = exchange.receivedAtMs - exchange.sentAtMs;
      if (!isRefusal(exchange)) continue;
      const again = await bench.sendNoted(body, { client: alone });
      repeated.push({ refused: exchange, again: again.exchange, isAcceptedAgain: isAccepted(again.exchange) });
    }
  });
  return { sent, repeated };
}

/** The turns in which connections are used, others each time: what goes by time or number does not follow them. */
const ROUNDS: readonly (readonly number[])[] = [
  [0, 1, 2, 3, 4, 5, 6, 7],
  [7, 6, 5, 4, 3, 2, 1, 0],
  [0, 2, 1, 3, 5, 7, 4, 6],
  [3, 0, 6, 5, 2, 1, 7, 4],
];
const CONNECTIONS = 8;
const BETWEEN_MS = 50;

/** Sends one modify over each of several connections, several times, for other orders each time, while nothing else is sent. */
function sendOnSeveral(context: Context): Promise<readonly Round[]> {
  return withBenches(context, PRICED.slice(0, TURNS), async (benches) => {
    const rounds: Round[] = [];
    await context.quietly(() =>
      context.onConnections(
        CONNECTIONS,
        async (clients) => {
          for (const [turn, connections] of ROUNDS.entries()) {
            for (const connection of connections) {
              const [bench, client] = [benches[(connection + turn) % benches.length], clients[connection]];
              if (bench === undefined || client === undefined || context.stop.aborted) return;
              await pause(BETWEEN_MS);
              const { exchange } = await bench.sendNoted(bench.validBody(), { client });
              rounds.push({ connection, order: identityOf(bench.held.order), exchange });
            }
          }
        },
        true,
      ),
    );
    return rounds;
  });
}

/** Examinations of valid modifies that are refused at one time and accepted at another, section 4.2. */
export const passingRefusalExaminations: Examinations = { [OWN]: examineChance };
