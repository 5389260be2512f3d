import type { Results } from '../../../contract/results.js';
import type { ShownExchange } from '../../../contract/verdict.js';
import { showExchange } from '../../../oracle/show-exchange.js';
import { stableStringify } from '../../../wire/json.js';
import type { Problems } from './problems.js';
import type { RereadExchange } from './recorded-exchange.js';

interface Wanted {
  readonly clause: string;
  readonly shown: ShownExchange;
}

/** Holds the exchanges that findings show against the record. */
export class ShownExchanges {
  private readonly wanted = new Map<number, Wanted[]>();
  /** How many were found as recorded. */
  found = 0;

  constructor({ clauses }: Results) {
    for (const { id, findings } of clauses) {
      for (const { shown, sibling } of findings) {
        for (const one of [shown, sibling]) {
          if (one === undefined) continue;
          const known = this.wanted.get(one.exchange) ?? [];
          this.wanted.set(one.exchange, [...known, { clause: id, shown: one }]);
        }
      }
    }
  }

  see(reread: RereadExchange, problems: Problems): void {
    const { number } = reread.exchange;
    for (const { clause, shown } of this.wanted.get(number) ?? []) {
      if (isShown(shown, reread)) this.found += 1;
      else problems.add('evidence', `A finding of ${clause} shows exchange ${number} otherwise than it was recorded.`);
    }
    this.wanted.delete(number);
  }

  end(problems: Problems): void {
    for (const [number, [first]] of this.wanted) {
      problems.add('evidence', `A finding of ${first?.clause ?? ''} shows exchange ${number}, which was not recorded.`);
    }
  }
}

/** A long body is shown in part, around the place that matters: that part has to be in what was recorded. */
function isShown(shown: ShownExchange, { exchange, isCut }: RereadExchange): boolean {
  const again = showExchange(exchange);
  const { responseBody: part, ...rest } = shown;
  const { responseBody: whole, ...expected } = again;
  if (stableStringify(rest) !== stableStringify(expected)) return false;
  if (part === whole || isCut) return true;
  const text = exchange.response?.text ?? null;
  return part !== null && text !== null && part.length > 2 && text.includes(part.replace(/^…/, '').replace(/…$/, ''));
}
