import type { ClauseResult, Results } from '../contract/results.js';
import type { Verdict } from '../contract/verdict.js';
import { renderFinding } from './finding-text.js';
import { cutText, plainLines } from './plain-text.js';

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
  const head = `<testsuites name="tradecert" ${tallyOf(results.clauses)}>`;
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
      return isFailure(clause)
        ? failure(clause)
        : output(`waived: ${clause.waiver?.reason ?? ''}\n${findingsText(clause)}`);
    case 'warn':
      return output(`warning: ${clause.reason}\n${findingsText(clause)}`);
    case 'observed':
      return output(`observed: ${clause.reason}`);
    case 'unverified':
    case 'inapplicable':
      return `      <skipped message="${escapeXml(`${clause.verdict}: ${clause.reason}`)}"/>\n`;
  }
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

function tallyOf(clauses: readonly ClauseResult[]): string {
  const skipped: readonly Verdict[] = ['unverified', 'inapplicable'];
  const failures = clauses.filter(isFailure).length;
  const skips = clauses.filter(({ verdict }) => skipped.includes(verdict)).length;
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
