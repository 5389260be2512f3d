import { amount } from '../../contract/amount.js';
import { broken, pass, unverified, type Finding } from '../../contract/verdict.js';
import type { Declared } from '../conduct/task.js';
import { showExchange } from '../show-exchange.js';
import { dataOf, isAccepted, isUnknown } from '../../wire/envelope.js';
import type { Exchange } from '../../wire/exchange.js';
import type { Judged } from './judged.js';

/** A walk as it was declared, held against the instruments that there are. */
export interface WalkFacts {
  readonly clause: string;
  /** In the order of the pages. */
  readonly stockCds: readonly string[];
  /** The walk cannot be completed. */
  readonly isHopeless?: boolean;
  /** What is wrong in it can be read as what was meant: the whole list is right, and so is an error. */
  readonly isDoubtful?: boolean;
  readonly exchanges: readonly Exchange[];
}

/** Judges what a client declares of a walk (4.3). */
export function judgeWalk(declared: Declared, facts: WalkFacts): Judged {
  const { clause, stockCds, isHopeless = false, isDoubtful = false, exchanges } = facts;
  const last = exchanges.at(-1);
  const found = (finding: Omit<Finding, 'at' | 'shown'>): Judged => ({
    clause,
    outcome: broken({ ...finding, at: 'standard output', ...(last && { shown: showExchange(last) }) }),
    ...(!isHopeless && { isLikePlain: true }),
  });
  if (declared.kind === 'nothing') return { clause, outcome: unverified(declared.because) };
  if (declared.kind === 'instruments' && !exchanges.some(({ operation }) => operation === 'listOrderableStocks')) {
    return { clause, outcome: unverified('no lookup came') };
  }
  if (isHopeless) {
    if (declared.kind !== 'instruments') return { clause, outcome: pass };
    return found({
      cause: 'a walk that could not be completed is told as a whole one',
      expected: 'an error, since not all pages came',
      actual: `a list of ${amount(declared.stockCds.length, 'instrument')}`,
    });
  }
  if (declared.kind === 'instruments') {
    const difference = differenceOf(stockCds, declared.stockCds);
    return difference === null ? { clause, outcome: pass } : found(difference);
  }
  if (isDoubtful) return { clause, outcome: pass };
  const refused = exchanges.find(({ response }) => response?.status !== 200);
  // What the service refuses, some other clause explains.
  if (refused !== undefined) return { clause, outcome: unverified('the service refused a lookup of this walk') };
  return found({
    cause: 'a walk that could be completed is told as a failure',
    expected: `a list of ${amount(stockCds.length, 'instrument')}`,
    actual: 'an error',
  });
}

function differenceOf(
  expected: readonly string[],
  told: readonly string[],
): Pick<Finding, 'cause' | 'expected' | 'actual'> | null {
  const [are, were] = [amount(expected.length, 'instrument'), amount(told.length, 'instrument')];
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

/** A modify as it was declared, held against its answers. */
export interface ModifyFacts {
  /** Of a success. */
  readonly clause: string;
  readonly modifies: readonly Exchange[];
  /** What is wrong in the answer can be read as what was meant: whatever is declared is right. */
  readonly isDoubtful?: boolean;
  /** An answer with status 200 says neither yes nor no. */
  readonly isUnreadable?: boolean;
}

/** Judges what a client declares of a modify by the last answer that it got (2.5). */
export function judgeModify(declared: Declared, facts: ModifyFacts): Judged {
  const { clause, modifies, isDoubtful = false, isUnreadable = false } = facts;
  const last = modifies.at(-1);
  if (last === undefined) return { clause, outcome: unverified('no modify came') };
  if (isUnknown(last)) return judgeUnknown(declared, last);
  if (isUnreadable && last.response?.status === 200 && declared.kind === 'no success') return judgeUnread(last);
  if (isDoubtful) return { clause, outcome: declared.kind === 'nothing' ? unverified(declared.because) : pass };
  return isAccepted(last) ? judgeTaken(declared, last, clause) : judgeNotTaken(declared, last);
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

/** As a success it breaks CLI-034. A client that takes no answer for a success tells plain tasks as refused as well. */
function judgeUnread(last: Exchange): Judged {
  return {
    clause: 'CLI-043',
    outcome: broken({
      cause: 'a modify whose answer cannot be read is told as a refusal',
      at: 'standard output',
      expected: 'an error that says that the outcome is not known',
      actual: 'a refusal',
      shown: showExchange(last),
    }),
    isLikePlain: true,
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
  // Of an answer that broke off the client has the status, which we have not: it may be that of a refusal.
  if (declared.kind === 'no success' && last.trouble?.kind === 'truncated') {
    return { clause, outcome: unverified('the answer broke off after its status') };
  }
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
