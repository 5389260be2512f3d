import type { ClauseResult, CountedFinding, Results } from '../../contract/results.js';
import { isOnUsedAlone, type ShownExchange } from '../../contract/verdict.js';
import { REFUSING_CLAUSES } from '../../oracle/refusal.js';
import { USED_CONNECTION } from '../finding-text.js';
import { cutText, plainText } from '../plain-text.js';
import { asSentence } from '../sentence.js';
import { amount } from '../verdict-words.js';
import { curlCommand, type Curl } from './curl-command.js';
import { markup, type Html } from './html.js';
import { renderScenario } from './render-printed.js';
import { renderSeen } from './render-seen.js';
import { differenceSentence, renderCameBack, renderSent, renderSentBeside, type Pair } from './render-message.js';

const LONGEST_VALUE = 1000;
const LONGEST_COMMAND = 12_000;

/** A finding and where it stands in the page. */
export interface PlacedFinding {
  readonly finding: CountedFinding;
  readonly clause: ClauseResult;
  /** From 1, within the clause. */
  readonly number: number;
  /** Names of files with what the client wrote on standard error. */
  readonly printed: readonly string[];
}

/** What the commands of a finding need of the run. */
type Run = Pick<Results, 'subject' | 'plan'>;

/** The name of a finding in the address of the page. */
export function findingId({ clause, number }: Pick<PlacedFinding, 'clause' | 'number'>): string {
  return `${clause.id}.${number}`;
}

/** A finding: what was expected, what came, what was sent, and how to see it again. */
export function renderFinding(placed: PlacedFinding, run: Run): Html {
  return renderFrame(
    placed,
    markup`${renderEvidence(placed)}${renderSeen(placed.finding)}${renderCommands(placed, run)}`,
  );
}

/** A finding without its evidence, where the page has no room for that. */
export function renderBriefFinding(placed: PlacedFinding): Html {
  const { shown, replay } = placed.finding;
  const where = shown === undefined ? 'results.json' : `exchange ${shown.exchange} of exchanges.jsonl`;
  const note = markup`<p class="soft">What was sent and what came back is left out here; it is in ${where}.</p>`;
  return renderFrame(placed, markup`${replay !== '' && renderReplay(plainText(replay))}${note}`);
}

function renderFrame(placed: PlacedFinding, content: Html): Html {
  const { finding, number, clause } = placed;
  const id = findingId(placed);
  return markup`<article class="finding" id="${id}">
<h3>${shortened(asSentence(finding.cause))}</h3>
<p class="where">${clause.findings.length > 1 && markup`<span>finding ${number} of ${clause.findings.length}</span> `}<span>at <code>${shortened(finding.at)}</code></span> <span>${amountOf(finding.count)}</span> ${renderPermalink(id)}</p>
${finding.scenario !== undefined && renderScenario(finding.scenario, placed.printed)}
<dl class="contrast"><div class="expected"><dt>Expected</dt><dd>${shortened(finding.expected)}</dd></div>
<div class="actual"><dt>Actual</dt><dd>${shortened(finding.actual)}</dd></div></dl>
${content}</article>`;
}

function amountOf(count: number): string {
  return count === 1 ? 'seen once' : `seen ${amount(count, 'time')}`;
}

/** A link to a place in the page, and a button that copies it. */
export function renderPermalink(id: string): Html {
  return markup`<span class="permalink"><a href="#${id}" aria-label="Permalink of ${id}">#${id}</a><button type="button" class="copy" data-copy-link="${id}">Copy link</button></span>`;
}

function renderEvidence({ finding, clause }: PlacedFinding): Html | null {
  const { shown, sibling, at, cause, expected, actual } = finding;
  if (shown === undefined) return null;
  const { exchange, durationMs } = shown;
  const words = `${clause.sentence} ${cause} ${at} ${expected} ${actual}`;
  const pair = sibling && { shown, sibling, words };
  return markup`${pair ? renderDifference(pair) : isAnswerAlone(clause, shown, at) && WAS_ACCEPTED}
<div class="evidence"><div><h4>Sent <span class="soft">exchange ${exchange}</span></h4>${pair ? renderSentBeside(pair) : renderSent(shown, at)}</div>
<div><h4>Came back <span class="soft">after ${Math.round(durationMs)} ms</span></h4>${renderCameBack(shown, at)}</div></div>`;
}

const WAS_ACCEPTED = markup`<p class="difference"><b>The request was accepted.</b> The answer is what is wrong, so there is no other request to compare it with.</p>`;

/** Whether nothing is wrong with a request but what was answered. */
function isAnswerAlone({ id }: ClauseResult, { status }: ShownExchange, at: string): boolean {
  const isAccepted = status !== null && status >= 200 && status < 300;
  return isAccepted && at.startsWith('response ') && !REFUSING_CLAUSES.has(id);
}

function renderDifference(pair: Pair): Html {
  const { exchange, status } = pair.sibling;
  const answer = status !== null && `, answered with ${status}`;
  return markup`<p class="difference"><b>The nearest request that was accepted</b> is exchange ${exchange}${answer}. ${differenceSentence(pair)}
<span class="key"><del>−</del> as accepted, <ins>+</ins> as sent here</span></p>`;
}

function renderCommands({ finding: { cause, replay, shown }, clause }: PlacedFinding, { subject, plan }: Run): Html {
  const isOneOfAService = subject.role === 'service' && shown !== undefined;
  const curl = !isOneOfAService
    ? null
    : isOnUsedAlone(cause)
      ? { because: `It takes ${USED_CONNECTION}.` }
      : curlCommand({ ...plan, ...{ baseUrl: subject.baseUrl, clause: clause.id, shown } });
  return markup`${replay !== '' && renderReplay(plainText(replay))}${curl !== null && renderCurl(curl, replay !== '')}`;
}

function renderReplay(command: string): Html {
  return markup`<div class="command"><div><span class="name">Replay</span> <span class="soft">the same cases again, signed anew</span>
<code>${command}</code></div><button type="button" class="copy" data-copy-code>Copy<span class="unseen"> the replay command</span></button></div>`;
}

function renderCurl(curl: Curl, hasReplay: boolean): Html {
  const because =
    'because' in curl ? curl.because : curl.command.length > LONGEST_COMMAND ? 'The request is too long here.' : null;
  if ('because' in curl || because !== null) {
    const instead = hasReplay ? ' The replay command makes it again.' : '';
    return markup`<p class="no-curl"><span class="name">No curl</span> <span class="soft">${because}${instead}</span></p>`;
  }
  const says = `this one request, ${curl.command.includes('$SIGNED') ? 'signed anew, ' : ''}secrets from the environment`;
  return markup`<div class="command"><details><summary><span class="name">curl</span> <span class="soft">${says}</span></summary>
<code>${curl.command}</code></details><button type="button" class="copy" data-copy-code>Copy<span class="unseen"> as curl</span></button></div>`;
}

function shortened(text: string): string {
  return cutText(plainText(text), LONGEST_VALUE);
}
