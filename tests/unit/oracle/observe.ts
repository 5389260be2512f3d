import type { Answer } from '../../../src/contract/verdict.js';
import { Observer } from '../../../src/oracle/observer.js';
import { madeExchange, type Made } from '../../support/exchange-builder.js';

type Answering = (question: string) => Answer | undefined;

/** What is answered to each question after these exchanges. */
export function observe(...all: readonly Made[]): Answering {
  const observer = observerOf(all);
  return (question) => observer.answer(question);
}

/** The same where they are those of a run. */
export function observeRun(...all: readonly Made[]): Answering {
  const observer = observerOf(all);
  return (question) => observer.answerOfRun(question);
}

function observerOf(all: readonly Made[]): Observer {
  const observer = new Observer();
  for (const made of all) observer.see(madeExchange(made));
  return observer;
}
