import { toPaste } from '../../contract/to-paste.js';
import type { Verdict } from '../../contract/verdict.js';
import { wholeBeginning } from '../../contract/whole-characters.js';
import { Html, markup } from '../html/html.js';
import { renderMark, renderShapes } from '../html/marks.js';
import { renderDocument } from '../html/render-document.js';
import { STYLE } from '../html/style.js';
import { cutText, plainText } from '../plain-text.js';
import { amount, VERDICT_LABELS } from '../verdict-words.js';
import type { KeptRun, KeptRuns } from './read-kept-runs.js';
import { renderTrend } from './render-trend.js';
import { RUN_LIST_STYLE } from './run-list-style.js';

/** By this, a list is told from a page that somebody else put there. */
export const GENERATOR = 'tradecert run list';

const LONGEST_NAME = 300;
/** So much of a key's id tells it from others. */
const KEY_DIGITS = 12;
const MOST_LEFT_OUT = 50;
const WHOLE_STYLE = `${STYLE}${RUN_LIST_STYLE}`;

/** The runs of a reports folder as one page, subject by subject, that leads to the report of each. */
export function renderRunList(kept: KeptRuns): string {
  const series = seriesOf(kept.runs);
  const body = markup`${renderShapes()}
<div class="page narrow">
<header><h1 class="list-title">Certification runs</h1>
<p class="soft">${amount(kept.runs.length, 'run')} of ${amount(series.length, 'subject')}, the newest first.</p></header>
<main>
${series.map(renderSeries)}
${kept.runs.length === 0 && markup`<p class="none">There is no run yet. <code>${toPaste('run')}</code> makes one.</p>`}
</main>
${renderLeftOut(kept)}
<footer><p>Written again after each run. <code>${toPaste('compare FIRST SECOND')}</code> tells what changed between two of them. Who signed a run is what its certificate says, and is not checked here: <code>${toPaste('verify FOLDER')}</code> does.</p></footer>
</div>`;
  return renderDocument({ title: 'Certification runs', generator: GENERATOR, style: WHOLE_STYLE, body });
}

/** Runs of one subject together, the newest first; subjects by their newest run. */
function seriesOf(runs: readonly KeptRun[]): (readonly KeptRun[])[] {
  const series = new Map<string, KeptRun[]>();
  for (const run of runs) series.set(run.series, [...(series.get(run.series) ?? []), run]);
  return [...series.values()];
}

function renderSeries(runs: readonly KeptRun[]): Html | false {
  const [newest] = runs;
  if (newest === undefined) return false;
  const basis = newest.basis === undefined ? '' : `, ${newest.basis}`;
  return markup`<section class="group runs">
<div class="subject"><div><h2>${shown(newest.subject)}</h2><p class="soft">${newest.role}${basis}, ${amount(runs.length, 'run')}</p></div>${renderTrend(runs)}</div>
<table><thead><tr><th scope="col">Verdict</th><th scope="col">When, folder</th><th scope="col">Seed</th><th scope="col">Clauses</th><th scope="col">Since the last like it</th></tr></thead>
<tbody>${runs.map((run, index) => renderRun(run, runs.slice(index + 1)))}</tbody></table>
</section>
`;
}

const MARKS: Readonly<Record<KeptRun['verdict'], Verdict>> = {
  conformant: 'pass',
  'non-conformant': 'fail',
  incomplete: 'unverified',
};

function renderRun(run: KeptRun, earlier: readonly KeptRun[]): Html {
  const { verdict, short, sentence, basis, seed, depth, manner, startedAt, isUnfinished } = run;
  const mark = MARKS[verdict];
  const name = markup`<span class="word ${mark}">${renderMark(mark)} ${short}</span>`;
  const plan =
    basis === undefined
      ? markup`${seed} <span class="soft">${shown([depth, ...manner].join(', '))}</span>`
      : markup`<span class="soft">none</span>`;
  return markup`<tr><th scope="row">${run.hasReport ? markup`<a href="${hrefOf(run)}">${name}</a>` : name}
<span class="soft">${saysOf(sentence)}${isUnfinished && ' It had not ended.'}</span></th>
<td data-label="When"><time datetime="${plainText(startedAt)}">${momentText(startedAt)}</time> ${renderFolders(run)}${renderSigners(run)}</td><td data-label="Seed">${plan}</td>
<td data-label="Clauses">${renderCounts(run)}</td><td data-label="Since the last like it">${sinceText(run, earlier)}</td></tr>
`;
}

/** By these names, runs are compared. */
function renderFolders({ path, alsoIn }: KeptRun): Html {
  const also =
    alsoIn.length === 0 ? '' : ` and ${shown(alsoIn.slice(0, 3).join(', '))}${alsoIn.length > 3 ? ', …' : ''}`;
  return markup`<span class="folder soft"><code>${shown(path.join('/'))}</code>${also}</span>`;
}

/** What a certificate says of itself: whether it holds, only `tradecert verify` tells. */
function renderSigners({ signers }: KeptRun): Html | false {
  if (signers === null) return false;
  if (signers.length === 0) return markup` <span class="folder soft">not signed</span>`;
  const [first = ''] = signers;
  const others = signers.length > 1 ? ` and ${amount(signers.length - 1, 'other')}` : '';
  const all = shown(signers.map((id) => id || 'a key without an id').join(', '));
  return markup` <span class="folder soft" title="${all}">signed, it says, by <code>${wholeBeginning(shown(first), KEY_DIGITS) || 'a key without an id'}</code>${others}</span>`;
}

/** Every part is one name, whatever is in it. */
function hrefOf({ path }: KeptRun): string {
  return [...path, 'index.html'].map(encodeURIComponent).join('/');
}

function saysOf(sentence: string): string {
  const said = sentence.slice(sentence.indexOf(': ') + 2);
  return said.charAt(0).toUpperCase() + said.slice(1);
}

function momentText(iso: string): string {
  return plainText(iso)
    .replace('T', ' ')
    .replace(/:\d\d(?:\.\d+)?Z$/, ' UTC');
}

/** What a run judges by; in the same places for each, so that columns can be read down. */
const COUNTED: readonly Verdict[] = ['fail', 'warn', 'unverified', 'pass'];

function renderCounts({ counts }: KeptRun): Html {
  return markup`<ul class="counted">${COUNTED.map(
    (verdict) =>
      markup`<li class="${counts[verdict] === 0 ? 'soft' : verdict}" title="${VERDICT_LABELS[verdict]}">${renderMark(verdict)}<b>${counts[verdict]}</b><span class="unseen"> ${VERDICT_LABELS[verdict]}</span></li>`,
  )}</ul>`;
}

/**
 * What changed since the last run that put as much to the test. A clause that was not judged this time is neither newly
 * broken nor mended.
 *
 * @param earlier - runs of the same subject, the newest first
 */
function sinceText(run: KeptRun, earlier: readonly KeptRun[]): string {
  const { broken, holding, driftCount } = run;
  const before = earlier.find((other) => scopeOf(other) === scopeOf(run));
  const drift = driftCount > 0 ? `; ${amount(driftCount, 'answer')} drifted from the pin` : '';
  if (before === undefined) return `${earlier.length === 0 ? 'the first one' : 'the first one like it'}${drift}`;
  const added = broken.filter((id) => !before.broken.includes(id)).length;
  const mended = before.broken.filter((id) => holding.includes(id)).length;
  const lost = before.holding.filter((id) => !holding.includes(id) && !broken.includes(id)).length;
  const told = [
    ...(added > 0 ? [`${added} newly broken`] : []),
    ...(mended > 0 ? [`${mended} mended`] : []),
    ...(lost > 0 ? [`${lost} no longer verified`] : []),
  ];
  return `${told.join(', ') || 'nothing new'}${drift}`;
}

function scopeOf({ depth, manner }: KeptRun): string {
  return [depth, ...manner].join('; ');
}

function renderLeftOut({ leftOut, older }: KeptRuns): Html | false {
  if (leftOut.length + older === 0) return false;
  const more = leftOut.length - MOST_LEFT_OUT;
  const items = leftOut
    .slice(0, MOST_LEFT_OUT)
    .map(({ folder, why }) => markup`<li><code>${shown(folder)}</code>: ${shown(why)}</li>`);
  return markup`<aside class="notes" aria-label="Left out"><p>Left out here:</p><ul>${items}
${more > 0 && markup`<li>… and ${amount(more, 'folder')} more</li>`}
${older > 0 && markup`<li>${amount(older, 'older folder')}, which were not looked into</li>`}</ul></aside>`;
}

function shown(text: string): string {
  return cutText(plainText(text), LONGEST_NAME);
}
