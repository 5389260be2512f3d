import type { ClauseResult, Results } from '../contract/results.js';
import { renderFinding } from './finding-text.js';
import { cutText, plainLines } from './plain-text.js';
import { verdictSentence } from './verdict-words.js';

const LONGEST_TEXT = 8192;

/**
 * JUnit XML in the subset that all readers share: one suite per area, one case per clause. A warning passes, with its
 * findings as output; what was not verified or not applicable is skipped, with the reason.
 */
export function renderJunit(results: Results): string {
  const areas = new Map<string, ClauseResult[]>();
  for (const clause of results.clauses) {
    const area = clause.id.slice(0, clause.id.indexOf('-'));
    areas.set(area, [...(areas.get(area) ?? []), clause]);
  }
  const suites = [...areas].map(([area, clauses]) => renderSuite(area, clauses, results));
  suites.push(renderVerdict(results));
  const head = `<testsuites name="tradecert" ${totalsOf(results)}>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${head}\n${suites.join('')}</testsuites>\n`;
}

function renderSuite(area: string, clauses: readonly ClauseResult[], { subject, startedAt }: Results): string {
  const attributes = `name="${escapeXml(area)}" hostname="${escapeXml(hostOf(subject.baseUrl))}" timestamp="${escapeXml(startedAt)}"`;
  return `  <testsuite ${attributes} ${tallyOf(clauses)}>\n${clauses.map((clause) => renderCase(area, clause)).join('')}  </testsuite>\n`;
}

function renderCase(area: string, clause: ClauseResult): string {
  const name = `${clause.id} ${clause.sentence}`;
  const content = caseContent(clause);
  const open = `    <testcase classname="tradecert.${escapeXml(area)}" name="${escapeXml(name)}" time="0"`;
  return content === '' ? `${open}/>\n` : `${open}>\n${content}    </testcase>\n`;
}

function caseContent(clause: ClauseResult): string {
  switch (clause.verdict) {
    case 'pass':
      return '';
    case 'fail':
      return isFailure(clause) ? failure(clause) : output(`${waiverText(clause)}${findingsText(clause)}`);
    case 'warn':
      return output(`${waiverText(clause)}warning: ${clause.reason}\n${findingsText(clause)}`);
    case 'observed':
      return output(`observed: ${clause.reason}`);
    case 'unverified':
    case 'inapplicable':
      return `      <skipped message="${escapeXml(`${clause.verdict}: ${clause.reason}`)}"/>\n`;
  }
}

/** One case for the run as a whole: it fails where the run does, also for drift or warnings under --strict. */
function renderVerdict(results: Results): string {
  const sentence = escapeXml(verdictSentence(results));
  const open = '    <testcase classname="tradecert" name="verdict" time="0"';
  const body = isRed(results)
    ? `${open}>\n      <failure type="verdict" message="${sentence}">${sentence}</failure>\n    </testcase>\n`
    : `${open}>\n${output(verdictSentence(results))}    </testcase>\n`;
  const tally = `tests="1" failures="${isRed(results) ? 1 : 0}" errors="0" skipped="0" time="0"`;
  return `  <testsuite name="verdict" timestamp="${escapeXml(results.startedAt)}" ${tally}>\n${body}  </testsuite>\n`;
}

function isRed({ verdict }: Results): boolean {
  return verdict === 'non-conformant';
}

function waiverText({ waiver }: ClauseResult): string {
  return waiver === undefined ? '' : `waived until ${waiver.expires}: ${waiver.reason}\n`;
}

function failure(clause: ClauseResult): string {
  const [first] = clause.findings;
  const message = first ? `${first.at}: expected ${first.expected}, actual ${first.actual}` : clause.reason;
  const text = escapeXml(findingsText(clause));
  return `      <failure type="${escapeXml(clause.kind)}" message="${escapeXml(cutText(message, 500))}">${text}</failure>\n`;
}

function output(text: string): string {
  return `      <system-out>${escapeXml(cutText(text.trim(), LONGEST_TEXT))}</system-out>\n`;
}

function findingsText(clause: ClauseResult): string {
  return cutText(clause.findings.map((finding) => renderFinding(finding)).join('\n'), LONGEST_TEXT);
}

function isFailure({ verdict, waiver }: ClauseResult): boolean {
  return verdict === 'fail' && !waiver;
}

/** All cases, that of the verdict included. */
function totalsOf(results: Results): string {
  const failures = results.clauses.filter(isFailure).length + (isRed(results) ? 1 : 0);
  const skips = results.clauses.filter(isSkipped).length;
  return `tests="${results.clauses.length + 1}" failures="${failures}" errors="0" skipped="${skips}" time="0"`;
}

function isSkipped({ verdict }: ClauseResult): boolean {
  return verdict === 'unverified' || verdict === 'inapplicable';
}

function tallyOf(clauses: readonly ClauseResult[]): string {
  const failures = clauses.filter(isFailure).length;
  const skips = clauses.filter(isSkipped).length;
  return `tests="${clauses.length}" failures="${failures}" errors="0" skipped="${skips}" time="0"`;
}

function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
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
  const legal = plainLines(text).replaceAll(/[\ud800-\udfff\ufffe\uffff]/gu, '\ufffd');
  return legal.replaceAll(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}
