import { broken, pass, unverified, type Finding, type Outcome } from '../contract/verdict.js';
import type { Declared } from '../oracle/conduct/task.js';
import { showExchange } from '../oracle/show-exchange.js';
import { dataOf, isAccepted } from '../wire/envelope.js';
import type { Exchange } from '../wire/exchange.js';

/** What a scenario came to on one clause. */
export interface Judged {
  readonly clause: string;
  readonly outcome: Outcome;
  /** What is asked of the client is what a plain task asks as well: where it fails at that, it says nothing of this one. */
  readonly isLikePlain?: true;
}

/** A walk as it was declared, held against the instruments that there are. */
export interface WalkFacts {
  readonly clause: string;
  /** In the order of the pages; `null`: the walk cannot be completed. */
  readonly stockCds: readonly string[] | null;
  readonly exchanges: readonly Exchange[];
}

/** Judges what a client declares of a walk (4.3). */
export function judgeWalk(declared: Declared, { clause, stockCds, exchanges }: WalkFacts): Judged {
  const last = exchanges.at(-1);
  const found = (finding: Omit<Finding, 'at' | 'shown'>): Judged => ({
    clause,
    outcome: broken({ ...finding, at: 'standard output', ...(last && { shown: showExchange(last) }) }),
    ...(stockCds !== null && { isLikePlain: true }),
  });
  if (declared.kind === 'nothing') return { clause, outcome: unverified(declared.because) };
  if (stockCds === null) {
    if (declared.kind !== 'instruments') return { clause, outcome: pass };
    return found({
      cause: 'a walk that could not be completed is told as a whole one',
      expected: 'an error, since not all pages came',
      actual: `a list of ${declared.stockCds.length} instruments`,
    });
  }
  if (declared.kind === 'instruments') {
    const difference = differenceOf(stockCds, declared.stockCds);
    return difference === null ? { clause, outcome: pass } : found(difference);
  }
  const refused = exchanges.find(({ response }) => response?.status !== 200);
  // What the service refuses, some other clause explains.
  if (refused !== undefined) return { clause, outcome: unverified('the service refused a lookup of this walk') };
  return found({
    cause: 'a walk that could be completed is told as a failure',
    expected: `a list of ${stockCds.length} instruments`,
    actual: 'an error',
  });
}

function differenceOf(
  expected: readonly string[],
  told: readonly string[],
): Pick<Finding, 'cause' | 'expected' | 'actual'> | null {
  const [are, were] = [`${expected.length} instruments`, `${told.length} instruments`];
  if (told.length < expected.length) return { cause: 'instruments are missing', expected: are, actual: were };
  if (told.length > expected.length)
    return { cause: 'instruments are told that are none, or twice', expected: are, actual: were };
  const at = told.findIndex((code, index) => code !== expected[index]);
  if (at < 0) return null;
  return {
    cause: 'instruments are told otherwise than they came',
    expected: `in place ${at + 1}, the instrument that came there`,
    actual: 'another one',
  };
}

/**
 * Judges what a client declares of a modify by the last answer that it got.
 *
 * @param clause - of a success
 */
export function judgeModify(declared: Declared, clause: string, modifies: readonly Exchange[]): Judged[] {
  const last = modifies.at(-1);
  if (last === undefined) return [{ clause, outcome: unverified('no modify came') }];
  if (last.response === undefined) return [judgeUnknown(declared, last), judgeResent(modifies)];
  if (isAccepted(last)) return [judgeTaken(declared, last, clause)];
  return [judgeNotTaken(declared, last)];
}

function judgeTaken(declared: Declared, last: Exchange, clause: string): Judged {
  if (declared.kind === 'nothing') return { clause, outcome: unverified(declared.because) };
  if (declared.kind === 'success') return { clause, outcome: pass };
  return {
    clause,
    outcome: broken({
      cause: 'a modify that succeeded is not told as a success',
      at: 'standard output',
      expected: '{"success":true}',
      actual: declared.kind,
      shown: showExchange(last),
    }),
    isLikePlain: true,
  };
}

function judgeNotTaken(declared: Declared, last: Exchange): Judged {
  const clause = clauseOfRefusal(last);
  if (declared.kind === 'nothing') return { clause, outcome: unverified(declared.because) };
  if (declared.kind !== 'success') return { clause, outcome: pass };
  return {
    clause,
    outcome: broken({
      cause: 'a modify that did not succeed is told as a success',
      at: 'standard output',
      expected: '{"success":false} or an error',
      actual: '{"success":true}',
      shown: showExchange(last),
    }),
  };
}

function clauseOfRefusal(exchange: Exchange): string {
  if (exchange.response?.status !== 200) return 'CLI-033';
  return dataOf(exchange)?.['success'] === false ? 'CLI-032' : 'CLI-034';
}

function judgeUnknown(declared: Declared, last: Exchange): Judged {
  const clause = 'CLI-043';
  if (declared.kind === 'nothing') return { clause, outcome: unverified(declared.because) };
  if (declared.kind === 'error') return { clause, outcome: pass };
  const told = declared.kind === 'success' ? 'a success' : 'a refusal';
  return {
    clause,
    outcome: broken({
      cause: `a modify whose answer did not come is told as ${told}`,
      at: 'standard output',
      expected: 'an error that says that the outcome is not known',
      actual: told,
      shown: showExchange(last),
    }),
  };
}

function judgeResent(modifies: readonly Exchange[]): Judged {
  const clause = 'CLI-044';
  const [first] = modifies;
  if (modifies.length === 1 || first === undefined) return { clause, outcome: pass };
  return {
    clause,
    outcome: broken({
      cause: 'a modify whose answer did not come is sent again',
      at: 'request',
      expected: 'one modify',
      actual: `${modifies.length} of them`,
      shown: showExchange(first),
    }),
  };
}
