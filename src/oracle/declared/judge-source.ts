import { broken, pass, type Outcome } from '../../contract/verdict.js';
import type { Declared } from '../conduct/task.js';
import { dataOf } from '../../wire/envelope.js';
import type { Exchange } from '../../wire/exchange.js';
import { isJsonObject } from '../../wire/json.js';
import type { Judged } from './judged.js';

/**
 * Judges whether what a client declares came of what it sent for this task, and not from memory or from nothing. A
 * failure needs no request; whatever else is wrong with what is declared is judged elsewhere.
 *
 * @param exchanges - of this task alone
 * @param stockCds - all that a walk of the task has to tell
 * @returns nothing where it cannot be known, since an answer cannot be read here
 * @clause CLI-046
 */
export function judgeSource(declared: Declared, exchanges: readonly Exchange[], stockCds: readonly string[]): Judged[] {
  const outcome = outcomeOf(declared, exchanges, stockCds);
  return outcome === null ? [] : [{ clause: 'CLI-046', outcome, isOfAnyTask: true }];
}

function outcomeOf(declared: Declared, exchanges: readonly Exchange[], stockCds: readonly string[]): Outcome | null {
  const [operation, asked, told] =
    declared.kind === 'success'
      ? (['modifyOrder', 'a modify', 'a success'] as const)
      : (['listOrderableStocks', 'a lookup', 'a list of instruments'] as const);
  if (declared.kind !== 'success' && declared.kind !== 'instruments') return null;
  const own = exchanges.filter((exchange) => exchange.operation === operation);
  if (own.length === 0) {
    return broken({
      cause: `${told} is told without ${asked}`,
      at: 'standard output',
      expected: `${asked}, and what came of it`,
      actual: `${told}, and no such request`,
    });
  }
  return declared.kind === 'success' ? pass : judgeList(declared.stockCds, own, stockCds);
}

function judgeList(told: readonly string[], lookups: readonly Exchange[], stockCds: readonly string[]): Outcome | null {
  const came = codesIn(lookups);
  if (came === null) return null;
  const all = new Set(stockCds);
  // One that there is not at all is told wrongly, and came from nowhere.
  const made = told.filter((code) => all.has(code) && !came.has(code));
  if (made.length === 0) return pass;
  return broken({
    cause: 'instruments are told that came in no answer',
    at: 'standard output',
    expected: 'instruments of the pages that came',
    actual: `${made.length} that came in none`,
  });
}

/** The instruments of all answers; `null` where one of them may have held some that cannot be read here. */
function codesIn(lookups: readonly Exchange[]): ReadonlySet<string> | null {
  const codes = new Set<string>();
  for (const exchange of lookups) {
    const { response, trouble } = exchange;
    if (trouble?.kind === 'oversize' || trouble?.kind === 'malformed') return null;
    if (response?.status !== 200) continue;
    const details = dataOf(exchange)?.['details'];
    if (!Array.isArray(details)) return null;
    for (const record of details as unknown[]) {
      const code = isJsonObject(record) ? record['stockCd'] : undefined;
      if (typeof code === 'string') codes.add(code);
    }
  }
  return codes;
}
