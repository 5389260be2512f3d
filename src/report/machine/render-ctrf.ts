import { createHash } from 'node:crypto';
import { CLAUSE_PLACES } from '../../contract/generated/clause-places.js';
import type { ClauseResult, QuestionResult, Results } from '../../contract/results.js';
import { headline } from '../short-verdict.js';
import { basisText, subjectText } from '../verdict-words.js';
import { clauseName, driftsOf, findingsText, oneLine, reasonLine } from './clause-text.js';
import { type RuledClause, ruleClauses, RUN_POLICY, type Status } from './policy.js';

/** The edition of the format that this is written by. */
const CTRF_VERSION = '0.0.0';

interface CtrfTest {
  readonly testId: string;
  readonly name: string;
  readonly status: Status['ctrf'];
  readonly rawStatus: string;
  readonly duration: number;
  readonly [member: string]: unknown;
}

/** The run in the Common Test Report Format: one test per clause, and one, `verdict`, for the run as a whole. */
export function renderCtrf(results: Results): string {
  const drifts = driftsOf(results);
  const tests = [
    verdictTest(results),
    ...ruleClauses(results).map((ruled) => clauseTest(ruled, drifts.get(ruled.clause.id))),
  ];
  const report = {
    reportFormat: 'CTRF',
    specVersion: CTRF_VERSION,
    reportId: idOf(results),
    timestamp: results.finishedAt,
    generatedBy: `tradecert ${oneLine(results.tool.version)}`,
    results: {
      tool: { name: 'tradecert', version: oneLine(results.tool.version) },
      summary: summaryOf(tests, results),
      tests,
      environment: { appName: oneLine(subjectText(results.subject)) },
      extra: extraOf(results),
    },
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function verdictTest(results: Results): CtrfTest {
  const { verdict } = results;
  return {
    testId: 'verdict',
    name: 'verdict',
    status: RUN_POLICY[verdict].ctrf,
    rawStatus: verdict,
    duration: durationOf(results),
    suite: ['tradecert'],
    type: 'conformance',
    message: oneLine(headline(results)),
  };
}

function clauseTest({ clause, standing, status }: RuledClause, drift: QuestionResult | undefined): CtrfTest {
  const { id, kind, role, section, verdict, cases, requests, findings } = clause;
  const message = reasonLine(clause, drift);
  const place = CLAUSE_PLACES[id]?.clause;
  return {
    testId: id,
    name: clauseName(clause),
    status: status.ctrf,
    rawStatus: verdict,
    // results.json does not know how long a clause took: requests serve many of them.
    duration: 0,
    suite: ['tradecert', id.replace(/-.*$/, '')],
    type: 'conformance',
    ...(message !== '' && { message }),
    ...(findings.length > 0 && { trace: findingsText(clause) }),
    tags: [kind, standing],
    labels: { kind, role, section: oneLine(section), standing, cases, requests },
    ...(place && { filePath: place.file, line: place.line }),
    ...extraOfClause(clause),
  };
}

function extraOfClause({ waiver, firstBrokenAt }: ClauseResult): object {
  const extra = {
    ...(waiver && { waiver: { reason: oneLine(waiver.reason), expires: oneLine(waiver.expires) } }),
    ...(firstBrokenAt !== undefined && { firstBrokenAt }),
  };
  return Object.keys(extra).length === 0 ? {} : { extra: { tradecert: extra } };
}

function summaryOf(tests: readonly CtrfTest[], results: Results): object {
  const count = (wanted: Status['ctrf']): number => tests.filter(({ status }) => status === wanted).length;
  return {
    tests: tests.length,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    pending: 0,
    other: count('other'),
    start: Date.parse(results.startedAt),
    stop: Date.parse(results.finishedAt),
    duration: durationOf(results),
  };
}

/** What the format has no place for, under our own name. */
function extraOf(results: Results): object {
  const { contract, profile, subject, verdict, counts, notes } = results;
  return {
    tradecert: {
      verdict,
      sentence: oneLine(headline(results)),
      basis: basisText(results),
      role: subject.role,
      contract,
      ...(profile && { profile: { name: oneLine(profile.name), sha256: profile.sha256 } }),
      counts,
      notes: notes.map((note) => oneLine(note)),
    },
  };
}

function durationOf({ startedAt, finishedAt }: Results): number {
  return Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt));
}

/** An id that the same results always have, in the form of a UUID of one's own making (version 8). */
function idOf(results: Results): string {
  const hash = createHash('sha256').update(JSON.stringify(results)).digest('hex');
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`];
  return [...parts, hash.slice(20, 32)].join('-');
}
