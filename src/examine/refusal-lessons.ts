import { Mutex } from './mutex.js';

/** After so many refusals of a clause, or of a run, that told of their moment only, its others are taken to be like them. */
const MOST_OF_A_CLAUSE = 3;
const MOST_OF_A_RUN = 12;

/** What came of something that was refused when it was sent again in a quiet; `why` it tells nothing. */
export type Retried =
  | { readonly found: 'standing' }
  /** It was refused for its moment, or everything is. */
  | { readonly found: 'passing'; readonly why: string }
  | { readonly found: 'nothing'; readonly why: string };

/** What a run learned of refusals of what ought to be accepted. */
export class RefusalLessons {
  /** One at a time, so that the first tells the others. */
  private readonly turns = new Mutex();
  private readonly passing: { readonly clause: string; readonly why: string }[] = [];
  /** Clauses for which a refusal did not pass with time. */
  private readonly standing = new Set<string>();

  /**
   * Whether a refusal tells anything: of each clause, things are sent again only until one is refused all the same.
   *
   * @param retry - sends it again in a quiet
   * @returns why the refusal tells nothing; `null`: it stands
   */
  whyPassing(clause: string, retry: () => Promise<Retried>): Promise<string | null> {
    return this.turns.run(async () => {
      if (this.standing.has(clause)) return null;
      const known = this.whyUntried(clause);
      if (known !== undefined) return known;
      const retried = await retry();
      if (retried.found === 'standing') {
        this.standing.add(clause);
        return null;
      }
      if (retried.found === 'passing') this.passing.push({ clause, why: retried.why });
      return retried.why;
    });
  }

  /** Whether a refusal was found to tell nothing for this reason. */
  hasPassing(why: string): boolean {
    return this.passing.some((refusal) => refusal.why === why);
  }

  private whyUntried(clause: string): string | undefined {
    const own = this.passing.filter((refusal) => refusal.clause === clause);
    if (own.length < MOST_OF_A_CLAUSE && this.passing.length < MOST_OF_A_RUN) return undefined;
    return (own.at(-1) ?? this.passing.at(-1))?.why;
  }
}

/** Sends something, perhaps again. @returns whether it was accepted; `null`: it was not answered */
export type Try = () => Promise<boolean | null>;

/** Why a refusal tells nothing, by what came of it in the quiet. */
export interface Reasons {
  readonly taken: string;
  readonly noneIsTaken: string;
  readonly unanswered: string;
}

/**
 * Sends what was refused, a sibling, and it again, in a quiet: it stands where it alone is refused.
 *
 * @param sibling - ought to be accepted; `null` where nothing is known that was
 * @param isOnce - it is not sent again after the sibling
 */
export async function sendAgain(refused: Try, sibling: Try | null, reasons: Reasons, isOnce = false): Promise<Retried> {
  const unanswered: Retried = { found: 'nothing', why: reasons.unanswered };
  const taken: Retried = { found: 'passing', why: reasons.taken };
  const first = await refused();
  if (first !== false) return first ? taken : unanswered;
  if (sibling === null) return { found: 'standing' };
  const other = await sibling();
  if (other !== true) return other === false ? { found: 'passing', why: reasons.noneIsTaken } : unanswered;
  // All may have been taken again from the moment between the two.
  const again = isOnce ? false : await refused();
  return again === false ? { found: 'standing' } : again ? taken : unanswered;
}

/** Gives each run lessons of its own, told by its client. */
export function lessonsByRun(): (client: object) => RefusalLessons {
  const known = new WeakMap<object, RefusalLessons>();
  return (client) => {
    const lessons = known.get(client) ?? new RefusalLessons();
    known.set(client, lessons);
    return lessons;
  };
}
