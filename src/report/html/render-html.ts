import { createHash } from 'node:crypto';
import type { ClauseResult, Results } from '../../contract/results.js';
import type { Verdict } from '../../contract/verdict.js';
import { Html, markup } from './html.js';
import { renderExchange } from './render-exchange.js';
import { STYLE } from './style.js';
import { cutText, plainText } from '../plain-text.js';
import { renderQuestions } from '../render-questions.js';
import { amount, subjectText, VERDICT_LABELS, VERDICT_ORDER, verdictSentence } from '../verdict-words.js';

const MOST_FINDINGS = 20;
const LONGEST_VALUE = 2000;

/** What a report is made of. */
export interface ReportInput {
  readonly results: Results;
  /** What the recorded exchanges came to; `null` where they were not looked at. */
  readonly facts: null;
}

/** The certification report: one file without scripts that loads nothing, readable on a phone and in the dark. */
export function renderHtml({ results }: ReportInput): string {
  const digest = createHash('sha256').update(STYLE).digest('base64');
  const page = markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'"
        />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>${results.verdict}: ${plainText(subjectText(results.subject))}</title>
        <style>${new Html(STYLE)}</style>
      </head>
      <body>
        <main>
          ${renderBanner(results)} ${renderNotes(results.notes)} ${renderCounts(results)}
          ${VERDICT_ORDER.map((verdict) => renderSection(verdict, results.clauses))}
          ${renderQuestions(results.questions)}
        </main>
      </body>
    </html>
`;
  return page.text;
}

function renderBanner(results: Results): Html {
  const { subject, contract, profile, tool, seed, depth, requests, startedAt, finishedAt } = results;
  const facts: readonly (readonly [string, string])[] = [
    [subject.role, subjectText(subject)],
    ['contract', `${contract.version} (${contract.sha256.slice(0, 12)})`],
    ...(profile ? [['profile', `${profile.name} (${profile.sha256.slice(0, 12)})`] as const] : []),
    ['depth', depth],
    ['seed', String(seed)],
    ['requests', String(requests)],
    ['started', startedAt],
    ['finished', finishedAt],
    ['by', `${tool.name} ${tool.version}`],
  ];
  return markup`<header class="banner ${results.verdict}">
    <h1>${verdictSentence(results)}</h1>
    <p class="facts">${facts.map(([label, value]) => markup`<span>${label} <b>${plainText(value)}</b></span> `)}</p>
  </header>`;
}

function renderNotes(notes: readonly string[]): Html {
  return notes.length === 0 ? markup`` : markup`<ul>${notes.map((note) => markup`<li>${plainText(note)}</li>`)}</ul>`;
}

function renderCounts({ counts }: Results): Html {
  const item = (verdict: Verdict): Html =>
    markup`<li class="${verdict}"><strong>${counts[verdict]}</strong> ${VERDICT_LABELS[verdict]}</li>`;
  return markup`<ul class="counts">
    ${VERDICT_ORDER.map(item)}
  </ul>`;
}

const TITLES: Readonly<Record<Verdict, string>> = {
  fail: 'Required, and broken',
  warn: 'Expected, and broken',
  unverified: 'Could not be verified',
  observed: 'Observed where the document is silent',
  pass: 'Holds',
  inapplicable: 'Need not be verified',
};

/** What is broken stands open; all else is folded. */
function renderSection(verdict: Verdict, clauses: readonly ClauseResult[]): Html {
  const own = clauses.filter((clause) => clause.verdict === verdict);
  if (own.length === 0) return markup``;
  const isOpen = verdict === 'fail' || verdict === 'warn';
  const content = own.map((clause) => (isOpen ? renderBroken(clause) : renderFolded(clause)));
  return markup`<section>
    <h2 class="${verdict}">${TITLES[verdict]} (${own.length})</h2>
    ${isOpen ? content : markup`<details><summary>${amount(own.length, 'clause')}</summary>${content}</details>`}
  </section> `;
}

function renderHead({ id, sentence }: ClauseResult, label: string): Html {
  return markup`<span class="badge">${id}</span>${plainText(sentence)} <span class="meta">${label}</span>`;
}

function renderBroken(clause: ClauseResult): Html {
  const { findings, waiver } = clause;
  const more = findings.length - MOST_FINDINGS;
  return markup`<article id="${clause.id}">
    <h3 class="${clause.verdict}">${renderHead(clause, '')}</h3>
    ${renderMeta(clause)}
    ${waiver && markup`<p>Waived until ${plainText(waiver.expires)}: ${plainText(waiver.reason)}</p>`}
    ${findings.slice(0, MOST_FINDINGS).map(renderFinding)}
    ${more > 0 && markup`<p class="meta">… and ${amount(more, 'finding')} more in results.json</p>`}
  </article> `;
}

function renderFolded(clause: ClauseResult): Html {
  return markup`<details class="clause" id="${clause.id}">
    <summary>${renderHead(clause, clause.kind)}</summary>
    ${renderMeta(clause)} ${clause.findings.slice(0, MOST_FINDINGS).map(renderFinding)}
  </details> `;
}

function renderMeta({ kind, section, cases, requests, reason }: ClauseResult): Html {
  const effort = `${amount(cases, 'case')}, ${amount(requests, 'request')}`;
  return markup`<p class="meta">${kind}, section ${section}; ${effort}${reason !== '' && markup`; ${shown(reason)}`}</p>`;
}

function renderFinding({
  cause,
  at,
  expected,
  actual,
  count,
  replay,
  shown: exchange,
  sibling,
}: ClauseResult['findings'][number]): Html {
  return markup`<div class="finding">
    <p>${shown(cause)}${count > 1 && markup` <span class="meta">${count} times</span>`}</p>
    <dl>
      <dt>at</dt>
      <dd>${shown(at)}</dd>
      <dt>expected</dt>
      <dd>${shown(expected)}</dd>
      <dt>actual</dt>
      <dd>${shown(actual)}</dd>
      ${
        replay === ''
          ? ''
          : markup`<dt>replay</dt>
              <dd><code>${plainText(replay)}</code></dd>`
      }
    </dl>
    ${exchange && renderExchange(exchange)}
    ${
      sibling &&
      markup`<details><summary>The nearest request that was accepted</summary>${renderExchange(sibling)}</details>`
    }
  </div> `;
}

function shown(text: string): string {
  return cutText(plainText(text), LONGEST_VALUE);
}
