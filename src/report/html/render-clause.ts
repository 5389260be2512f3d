import { loadCatalogue } from '../../contract/catalogue.js';
import type { Kind, Role, Side } from '../../contract/clause.js';
import type { ClauseResult, CountedFinding, QuestionResult } from '../../contract/results.js';
import { sectionTitles } from '../../contract/section-titles.js';
import { MOST_SEEN } from '../../contract/seen-instead.js';
import { grouped } from '../pictures/in-words.js';
import { cutText, plainText } from '../plain-text.js';
import { answerInWords } from '../questions/answer-in-words.js';
import { asSentence } from '../sentence.js';
import { amount, VERDICT_LABELS } from '../verdict-words.js';
import { markup, type Html } from './html.js';
import { renderMark } from './marks.js';
import { renderPermalink } from './render-finding.js';

const LONGEST_REASON = 600;
const LONGEST_ANSWER = 300;

/** What a kind means, to a reader who meets it for the first time. */
export const KIND_WORDS: Readonly<Record<Kind, string>> = {
  required: 'the document states it',
  expected: 'the document implies it',
  observe: 'the document is silent',
};

/** Who is bound by a clause, in words. */
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  service: 'the service',
  client: 'the client',
  both: 'service and client',
};

/** What the page knows of a clause besides its result. */
export interface ClauseContext {
  /** Who is certified. */
  readonly side: Side;
  readonly question: QuestionResult | undefined;
  /** What was tried and answered, of a clause that is not broken. */
  readonly examples: Html | undefined;
  readonly findings: readonly Html[];
  /** Findings that the page has no room for. */
  readonly unshown: number;
}

/** One clause: a line that says it all, and behind it what was tried, how often, and what came of it. */
export function renderClause(clause: ClauseResult, context: ClauseContext): Html {
  const { id, sentence, kind, role, section, verdict } = clause;
  return markup`<details class="clause" id="${id}" data-verdict="${verdict}" data-kind="${kind}" data-role="${role}" data-section="${section}">
<summary>${renderMark(verdict)}<span class="id">${id}</span><span class="says">${plainText(sentence)}${renderOutcome(clause, context)}</span><span class="tally">${tallyOf(clause)}</span></summary>
<div class="inside">${renderFacts(clause, context)}${context.findings}${renderUnshown(context)}</div></details>
`;
}

/** What came of it, in plain words, for those who do not unfold the clause. */
function renderOutcome({ verdict, findings, waiver, firstBrokenAt }: ClauseResult, { question }: ClauseContext): Html {
  const [first] = findings;
  const label = markup`<span class="unseen"> ${VERDICT_LABELS[verdict]}. </span>`;
  const isBroken = verdict === 'fail' || verdict === 'warn';
  return markup`${label}${isBroken && first !== undefined && renderBreak(first, findings.length - 1)}${
    question !== undefined && markup`<span class="came"><b>Answer:</b> ${answerText(question)}</span>`
  }${waiver && markup`<span class="came"><b>Waived until ${plainText(waiver.expires)}:</b> ${cutText(plainText(waiver.reason), 240)}</span>`}${
    isBroken &&
    firstBrokenAt !== undefined &&
    first === undefined &&
    markup`<span class="came">first seen at request ${firstBrokenAt}</span>`
  }`;
}

/** What was seen instead of what the clause says, in plain words; values that the cause names are not said again. */
function renderBreak({ cause, actual, seen = [] }: CountedFinding, more: number): Html {
  const detail = cause.endsWith(` ${actual}`) ? '' : `: ${cutText(plainText(actual), 240)}`;
  const others = new Set(seen.map((one) => withoutExtent(one.actual))).size - 1;
  const also = [
    ...(others > 0 ? [`${seen.length < MOST_SEEN ? '' : 'at least '}${amount(others, 'other value')}`] : []),
    ...(more > 0 ? [amount(more, 'other way')] : []),
  ].join(' and ');
  return markup`<span class="came"><b>Seen instead:</b> ${cutText(plainText(asSentence(cause)), 240)}${detail}${also !== '' && ` (and ${also})`}</span>`;
}

/** `null; so in 3 of 10 records` and `null` are one value. */
function withoutExtent(actual: string): string {
  return actual.replace(/; so in [^;]*$/, '');
}

function answerText({ observed }: QuestionResult): string {
  return cutText(plainText(answerInWords(observed) || 'not observed'), LONGEST_ANSWER);
}

function tallyOf({ verdict, cases, brokenCases = 0 }: ClauseResult): Html | false {
  if (verdict === 'inapplicable' || (verdict === 'unverified' && cases <= 1)) return false;
  if (brokenCases === 0) return markup`${amount(cases, 'case')}`;
  return markup`<span class="long">broken in </span>${grouped(brokenCases)} of ${amount(cases, 'case')}`;
}

function renderFacts(clause: ClauseResult, { side, question, examples }: ClauseContext): Html {
  const { id, kind, role, section, verdict, reason } = clause;
  const basis = loadCatalogue(side).find((known) => known.id === id)?.basis;
  const title = sectionTitles().get(section);
  const rows: readonly (readonly [string, Html | string])[] = [
    [
      'Verdict',
      markup`<span class="word ${verdict}">${VERDICT_LABELS[verdict]}</span>${reason !== '' && `: ${shown(reason)}`}`,
    ],
    ['Tried', triedText(clause)],
    ...(examples === undefined ? [] : [['For example', examples] as const]),
    ['Kind', `${kind}: ${KIND_WORDS[kind]}; it binds ${ROLE_WORDS[role]}`],
    [
      'Document',
      markup`${title === undefined ? `section ${section}` : `${section} ${title}`}${basis !== undefined && markup` <span class="soft">(${basis})</span>`}`,
    ],
    ...(question === undefined
      ? []
      : [['Answer', markup`${answerText(question)} <a href="#question-${id}">The open question</a>`] as const]),
  ];
  return markup`<dl class="facts">${rows.map(([label, value]) => markup`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
<p class="where">${renderPermalink(id)}</p>`;
}

/** A clause may be judged by requests that were sent for others, or by none at all. */
function triedText({ cases, requests, shownBy, firstBrokenAt }: ClauseResult): string {
  const sent =
    requests > 0
      ? amount(requests, 'request')
      : shownBy
        ? 'by requests that were sent for other clauses'
        : 'without a request of its own';
  const broken = firstBrokenAt === undefined ? '' : `; first broken at request ${firstBrokenAt}`;
  return `${amount(cases, 'case')}, ${sent}${broken}`;
}

function renderUnshown({ unshown }: ClauseContext): Html | false {
  return unshown > 0 && markup`<p class="soft">… and ${amount(unshown, 'finding')} more in results.json</p>`;
}

function shown(text: string): string {
  return cutText(plainText(text), LONGEST_REASON);
}
