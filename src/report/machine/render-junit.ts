import type { Results } from '../../contract/results.js';
import { wholeCharacters } from '../../contract/whole-characters.js';
import { renderClauseHead } from '../finding-text.js';
import { cutText, plainLines } from '../plain-text.js';
import { headline } from '../short-verdict.js';
import { basisText, subjectText } from '../verdict-words.js';
import { clauseName, driftsOf, findingsText, oneLine, reasonLine } from './clause-text.js';
import { type RuledClause, ruleClauses, RUN_POLICY, type Standing } from './policy.js';

const LONGEST_OUTPUT = 65_536;

/** Passes, yet has something to say: it goes to the output of the suite, since strict readers know none of a case. */
const WORTH_TELLING: ReadonlySet<Standing> = new Set(['warned', 'changed', 'waived']);

interface Suite {
  readonly name: string;
  readonly seconds: number;
  readonly cases: readonly Case[];
  readonly properties: readonly (readonly [string, string])[];
  readonly output: string;
}

interface Case {
  readonly className: string;
  readonly name: string;
  readonly status: 'passed' | 'failure' | 'error' | 'skipped';
  readonly type: string;
  readonly message: string;
  readonly text: string;
}

/**
 * JUnit XML in the subset that strict readers of all dialects share: one suite for the run as a whole, one per area, one
 * case per clause.
 */
export function renderJunit(results: Results): string {
  const drifts = driftsOf(results);
  const reasonOf = ({ clause }: RuledClause): string => reasonLine(clause, drifts.get(clause.id));
  const suites = [verdictSuite(results)];
  for (const [area, ruled] of byArea(ruleClauses(results))) suites.push(areaSuite(area, ruled, reasonOf));
  const shared = { hostname: hostOf(results.subject.baseUrl), timestamp: results.startedAt.slice(0, 19) };
  const body = suites.map((suite, id) => renderSuite(suite, { ...shared, id: String(id) })).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${body}</testsuites>\n`;
}

/** One case for the run as a whole, which is red where the exit status is not 0, with the time of all. */
function verdictSuite(results: Results): Suite {
  const { contract, tool, subject, profile, verdict, notes, startedAt, finishedAt } = results;
  const status = RUN_POLICY[verdict].junit;
  const sentence = oneLine(headline(results));
  return {
    name: 'verdict',
    seconds: Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt)) / 1000,
    cases: [{ className: 'tradecert', name: 'verdict', status, type: verdict, message: sentence, text: sentence }],
    properties: [
      ['tool', `${tool.name} ${tool.version}`],
      [subject.role, subjectText(subject)],
      ['contract', `${contract.version} ${contract.sha256}`],
      ...(profile ? [['profile', `${profile.name} ${profile.sha256}`] as const] : []),
      ['basis', basisText(results)],
      ['verdict', verdict],
    ],
    output: [sentence, ...notes.map((note) => oneLine(note))].join('\n'),
  };
}

function areaSuite(area: string, ruled: readonly RuledClause[], reasonOf: (ruled: RuledClause) => string): Suite {
  const told = ruled.filter(({ standing }) => WORTH_TELLING.has(standing));
  return {
    name: area,
    seconds: 0,
    cases: ruled.map((one) => clauseCase(area, one, reasonOf(one))),
    properties: [],
    output: told
      .map((one) => `${renderClauseHead(one.clause)}\n${one.standing}: ${reasonOf(one)}\n${findingsText(one.clause)}`)
      .join('\n'),
  };
}

function clauseCase(area: string, { clause, standing, status }: RuledClause, reason: string): Case {
  const isFailure = status.junit === 'failure';
  return {
    className: `tradecert.${area}`,
    name: clauseName(clause),
    status: status.junit,
    type: clause.kind,
    message: isFailure ? reason : `${standing === 'waived' ? '' : `${clause.verdict}: `}${reason}`,
    text: isFailure ? findingsText(clause) || reason : reason,
  };
}

function renderSuite(
  { name, seconds, cases, properties, output }: Suite,
  shared: Readonly<Record<'hostname' | 'timestamp' | 'id', string>>,
): string {
  const count = (status: Case['status']): string => String(cases.filter((one) => one.status === status).length);
  const head = attributes({
    name,
    package: 'tradecert',
    ...shared,
    tests: String(cases.length),
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time: seconds.toFixed(3),
  });
  const lines = properties.map(([key, value]) => `      <property${attributes({ name: key, value })}/>\n`);
  return [
    `  <testsuite${head}>\n`,
    lines.length === 0 ? '    <properties/>\n' : `    <properties>\n${lines.join('')}    </properties>\n`,
    ...cases.map((one) => renderCase(one, seconds)),
    `    <system-out>${escapeXml(cutText(output.trim(), LONGEST_OUTPUT))}</system-out>\n    <system-err/>\n  </testsuite>\n`,
  ].join('');
}

function renderCase({ className, name, status, type, message, text }: Case, seconds: number): string {
  const open = `    <testcase${attributes({ classname: className, name, time: seconds.toFixed(3) })}`;
  if (status === 'passed') return `${open}/>\n`;
  if (status === 'skipped') return `${open}>\n      <skipped${attributes({ message })}/>\n    </testcase>\n`;
  return `${open}>\n      <${status}${attributes({ type, message })}>${escapeXml(text)}</${status}>\n    </testcase>\n`;
}

/** By the capitals that an id begins with. */
function byArea(ruled: readonly RuledClause[]): Map<string, RuledClause[]> {
  const areas = new Map<string, RuledClause[]>();
  for (const one of ruled) {
    const area = one.clause.id.replace(/-.*$/, '');
    areas.set(area, [...(areas.get(area) ?? []), one]);
  }
  return areas;
}

function hostOf(baseUrl: string): string {
  return (URL.canParse(baseUrl) && new URL(baseUrl).host) || 'localhost';
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(oneLine(value, 1000))}"`)
    .join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text for an attribute or an element. What XML cannot hold at all is replaced. */
function escapeXml(text: string): string {
  const legal = wholeCharacters(plainLines(text)).replaceAll(/[\ufffe\uffff]/g, '\ufffd');
  return legal.replaceAll(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}
