import { setTimeout as pause } from 'node:timers/promises';
import { NO_CHANGES } from '../arbitraries/structures.js';
import type { ModifyRecipe } from '../client/request-recipe.js';
import type { Outcome } from '../contract/verdict.js';
import { judgeTimestampUse, type TimestampCase, type TimestampPlace } from '../oracle/timestamp-use.js';
import { isAccepted, isRefusal } from '../wire/envelope.js';
import type { Exchange } from '../wire/exchange.js';
import { ownValues } from './order-steps.js';
import type { Bench } from './sandwich.js';

/** On whose behalf it is found out, whichever clause needs it first. */
const SHARED = 'CLK-008';

/**
 * The first timestamp, in seconds from the present: above those of other modifies, and where that tells nothing, well below.
 * Before all others, as far below as the window reaches, since from then on they may have to rise.
 */
const FIRST = 3;
const FIRST_BELOW = -50;
export const LOWEST = -57;
/** How much further each round goes, in seconds; a service may want every timestamp above the last, so that it is little. */
const STRIDE = 3;
const ROUNDS = 3;
/** How many orders are asked that take no modify at all. */
const MOST_TRIES = 3;
/** Before what was refused is sent in another body: what an order is busy with meanwhile, nobody says. In milliseconds. */
const PAUSE_MS = 350;
/** The same where modifies are refused for their moment. */
const LONG_PAUSE_MS = 1_200;

const learned = new WeakMap<object, { tries: number; cases: Promise<readonly TimestampCase[]> }>();

/**
 * Finds out, once per run, whether valid modifies are refused for a timestamp that another one had, or for one that is below:
 * from then on, each modify has one of its own.
 *
 * @param firstS - the first timestamp, in seconds from the present
 */
export function learnTimestampUse(bench: Bench, firstS = FIRST): Promise<readonly TimestampCase[]> {
  const { client, timestamps } = bench.context;
  const before = learned.get(client) ?? { tries: 0, cases: Promise.resolve([]) };
  const cases = before.cases.then(async (known) => {
    if (known.length > 1 || before.tries >= MOST_TRIES) return known;
    const found = await tryTimestamps(bench, firstS, PAUSE_MS);
    if (isBroken(judgeTimestampUse(found, 'below'))) timestamps.manner = 'rising';
    else if (isBroken(judgeTimestampUse(found, 'the same'))) timestamps.manner = 'once';
    return found;
  });
  learned.set(client, { tries: before.tries + 1, cases });
  return cases;
}

/** The same with time between the modifies, of which a service may take only so many. */
export function tryTimestampsSlowly(bench: Bench): Promise<readonly TimestampCase[]> {
  return tryTimestamps(bench, FIRST_BELOW, LONG_PAUSE_MS);
}

const isBroken = ({ outcome }: Outcome): boolean => outcome === 'broken';

/** A timestamp, the same and one below it, and where these are refused, all of it again further up. */
async function tryTimestamps(bench: Bench, firstS: number, pauseMs: number): Promise<readonly TimestampCase[]> {
  const base = bench.context.clock.nowSeconds() + firstS;
  const cases: TimestampCase[] = [];
  // What is refused is sent once more with the next timestamp above: its prices may be the reason.
  let refused: ModifyRecipe['body'] | undefined;
  const put = async (place: TimestampPlace, timestamp: number): Promise<boolean> => {
    const bodies = place === 'above' && refused !== undefined ? [() => refused] : bodiesFor(bench, place);
    const { exchange, body } = await sendAt(bench, bodies, timestamp, pauseMs);
    cases.push({ place, timestamp, exchange });
    refused = place !== 'above' && isRefusal(exchange) ? body : undefined;
    return isAccepted(exchange);
  };
  const open = new Set<TimestampPlace>(['the same', 'below']);
  for (let round = 0; round < ROUNDS && open.size > 0; round += 1) {
    const timestamp = base + round * STRIDE;
    if (!(await put('above', timestamp))) return cases;
    if (open.has('the same') && (await put('the same', timestamp))) open.delete('the same');
    if (!open.has('below')) continue;
    if (open.has('the same') && !(await put('above', timestamp + 2))) return cases;
    if (await put('below', timestamp + (open.has('the same') ? 1 : -1))) open.delete('below');
  }
  if (open.size > 0) await put('above', base + ROUNDS * STRIDE);
  return cases;
}

type MakeBody = () => ModifyRecipe['body'] | undefined;

/** Which prices may follow which, the document does not say. */
function bodiesFor(bench: Bench, place: TimestampPlace): readonly MakeBody[] {
  // With the timestamp of the one before, a body that changes nothing would make the same request.
  const plainest = (): ModifyRecipe['body'] =>
    place === 'the same' ? ownValues(bench.held.order) : bench.bodyAtRest(NO_CHANGES);
  return [() => bench.validBody(), () => bench.validBody(), plainest];
}

/** Sends one body after the other until one is accepted; for how long an order is busy, the document does not say. */
async function sendAt(
  bench: Bench,
  bodies: readonly MakeBody[],
  timestamp: number,
  pauseMs: number,
): Promise<{ readonly exchange: Exchange; readonly body: ModifyRecipe['body'] }> {
  let sent: { readonly exchange: Exchange; readonly body: ModifyRecipe['body'] } | undefined;
  for (const [turn, make] of bodies.entries()) {
    const body = make() ?? bench.validBody();
    if (turn === 1) await pause(pauseMs);
    sent = { body, exchange: (await bench.send({ body, timestamp: String(timestamp) }, SHARED)).exchange };
    if (!isRefusal(sent.exchange)) return sent;
  }
  if (sent === undefined) throw new Error('There is no body to be sent.');
  return sent;
}
