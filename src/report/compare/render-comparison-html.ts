import type { CountedFinding } from '../../contract/results.js';
import { Html, markup } from '../html/html.js';
import { renderMark, renderShapes } from '../html/marks.js';
import { renderDocument } from '../html/render-document.js';
import { STYLE } from '../html/style.js';
import { grouped } from '../pictures/in-words.js';
import { cutText, plainText } from '../plain-text.js';
import { asSentence } from '../sentence.js';
import { amount, subjectText, VERDICT_LABELS } from '../verdict-words.js';
import { headline } from '../short-verdict.js';
import {
  tendencyOf,
  type AnswerChange,
  type Came,
  type ClauseChange,
  type Comparison,
  type Side,
} from './comparison.js';
import { COMPARISON_STYLE } from './comparison-style.js';
import { CLAUSE_LISTS, comparisonSentence, differingParts, type ClauseList } from './comparison-words.js';
import { renderFlow } from './render-flow.js';
import { renderLatencies } from './render-latencies.js';

const LONGEST_TEXT = 1_000;
const MOST_FINDINGS = 5;
/** Rows of one list or answer; the JSON output has all. */
const MOST_ROWS = 400;

/** The colours and the mark of a run that came to the like. */
const TENDENCY_LOOKS = {
  worse: { verdict: 'non-conformant', mark: 'fail' },
  'less verified': { verdict: 'incomplete', mark: 'unverified' },
  'no worse': { verdict: 'conformant', mark: 'pass' },
} as const;

const WHOLE_STYLE = `${STYLE}${COMPARISON_STYLE}`;

/** What changed between two runs, as one file that loads nothing and has no script. */
export function renderComparisonHtml(comparison: Comparison): string {
  const body = markup`${renderShapes()}
<div class="page narrow">
${renderHead(comparison)}
${renderNotes(comparison)}
<main>
${renderTiles(comparison)}
<div class="lists">
${CLAUSE_LISTS.map((list) => renderList(list, comparison[list.key]))}
${renderAnswers(comparison.answers)}
${renderLatencies(comparison.latency)}
${renderFlow(comparison)}
</div>
</main>
<footer><p>Made by tradecert compare from the results.json and exchanges.jsonl of both runs. Secrets are in none of them.</p></footer>
</div>`;
  return renderDocument({
    title: comparisonSentence(comparison),
    generator: 'tradecert compare',
    style: WHOLE_STYLE,
    body,
  });
}

function renderHead(comparison: Comparison): Html {
  const { before, after } = comparison;
  const { verdict, mark } = TENDENCY_LOOKS[tendencyOf(comparison)];
  const sentence = comparisonSentence(comparison).replace(/\.$/, '');
  const comma = sentence.indexOf(', ');
  const [word, saying] = comma < 0 ? [sentence, ''] : [sentence.slice(0, comma), sentence.slice(comma + 2)];
  return markup`<header class="verdict ${verdict}">
<div class="seal">${renderMark(mark)}</div>
<div><p class="kicker">Two runs of a ${after.results.subject.role}, compared</p>
<h1><span class="word">${word}</span>${saying !== '' && markup` <span class="saying">${saying}</span>`}</h1>
<table class="sides"><thead><tr><td></td><th scope="col">First run</th><th scope="col">Second run</th></tr></thead>
<tbody>${aboutBoth(before, after).map(renderRow)}</tbody></table></div>
</header>`;
}

interface Row {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  /** It is no surprise that they differ. */
  readonly isOwn?: boolean;
}

function aboutBoth(before: Side, after: Side): Row[] {
  const row = (label: string, tell: (side: Side) => string, isOwn = false): Row => {
    return { label, before: tell(before), after: tell(after), isOwn };
  };
  const short = (sha256: string): string => sha256.slice(0, 12);
  return [
    row('Verdict', ({ results }) => headline(results)),
    row(before.results.subject.role === 'client' ? 'Client' : 'Service', ({ results }) => subjectText(results.subject)),
    row('When', ({ results }) => momentText(results.startedAt), true),
    row('Contract', ({ results: { contract } }) => `version ${contract.version} ${short(contract.sha256)}`),
    row('Profile', ({ results: { profile } }) => (profile ? `${profile.name} ${short(profile.sha256)}` : 'none')),
    row('Seed', ({ results }) => results.basis ?? `${results.seed}, ${results.depth} depth`),
    row('Requests', ({ results }) => grouped(results.requests), true),
    row('Made by', ({ results: { tool } }) => `${tool.name} ${tool.version}`),
    row('Folder', ({ dir }) => dir, true),
  ];
}

function renderRow({ label, before, after, isOwn }: Row): Html {
  const differs = before !== after && isOwn !== true;
  return markup`<tr${differs && markup` class="differs"`}><th scope="row">${label}</th><td data-side="First">${shown(before)}</td><td data-side="Second">${shown(after)}</td></tr>`;
}

function momentText(iso: string): string {
  return iso.replace('T', ' ').replace(/(?:\.\d+)?Z$/, ' UTC');
}

function renderNotes({ before, after, differences }: Comparison): Html | false {
  const notes = [
    ...differences,
    ...before.results.notes.map((note) => `First run: ${note}`),
    ...after.results.notes.map((note) => `Second run: ${note}`),
  ];
  if (notes.length === 0) return false;
  return markup`<aside class="notes" aria-label="Notes"><ul>${notes.map((note) => markup`<li>${shown(note)}</li>`)}</ul></aside>`;
}

function renderTiles(comparison: Comparison): Html {
  const tiles = [
    ...CLAUSE_LISTS.map(({ key, title }) => ({ key, title, count: comparison[key].length })),
    { key: 'answers', title: 'Other answers', count: comparison.answers.length },
  ];
  const items = tiles.map(({ key, title, count }) =>
    count === 0
      ? markup`<li><span class="empty"><b>0</b> ${title.toLowerCase()}</span></li>`
      : markup`<li><a class="${key}" href="#${key}"><b>${count}</b> ${title.toLowerCase()}</a></li>`,
  );
  return markup`<ul class="tiles">${items}<li><span class="empty"><b>${comparison.unchanged}</b> unchanged</span></li></ul>`;
}

/** What asks for a reader stands open. */
const OPEN: ReadonlySet<string> = new Set(['newlyBroken', 'mended', 'noLongerVerified', 'kinds']);
const MOST_OPEN = 30;

function renderList({ key, title, saying }: ClauseList, changes: readonly ClauseChange[]): Html | false {
  if (changes.length === 0) return false;
  const isOpen = OPEN.has(key) && changes.length <= MOST_OPEN;
  const rows = changes.slice(0, MOST_ROWS).map((change) => renderChange(change, key));
  return renderGroup(key, title, changes.length, saying, markup`${rows}${renderMore(changes.length)}`, isOpen);
}

function renderGroup(key: string, title: string, count: number, saying: string, content: Html, isOpen: boolean): Html {
  return markup`<details class="group ${key}" id="${key}"${isOpen && markup` open`}>
<summary><h2>${title} <span class="count">${count}</span></h2><span class="saying">${saying}</span></summary>
${content}</details>
`;
}

function renderMore(count: number): Html | false {
  return count > MOST_ROWS && markup`<p class="change">… and ${count - MOST_ROWS} more; --json has all.</p>`;
}

function renderChange(change: ClauseChange, key: ClauseList['key']): Html {
  const { id, sentence, section, before, after, findings, newCauses } = change;
  const told = key === 'newlyBroken' ? findings.slice(0, MOST_FINDINGS) : [];
  const isInNewWays = key === 'stillBroken' && newCauses.length > 0;
  return markup`<article class="change" id="${anchorOf(key, id)}">
<h3><span class="id">${plainText(id)}</span>${shown(sentence)}</h3>
<p class="became">${renderCame(before, after, 'not in the first catalogue')}<span class="arrow" aria-hidden="true">→</span><span class="unseen">, then </span>${renderCame(after, before, 'not in the second catalogue')} <span class="soft">section ${plainText(section)}</span></p>
${renderReason(key, before, after)}
${isInNewWays && markup`<p class="reason">In new ways: ${shown(newCauses.join('; '))}</p>`}
${told.map(renderFinding)}
</article>
`;
}

/** With its kind where that is another one in the other run. */
function renderCame(came: Came | null, other: Came | null, absent: string): Html {
  if (came === null) return markup`<span class="soft">${absent}</span>`;
  const kind = other !== null && other.kind !== came.kind ? `${came.kind}, ` : '';
  const waiver = came.waivedUntil === undefined ? '' : `, waived until ${plainText(came.waivedUntil)}`;
  return markup`<span class="came word ${came.verdict}">${renderMark(came.verdict)}${kind}${VERDICT_LABELS[came.verdict]}${waiver}</span>`;
}

/** Why a clause was not judged; of what is broken, the findings tell. */
function renderReason(key: ClauseList['key'], before: Came | null, after: Came | null): Html | false {
  const told = key === 'newlyVerified' || key === 'removed' ? before : key === 'newlyBroken' ? null : after;
  return told !== null && told.reason !== '' && markup`<p class="reason">${shown(told.reason)}</p>`;
}

function renderFinding({ cause, at, expected, actual, replay, count }: CountedFinding): Html {
  return markup`<section class="finding"><h4>${shown(asSentence(cause))}</h4>
<p class="where"><span>at <code>${shown(at)}</code></span>${count > 1 && markup` <span>${amount(count, 'time')}</span>`}</p>
<dl class="contrast"><div class="expected"><dt>Expected</dt><dd>${shown(expected)}</dd></div>
<div class="actual"><dt>Actual</dt><dd>${shown(actual)}</dd></div></dl>
${replay !== '' && markup`<div class="command"><div><span class="name">Replay</span><code>${plainText(replay)}</code></div></div>`}
</section>`;
}

function renderAnswers(answers: readonly AnswerChange[]): Html | false {
  if (answers.length === 0) return false;
  const saying = 'What the document leaves open, and the two runs saw differently. That is no verdict.';
  const rows = answers.slice(0, MOST_ROWS).map(renderAnswer);
  return renderGroup('answers', 'Other answers to open questions', answers.length, saying, markup`${rows}`, true);
}

function renderAnswer(change: AnswerChange): Html {
  const parts = differingParts(change);
  return markup`<article class="change" id="${anchorOf('answers', change.id)}">
<h3><span class="id">${plainText(change.id)}</span>${shown(change.question)} <span class="soft">section ${plainText(change.section)}</span></h3>
<table class="was-is"><thead><tr><th scope="col">What</th><th scope="col">First run</th><th scope="col">Second run</th></tr></thead>
<tbody>${parts
    .slice(0, MOST_ROWS)
    .map(
      ({ name, before, after }) =>
        markup`<tr><th scope="row">${name === '' ? 'the answer' : shown(name)}</th><td class="was" data-side="First">${shown(before)}</td><td class="is" data-side="Second">${shown(after)}</td></tr>`,
    )}</tbody></table>${renderMore(parts.length)}
</article>
`;
}

/** A place in the page that a link can name. */
function anchorOf(list: string, id: string): string {
  return `${list}-${id.replaceAll(/[^A-Z0-9-]/g, '')}`;
}

function shown(text: string): string {
  return cutText(plainText(text), LONGEST_TEXT);
}
