import type { Results } from '../../../contract/results.js';
import { amount } from '../../verdict-words.js';
import type { Problems } from './problems.js';
import { rereadExchange } from './recorded-exchange.js';
import { readLines } from './read-lines.js';
import { RejudgedClauses } from './rejudged-clauses.js';
import { ShownExchanges } from './shown-exchanges.js';

export const EXCHANGES_FILE = 'exchanges.jsonl';

/** Bytes of a line; the record cuts bodies at a small part of this. */
const LONGEST_LINE = 8 * 1024 * 1024;
/** Lines that are no exchanges, or stand twice, are named up to this many. */
const MOST_NAMED = 20;

/** What came of the evidence, in plain sentences. */
export interface Rederived {
  readonly derived: readonly string[];
  readonly notDerived: readonly string[];
}

/**
 * Makes again, from exchanges.jsonl and without the network, what can be made of it: how many requests there were, the
 * exchanges that findings show, and the verdict of each clause that holds of every answer.
 *
 * @param bytes - size of the file, which bounds what is kept of it
 */
export async function checkEvidence(
  dir: string,
  bytes: number,
  results: Results,
  problems: Problems,
): Promise<Rederived> {
  const numbers = new Set<number>();
  const shown = new ShownExchanges(results);
  const clauses = new RejudgedClauses();
  let lines = 0;
  let bad = 0;
  for await (const line of readLines(dir, EXCHANGES_FILE, LONGEST_LINE)) {
    lines += 1;
    const reread = line === null ? 'it is longer than any exchange' : rereadExchange(line);
    if (typeof reread === 'string') {
      bad += 1;
      if (bad <= MOST_NAMED) problems.add('evidence', `Line ${lines} of ${EXCHANGES_FILE} cannot be used: ${reread}.`);
      continue;
    }
    const { number } = reread.exchange;
    if (numbers.has(number)) problems.add('evidence', `Exchange ${number} was recorded twice.`);
    numbers.add(number);
    shown.see(reread, problems);
    clauses.see(reread);
  }
  shown.end(problems);
  checkNumbers(numbers, lines, results, problems);
  return tell(results, lines, bytes, shown, clauses, problems);
}

/** Requests are numbered from 1, and each is recorded. */
function checkNumbers(numbers: ReadonlySet<number>, lines: number, { requests }: Results, problems: Problems): void {
  if (lines !== requests) {
    problems.add('evidence', `The results count ${amount(requests, 'request')}, but ${lines} were recorded.`);
    return;
  }
  for (let number = 1; number <= requests; number += 1) {
    if (numbers.has(number)) continue;
    problems.add('evidence', `Exchange ${number} was not recorded.`);
    return;
  }
}

function tell(
  results: Results,
  lines: number,
  bytes: number,
  shown: ShownExchanges,
  clauses: RejudgedClauses,
  problems: Problems,
): Rederived {
  const derived = [
    `${amount(lines, 'exchange')} counted and numbered (${bytes} bytes)`,
    ...(shown.found > 0 ? [`${amount(shown.found, 'exchange')} that findings show, as recorded`] : []),
  ];
  const whole =
    'what takes the clock, a secret, or the order of the requests: signatures, timestamps, walks over pages';
  if (results.subject.role === 'client') {
    return { derived, notDerived: [`clauses of the client: their judges see what the record has redacted`, whole] };
  }
  const again = clauses.compare(results, problems);
  return {
    derived: [
      ...derived,
      `${amount(again, 'clause')} that ${again === 1 ? 'holds' : 'hold'} of every answer, judged again by ${amount(clauses.answers - clauses.cut, 'answer')}`,
    ],
    notDerived: [
      ...(clauses.cut > 0 ? [`${amount(clauses.cut, 'answer')} too long to be recorded whole`] : []),
      'clauses that compare several answers, and open questions',
      whole,
    ],
  };
}
