import type { ClauseResult, QuestionResult, Results } from '../../../../src/contract/results.js';
import { runVerdict } from '../../../../src/contract/run-verdict.js';
import { POLICY, type Standing } from '../../../../src/report/machine/policy.js';
import { HOSTILE, someClause, someFinding, someResults } from '../some-results.js';

export const STANDINGS = Object.keys(POLICY) as readonly Standing[];

/** Results whose verdict follows from their clauses, as in a run. */
export function ruledResults(
  clauses: readonly ClauseResult[],
  questions: readonly QuestionResult[] = [],
  different: Partial<Results> = {},
): Results {
  const verdict = runVerdict(clauses, questions, different.strict === true);
  return someResults(clauses, { questions, verdict, ...different });
}

/** A clause of each standing, and of each of those with a waiver that make a difference; every text is the given one. */
export function resultsWith(text: string, different: Partial<Results> = {}): Results {
  const waiver = { reason: text, expires: '2027-01-01' };
  const findings = [someFinding({ cause: text, at: text, expected: text, actual: text, replay: text, count: 3 })];
  const clauses = [
    someClause('fail', { id: 'INS-001', findings }),
    someClause('fail', { id: 'INS-002', findings, waiver }),
    someClause('warn', { id: 'INS-003', findings, reason: text }),
    someClause('warn', { id: 'INS-004', findings, waiver }),
    someClause('unverified', { id: 'SIG-001', reason: text }),
    someClause('unverified', { id: 'SIG-002', reason: text, waiver }),
    someClause('unverified', { id: 'SIG-003', reason: text, kind: 'expected' }),
    someClause('observed', { id: 'OPN-001', reason: text }),
    someClause('observed', { id: 'OPN-002', reason: text }),
    someClause('pass', { id: 'LKP-001' }),
    someClause('inapplicable', { id: 'LKP-002', reason: text }),
  ].map((clause) => ({ ...clause, sentence: text }));
  const questions = [
    { id: 'OPN-002', section: '7', question: text, observed: { [text]: text }, pinned: text, drift: true },
  ];
  return ruledResults(clauses, questions, {
    subject: { role: 'service', baseUrl: `http://127.0.0.1/${text}` },
    profile: { name: text, sha256: 'b'.repeat(64) },
    notes: [text, text],
    ...different,
  });
}

/** Texts that a service may send, each made to break out of some format. */
export const HOSTILE_TEXTS: Readonly<Record<string, string>> = {
  'markup of all kinds': HOSTILE,
  'the end of a section of character data': ']]>]]&gt;<![CDATA[x]]></failure></testcase>',
  'control characters': '\u0000\u0008\u000b\u001b[2J\u007f\u0085\u009b',
  'line breaks': 'a\r\nb\n\n# c\n- d\n\u2028e\u2029f\n<script>',
  'halves of characters': 'a\ud800b\udc00c\ud83d',
  'what is no character': '\ufffe\uffff\u{1fffe}',
  'marks of direction': '\u202e\u2066\u200f\ufeff',
  'commands to a CI':
    '::error::a…%0A::warning::b ##[add-mask]c ##vso[task.complete]d ##teamcity[e] ::stop-commands::f ###[group]g',
  entities: '&amp;&#0;&#x1b;&nbsp;&bogus;%0A',
  'code fences': '`` ``` ` |\\` \\| ``',
  'a mention and a reference': '@team fixes #12 in owner/repo#3, see www.evil.example or a@evil.example, :tada: $x$',
  'a list, a heading, a quotation': '1. x',
  'a long text': 'x'.repeat(300_000),
  'a long text of signs': '&<`|@#'.repeat(50_000),
  'a long text of large characters': '\u{1f600}'.repeat(50_000),
  'no text': '',
};

/** What no text that is shown should have. */
export const UNSEEN =
  // eslint-disable-next-line no-control-regex -- the control characters are what is looked for
  /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]|\p{Surrogate}/u;

/** Every text and name in a JSON value, all in one. */
export function textsIn(value: unknown): string {
  if (typeof value === 'string') return `${value}\n`;
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([name, member]) => `${name}\n${textsIn(member)}`)
    .join('');
}
