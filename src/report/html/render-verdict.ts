import type { Results } from '../../contract/results.js';
import type { Verdict } from '../../contract/verdict.js';
import { grouped } from '../pictures/in-words.js';
import { onlyText } from '../only-text.js';
import { cutText, plainText } from '../plain-text.js';
import { asSentence } from '../sentence.js';
import { amount } from '../verdict-words.js';
import { headline } from '../short-verdict.js';
import { markup, type Html } from './html.js';
import { renderMark } from './marks.js';
import { renderDeclared } from './render-declared.js';
import { isMainReason, renderBrokenSections, renderMainReason, renderShares } from './render-shares.js';

const MOST_NOTES = 30;
const LONGEST_NOTE = 600;
const LONGEST_SUBJECT = 400;

const MARKS: Readonly<Record<Results['verdict'], Verdict>> = {
  conformant: 'pass',
  'non-conformant': 'fail',
  incomplete: 'unverified',
};

/** What needs two columns. */
const WIDE: ReadonlySet<string> = new Set(['Service', 'Client', 'Client of', 'When']);

/** What page one says: the verdict, of what, by which contract, when, and what else is to be known. */
export function renderVerdict(results: Results): Html {
  const sentence = headline(results);
  const colon = sentence.indexOf(': ');
  return markup`<header class="verdict ${results.verdict}">
<div class="seal">${renderMark(MARKS[results.verdict])}</div>
<div><p class="kicker">Certification of a ${results.subject.role} against the trading service interface</p>
<h1><span class="word">${sentence.slice(0, colon)}<span class="unseen">:</span></span> <span class="saying">${sentence.slice(colon + 2)}</span></h1>
${renderMainReason(results)}${renderShares(results)}${renderBrokenSections(results)}
<dl class="about">${aboutOf(results).map(([label, value]) => markup`<div${WIDE.has(label) && markup` class="wide"`}><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>${renderDeclared(results)}</div>
</header>
${renderNotes([...(results.unfinished ? ['The run did not come to its end: this is what was known of it.'] : []), ...results.notes.filter((note) => !isMainReason(results, note))])}`;
}

function aboutOf(results: Results): readonly (readonly [label: string, value: Html | string])[] {
  const { subject, contract, profile, seed, depth, basis, requests, startedAt, finishedAt } = results;
  const choice = choiceOf(results);
  const digest = (sha256: string): Html => markup` <code title="SHA-256 ${sha256}">${sha256.slice(0, 12)}</code>`;
  return [
    [subjectLabel(subject), renderSubject(subject)],
    [
      'When',
      markup`<time datetime="${startedAt}">${momentText(startedAt)}</time>, took ${durationText(startedAt, finishedAt)}`,
    ],
    ['Contract', markup`version ${contract.version}${digest(contract.sha256)}`],
    ['Profile', profile ? markup`${cutText(plainText(profile.name), 120)}${digest(profile.sha256)}` : 'none'],
    ...(basis === undefined
      ? [['Seed', markup`<b>${seed}</b>, ${[`${depth} depth`, ...mannerOf(results)].join(', ')}`] as const]
      : [['Basis', basis] as const]),
    ['Requests', grouped(requests)],
    ...(choice.length > 0 ? [[results.merged ? 'Made of' : 'Chosen', choice.join('; ')] as const] : []),
  ];
}

/** A client that has neither name nor command is known by the service that it asks. */
function subjectLabel({ role, name, command }: Results['subject']): string {
  if (role === 'service') return 'Service';
  return name === undefined && command === undefined ? 'Client of' : 'Client';
}

/** The name that a client was given, and what was run or asked. */
function renderSubject({ role, name, command, baseUrl }: Results['subject']): Html {
  const shown = (text: string): string => cutText(plainText(text), LONGEST_SUBJECT);
  const isOfService = role === 'client' && command === undefined;
  return markup`${name !== undefined && markup`<b>${shown(name)}</b>${isOfService ? ', client of ' : ' '}`}<code class="subject">${shown(command ?? baseUrl)}</code>`;
}

/** How a run was made, where that is not as usual. */
function mannerOf({ strict, readOnly }: Results): string[] {
  return [...(strict ? ['strict'] : []), ...(readOnly ? ['read-only'] : [])];
}

/** What was chosen, where that is not everything. */
function choiceOf(results: Results): string[] {
  const { plan, scenarios, merged } = results;
  return [
    ...(merged ? [`put together from ${amount(merged.length, 'shard')}`] : []),
    ...(plan?.only ? [`only ${cutText(plainText(onlyText(plan.only, results)), 200)}`] : []),
    ...(plan?.shard ? [`shard ${plan.shard.index} of ${plan.shard.of}`] : []),
    ...(scenarios ? [`${scenarios.chosen} of ${scenarios.of} scenarios`] : []),
  ];
}

function momentText(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(date)} UTC`;
}

function durationText(from: string, to: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));
  if (seconds === 0) return 'less than a second';
  if (seconds < 120) return `${seconds}\u00a0s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 120
    ? `${minutes}\u00a0min ${seconds % 60}\u00a0s`
    : `${Math.floor(minutes / 60)}\u00a0h ${minutes % 60}\u00a0min`;
}

function renderNotes(notes: readonly string[]): Html | false {
  if (notes.length === 0) return false;
  const more = notes.length - MOST_NOTES;
  const shown = notes.slice(0, MOST_NOTES).map((note) => cutText(plainText(asSentence(note)), LONGEST_NOTE));
  const all = more > 0 ? [...shown, `… and ${more} more in results.json`] : shown;
  return markup`<aside class="notes" aria-label="Notes"><ul>${all.map((note) => markup`<li>${note}</li>`)}</ul></aside>`;
}
