import type { Answer } from '../../../src/contract/verdict.js';
import { Observer } from '../../../src/oracle/observer.js';
import { madeExchange, type Made } from '../../support/exchange-builder.js';

/** What is answered to each question after these exchanges. */
export function observe(...all: readonly Made[]): (question: string) => Answer | undefined {
  const observer = new Observer();
  for (const made of all) observer.see(madeExchange(made));
  return (question) => observer.answer(question);
}
