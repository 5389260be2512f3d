import { changedClauses } from '../../../contract/earlier-contracts.js';
import type { Results } from '../../../contract/results.js';
import { TASKS_FILE } from '../../../oracle/declared/recorded-task.js';
import { amount } from '../../verdict-words.js';
import { changedSince, isSent } from '../certified-scope.js';
import type { Problems } from './problems.js';
import { RecordedTimes } from './recorded-times.js';
import { hasItsSize, isInPart, rereadExchange } from './recorded-exchange.js';
import { readLines } from '../read-lines.js';
import { AcceptedRequests } from './accepted-requests.js';
import { CountedDeeds } from './counted-deeds.js';
import { CountedRequests } from './counted-requests.js';
import { listClauses } from './list-clauses.js';
import { ReferenceAnswers } from './reference-answers.js';
import { RefusedRequests } from './refused-requests.js';
import { judgeBaseUrlAgain } from './rejudged-base-url.js';
import { RejudgedOperations } from './rejudged-operations.js';
import { RejudgedClauses } from './rejudged-clauses.js';
import { ShownExchanges } from './shown-exchanges.js';
import { checkScenarios } from './client/check-scenarios.js';
import { readTasks } from './client/read-tasks.js';
import { ConductJudge } from './client/rejudged-conduct.js';
import { RejudgedWalks } from './walks/rejudged-walks.js';

export const EXCHANGES_FILE = 'exchanges.jsonl';

/** Bytes of a line; the record cuts bodies at a small part of this. */
const LONGEST_LINE = 8 * 1024 * 1024;
/** Lines that are no exchanges, or stand twice, are named up to this many. */
const MOST_NAMED = 20;

/** What came of the evidence, in plain sentences. */
export interface Rederived {
  readonly derived: readonly string[];
  readonly notDerived: readonly string[];
  /** What keeps the evidence from telling of the whole. */
  readonly limits: readonly string[];
}

/**
 * Makes again, from exchanges.jsonl and without the network, what can be made of it: how many requests there were, the
 * exchanges that findings show, and the clauses that the recorded answers decide.
 *
 * @param of - size of the file, which bounds what is kept of it; whether tasks.jsonl is there as it was certified
 */
export async function checkEvidence(
  dir: string,
  { bytes, hasTasks }: { readonly bytes: number; readonly hasTasks: boolean },
  results: Results,
  problems: Problems,
): Promise<Rederived> {
  const numbers = new Set<number>();
  const judged = judgedAlike(results);
  const readings: Readings = {
    conduct: await conductOf(dir, hasTasks, judged, problems),
    shown: new ShownExchanges(results),
    every: new RejudgedClauses(),
    counted: new CountedRequests(),
    deeds: isSent(results) ? new CountedDeeds() : null,
    refused: new RefusedRequests(),
    accepted: new AcceptedRequests(),
    operations: new RejudgedOperations(),
    reference: new ReferenceAnswers(),
    walks: isSent(results) ? new RejudgedWalks(judged) : null,
  };
  let lines = 0;
  let bad = 0;
  let inPart = 0;
  const isOurs = isSent(results);
  const oddSizes: number[] = [];
  const times = new RecordedTimes();
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
    if (isInPart(reread, isOurs)) inPart += 1;
    if (!hasItsSize(reread.exchange)) oddSizes.push(number);
    times.see(reread.exchange);
    readings.shown.see(reread, problems);
    const { every, counted, refused, accepted, operations, reference } = readings;
    for (const reading of [every, counted, refused, accepted, operations, reference]) reading.see(reread);
    readings.conduct?.see(reread, problems);
    readings.walks?.see(reread, problems);
    readings.deeds?.see(reread);
  }
  if (results.unrecorded === undefined) readings.shown.end(problems);
  checkNumbers(numbers, lines, results, problems);
  if (results.basis === undefined) {
    checkSizes(oddSizes, problems);
    times.compare(results, problems);
  }
  const counted = `${amount(lines, 'exchange')} counted and numbered (${bytes} bytes)`;
  const shown =
    readings.shown.found > 0 ? [`${amount(readings.shown.found, 'exchange')} that findings show, as recorded`] : [];
  const { derived, notDerived } = tellClauses(judged, readings, problems);
  readings.deeds?.compare(results, problems);
  if (results.subject.role === 'service') readings.counted.compare(results, readings.every, problems);
  return {
    derived: [counted, ...shown, ...derived],
    notDerived: [...notDerived, ...changedSinceLine(results)],
    limits: [...inPartLimit(inPart, lines), ...readings.reference.limits(results)],
  };
}

/** Without the clauses of an earlier contract that say something else today: the judges are those of today. */
function judgedAlike(results: Results): Results {
  const changed = changedClauses(results);
  return { ...results, clauses: results.clauses.filter(({ id }) => !changed.has(id)) };
}

function changedSinceLine(results: Results): string[] {
  const ids = changedSince(results);
  return ids.length === 0
    ? []
    : [`${amount(ids.length, 'clause')} of an earlier contract, another one today: ${listClauses(ids)}`];
}

function checkSizes([first, ...more]: readonly number[], problems: Problems): void {
  if (first === undefined) return;
  const others = more.length > 0 ? `, and ${amount(more.length, 'more exchange')}, have answers` : ' has an answer';
  problems.add('evidence', `Exchange ${first}${others} of another size than was recorded for it.`);
}

/** What is not in the record whole may be anything. */
function inPartLimit(inPart: number, lines: number): string[] {
  if (inPart === 0) return [];
  return [
    `${inPart} of ${amount(lines, 'exchange')} ${inPart === 1 ? 'was' : 'were'} not recorded whole: what the rest showed cannot be judged again.`,
  ];
}

interface Readings {
  /** `null`: of a service's run. */
  readonly conduct: ConductJudge | null;
  readonly shown: ShownExchanges;
  readonly every: RejudgedClauses;
  readonly counted: CountedRequests;
  /** `null`: as of `walks`. */
  readonly deeds: CountedDeeds | null;
  readonly refused: RefusedRequests;
  readonly accepted: AcceptedRequests;
  readonly operations: RejudgedOperations;
  readonly reference: ReferenceAnswers;
  /** `null`: the requests are not our own. */
  readonly walks: RejudgedWalks | null;
}

async function conductOf(
  dir: string,
  hasTasks: boolean,
  results: Results,
  problems: Problems,
): Promise<ConductJudge | null> {
  if (results.subject.role !== 'client') return null;
  if (results.basis !== undefined) return new ConductJudge(results, null);
  if (!hasTasks) {
    const untold = 'what the client was asked to do, and what it told of it, cannot be judged again';
    problems.add('evidence', `There is no ${TASKS_FILE} as it was certified: ${untold}.`);
  }
  const tasks = hasTasks ? await readTasks(dir, problems) : new Map<number, never>();
  if (hasTasks) checkScenarios(results, tasks, problems);
  return new ConductJudge(results, tasks);
}

/** Requests are numbered from 1, and each is recorded, but for as many as the results say. */
function checkNumbers(
  numbers: ReadonlySet<number>,
  lines: number,
  { requests, unrecorded = 0 }: Results,
  problems: Problems,
): void {
  if (lines + unrecorded !== requests) {
    const but = unrecorded > 0 ? ` and ${unrecorded} of them as not recorded` : '';
    problems.add('evidence', `The results count ${amount(requests, 'request')}${but}, but ${lines} were recorded.`);
    return;
  }
  const beyond = [...numbers].find((number) => number > requests);
  if (unrecorded > 0) {
    if (beyond !== undefined) problems.add('evidence', `Exchange ${beyond} has a number that no request had.`);
    return;
  }
  for (let number = 1; number <= requests; number += 1) {
    if (numbers.has(number)) continue;
    problems.add('evidence', `Exchange ${number} was not recorded.`);
    return;
  }
}

/** Which clauses were judged again, which were not, and in how far. */
function tellClauses(
  results: Results,
  { conduct, every, refused, accepted, operations, walks }: Readings,
  problems: Problems,
): Omit<Rederived, 'limits'> {
  const isOurs = isSent(results);
  const ofEvery = results.subject.role === 'service' ? every.compare(results, problems) : [];
  const ofRefused = isOurs ? refused.compare(results, problems) : [];
  const inPart = isOurs ? accepted.compare(results, problems) : [];
  const ofConduct = conduct?.compare(problems) ?? { whole: [], inPart: [] };
  const ofBaseUrl = isOurs ? judgeBaseUrlAgain(results, problems) : [];
  const ofOperations = isOurs ? operations.compare(results, problems) : [];
  const ofWalks = walks?.compare(results, problems) ?? [];
  const told = new Set([
    ...ofEvery,
    ...ofRefused,
    ...ofBaseUrl,
    ...ofOperations,
    ...ofWalks,
    ...inPart,
    ...ofConduct.whole,
    ...ofConduct.inPart,
  ]);
  const decided = results.clauses.filter(
    ({ verdict }) => verdict === 'pass' || verdict === 'fail' || verdict === 'warn',
  );
  const taken = decided.map(({ id }) => id).filter((id) => !told.has(id));
  const line = (ids: readonly string[], what: string): string[] =>
    ids.length === 0 ? [] : [`${amount(ids.length, 'clause')} ${what}: ${listClauses(ids)}`];
  return {
    derived: [
      ...line(ofEvery, `of every answer, by ${amount(every.answers - every.cut, 'answer')}`),
      ...line(ofRefused, `of what is refused, by ${amount(refused.requests, 'invalid request')}`),
      ...line(ofWalks, 'of walks over pages'),
      ...line(ofBaseUrl, 'of the base URL'),
      ...line(ofOperations, 'of other operations'),
      ...line(ofConduct.whole, 'of what the client sent and told'),
      ...line(ofConduct.inPart, 'of what the client sent and told, in part'),
      ...line(inPart, 'of what is accepted, in part: there were such requests, and they were accepted'),
    ],
    notDerived: [
      ...(results.unrecorded === undefined
        ? []
        : [`${amount(results.unrecorded, 'request')} that are not in the record`]),
      ...(every.cut > 0 ? [`${amount(every.cut, 'answer')} too long to be recorded whole`] : []),
      ...(conduct === null
        ? line(taken, 'resting on what is not in the record')
        : line(taken, 'resting on a secret, of which the cases alone were counted')),
      ...line(
        results.clauses.filter(({ verdict }) => verdict === 'observed').map(({ id }) => id),
        'of open questions',
      ),
      'what is unverified or does not apply, but where an answer breaks it',
    ],
  };
}
