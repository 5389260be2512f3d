import type { Exchange } from '../wire/exchange.js';
import type { Context } from './context.js';
import { isSuccess, type Ask } from './lookups.js';
import { Mutex } from './mutex.js';

/** Sends one lookup, or several in a row of which the last one counts. */
export type SendLookup = (ask: Ask) => Promise<Exchange>;

/** After so many refusals of a run that told of their moment only, others are taken to be like them. */
const MOST_PASSING = 4;

/** What a run learned of lookups that were refused and ought not to be. */
interface Learned {
  /** One at a time, so that the first tells the others. */
  readonly turns: Mutex;
  /** Why those tell nothing that were refused for their moment only. */
  readonly passing: string[];
  /** Clauses for which a refusal did not pass with time. */
  readonly standing: Set<string>;
}

const learnedInRun = new WeakMap<object, Learned>();

const REFUSED_FOR_A_WHILE =
  'it was accepted once nothing else had been sent for some seconds: the service seems to take only so many lookups at a time, and does not say so with status 429 (a lower `--rate` may help)';

const NONE_IS_TAKEN =
  'once nothing else had been sent for some seconds, it was refused, and so was another one that should be accepted: the service seems to take no more lookups, or none for the moment (a quota that is used up)';

/**
 * Whether the refusal of a lookup may be about its moment alone: how many lookups a service takes, and when, the document
 * does not say (section 8). Nothing else is sent for some seconds, then the lookup, its sibling, and the lookup again; of each
 * clause only until one is refused all the same.
 *
 * @returns why the refusal tells nothing; `null`: it stands
 */
export function whyPassingRefusal(context: Context, refused: SendLookup, sibling: SendLookup): Promise<string | null> {
  const learned = learnedBy(context);
  return learned.turns.run(async () => {
    if (learned.standing.has(context.clause.id)) return null;
    const known = learned.passing.at(-1);
    if (known !== undefined && learned.passing.length >= MOST_PASSING) return known;
    const why = await tryInQuiet(context, refused, sibling);
    if (why === null) learned.standing.add(context.clause.id);
    else learned.passing.push(why);
    return why;
  });
}

async function tryInQuiet({ lookups }: Context, refused: SendLookup, sibling: SendLookup): Promise<string | null> {
  let why: string | null = 'it was not sent again before the run was stopped';
  await lookups.inQuiet(async (ask) => {
    const isTaken = async (send: SendLookup): Promise<boolean> => isSuccess((await send(ask)).response?.status);
    if (await isTaken(refused)) why = REFUSED_FOR_A_WHILE;
    else if (!(await isTaken(sibling))) why = NONE_IS_TAKEN;
    else why = (await isTaken(refused)) ? REFUSED_FOR_A_WHILE : null;
  });
  return why;
}

function learnedBy({ client }: Context): Learned {
  const known = learnedInRun.get(client);
  if (known !== undefined) return known;
  const learned = { turns: new Mutex(), passing: [], standing: new Set<string>() };
  learnedInRun.set(client, learned);
  return learned;
}
