import { markup, type Html } from '../html/html.js';
import type { RefusalCause, RefusalFacts, RunFacts } from '../facts/run-facts.js';
import { plainText } from '../plain-text.js';
import { bar, drawing } from './drawing.js';
import { renderEmpty, renderFigure, renderTable } from './figure.js';
import { grouped, isNamed, several } from './in-words.js';

const ID = 'picture-refusals';
const TITLE = 'What was refused, and why';
const MOST_ROWS = 12;

/** What did not succeed, by the status and by what the body says of it. */
export function renderRefusals({ refusals, exchanges, window }: RunFacts): Html {
  if (refusals.total === 0) {
    return renderEmpty(ID, TITLE, exchanges === 0 ? 'No request was sent.' : 'Nothing was refused.');
  }
  const shown = refusals.causes.slice(0, MOST_ROWS);
  const most = Math.max(1, ...shown.map(({ count }) => count));
  return renderFigure({
    id: ID,
    title: TITLE,
    says: whatIsShown(refusals, shown.length, window.basis === 'probes'),
    body: markup`<ul class="pic-statuses">${statusesOf(refusals).map(renderStatus)}</ul>
<ol class="pic-causes">${shown.map((cause) => renderCause(cause, most))}</ol>`,
    table: tableOf(refusals),
  });
}

function whatIsShown({ total, causes, others }: RefusalFacts, shown: number, isOurs: boolean): string {
  const isAsked = isOurs && causes.some(({ reply }) => reply === 'refused');
  const asked = isAsked ? ' Most refusals are asked for: the request was wrong on purpose.' : '';
  const rest = causes.length - shown;
  const table =
    rest > 0 ? ` The ${shown} most frequent are drawn; ${several(rest, 'more is', 'more are')} in the table.` : '';
  const left = others > 0 ? ` ${several(others, 'answer')} had causes too many to tell apart.` : '';
  return `${several(total, 'request was', 'requests were')} refused or not answered, by the cause or code that the body gives.${asked}${table}${left}`;
}

interface StatusCount {
  readonly status: number | null;
  readonly reply: RefusalCause['reply'];
  readonly count: number;
}

function statusesOf({ causes }: RefusalFacts): StatusCount[] {
  const counts = new Map<number | null, StatusCount>();
  for (const { status, reply, count } of causes) {
    counts.set(status, { status, reply, count: count + (counts.get(status)?.count ?? 0) });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}

function renderStatus({ status, reply, count }: StatusCount): Html {
  return markup`<li class="pic-status pic-${reply}"><b>${status ?? 'no answer'}</b> ${grouped(count)}</li>`;
}

function renderCause(
  { status, cause, operation, reply, count, clauses, moreClauses }: RefusalCause,
  most: number,
): Html {
  const more = moreClauses > 0 ? ` and ${grouped(moreClauses)} more` : '';
  const named = clauses.filter(isNamed);
  return markup`<li class="pic-cause"><span class="pic-status pic-${reply}"><b>${status ?? '–'}</b></span>
<span class="pic-why">${plainText(cause)}</span>
${drawing('pic-count', 12, bar(`pic-bar pic-${reply}`, 0, count / most, 1, 10))}<b class="pic-number">${grouped(count)}</b>
<span class="pic-for">${operationText({ operation, clauses })}${named.length > 0 && `, for ${plainText(named.join(', '))}${more}`}</span></li>
`;
}

function operationText({ operation, clauses }: Pick<RefusalCause, 'operation' | 'clauses'>): string {
  if (operation === 'modifyOrder') return 'modify';
  if (operation === 'listOrderableStocks') return 'lookup';
  return clauses.every((clause) => clause.startsWith('OPS-'))
    ? 'operation of the profile'
    : 'another operation, path or method';
}

function tableOf({ causes, others }: RefusalFacts): Html {
  const rows = causes.map(({ status, cause, operation, count, clauses, moreClauses, exchange }) => [
    plainText(cause),
    String(status ?? 'none'),
    operationText({ operation, clauses }),
    grouped(count),
    plainText(clauses.join(', ')) + (moreClauses > 0 ? ` and ${grouped(moreClauses)} more` : ''),
    String(exchange),
  ]);
  const more = others > 0 ? [['others', '', '', grouped(others), '', '']] : [];
  return renderTable(
    ['cause', 'status', 'operation', 'requests', 'sent for', 'first exchange'],
    [...rows, ...more],
    [3, 5],
  );
}
