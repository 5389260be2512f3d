import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Side } from './clause.js';
import type { Answer } from './verdict.js';

/** Relative to the package; written by scripts/clause-examples.ts. */
export const CLAUSE_EXAMPLES = 'specs/clause-examples.json';

/** How a clause was found broken by a fault, in a run of that clause alone. */
export interface ClauseExample {
  /** Of the reference service, or of examples/clients/faulty. */
  readonly fault: string;
  readonly does: string;
  readonly cause: string;
  readonly at: string;
  readonly expected: string;
  readonly actual: string;
  /** Of a client: in which it showed. */
  readonly scenario?: string;
  /** A run of the clause alone does not show it, and a whole one does. */
  readonly whole?: true;
  /** What is wrong with the modifies that are sent for the clause, each once: completes "accepted although …". */
  readonly ways?: readonly string[];
}

/** What the reference service, or the sample client, does where the document is silent. */
export interface AnswerExample {
  readonly observed: Answer;
  /** Sentences for the document that this answer would lead to. */
  readonly proposed: readonly string[];
}

/** By clause id, those of either side apart; `answers` by question. */
export interface ClauseExamples extends Readonly<Record<Side, Readonly<Record<string, ClauseExample>>>> {
  readonly answers: Readonly<Record<string, AnswerExample>>;
}

/** @param rootDir - folder of the package, with `specs/` in it */
export function readClauseExamples(rootDir: string): ClauseExamples {
  return JSON.parse(readFileSync(join(rootDir, CLAUSE_EXAMPLES), 'utf8')) as ClauseExamples;
}
