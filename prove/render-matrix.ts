import { createHash } from 'node:crypto';
import { Html, markup } from '../src/report/html/html.js';
import { MATRIX_SCRIPT } from './matrix-script.js';
import { MATRIX_STYLE } from './matrix-style.js';
import { layoutOf, type MatrixLayout } from './matrix-layout.js';
import { MARK_WORDS, marksOf, type Mark } from './matrix-marks.js';
import { drawHead, drawMark, drawRows } from './matrix-svg.js';
import type { Proof, ProvenSubject } from './proof.js';
import { LEGAL_ONES, count, verdictOf, whyIncomplete } from './render-text.js';

/** The proof as one page that needs no network: figures, the matrix, and the same as a table. */
export function renderMatrix(proof: Proof): string {
  const layout = layoutOf(proof);
  const page = markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<title>${titleOf(proof)} · tradecert</title>
<style>${new Html(MATRIX_STYLE)}</style></head>
<body>
${banner(proof)}
${figures(proof)}
${problems(proof)}
${layout.clauses.length === 0 ? '' : matrix(proof, layout)}
<h2>In words</h2>
<p class="search"><input type="search" placeholder="fault, clause or word" aria-label="Filter the table"></p>
${table(proof)}
<div class="under" hidden></div>
<script type="application/json" id="data">${lookupTable(proof, layout)}</script>
<script>${new Html(MATRIX_SCRIPT)}</script>
</body></html>
`;
  return page.text;
}

function matrix(proof: Proof, layout: MatrixLayout): Html {
  const columns = layout.named
    ? `each column a clause that is marked for one of them; ${layout.clauses.length} of ${proof.clauses.length} are`
    : `each column one of ${proof.clauses.length} clauses that a ${proof.side} can break. An empty cell: the clause held`;
  return markup`<h2>What each clause finds</h2>
<p>Each row is a ${proof.side}, ${columns}.</p>
${legend(proof)}
<div class="matrix">${layout.named ? '' : drawHead(layout)}
${groups(proof).map(
  ([title, subjects]) =>
    markup`<h3>${title} <span>${subjects.length}</span></h3>${layout.named ? drawHead(layout) : ''}${drawRows(layout, subjects)}`,
)}
</div>`;
}

function policy(): string {
  const digest = createHash('sha256').update(MATRIX_SCRIPT).digest('base64');
  return `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`;
}

function titleOf(proof: Proof): string {
  const verdict = verdictOf(proof);
  return `${verdict.charAt(0).toUpperCase()}${verdict.slice(1)}`;
}

function banner(proof: Proof): Html {
  const { holds, startedAt, tool, figures: all } = proof;
  return markup`<header class="banner ${holds ? 'holds' : ''}"><h1>${titleOf(proof)}</h1>
${sayings(proof).map((said) => markup`<p>${said}</p>`)}
<p>tradecert ${tool.version}, ${startedAt.slice(0, 16).replace('T', ' ')} UTC, seeds ${all.seeds.join(', ')}</p></header>`;
}

function sayings({ side, holds, whole, incomplete, problems: { length } }: Proof): readonly string[] {
  if (holds)
    return [`The suite told every faulty ${side} from every legal one${whole ? '' : ', of those that were chosen'}.`];
  const wrong = `${length} ${length === 1 ? 'thing is' : 'things are'} wrong with what the suite said.`;
  if (incomplete === null) return [wrong];
  return [
    `${whyIncomplete(incomplete)} Nothing is said of all faults and clauses together.`,
    ...(length === 0 ? [] : [wrong]),
  ];
}

function figures({ side, figures: all, byCommand, whole }: Proof): Html {
  const agreeing = byCommand.filter(({ agrees }) => agrees).length;
  const { median, worst } = all.untilNoticed;
  const alarms = all.falseAlarms === 1 ? 'false alarm' : 'false alarms';
  const tiles: readonly (readonly [isShown: boolean, figure: string, of: string])[] = [
    [
      all.faults > 0,
      `${all.faultsNoticed} of ${all.faults}`,
      `${all.faults === 1 ? 'fault' : 'faults'} noticed, at every seed`,
    ],
    [all.legalServices > 0, String(all.falseAlarms), `${alarms} on ${count(all.legalServices, LEGAL_ONES[side])}`],
    [whole, `${all.clausesProven} of ${all.clauses}`, 'clauses with a fault that they find'],
    [all.faults > 0, String(median), `requests until a fault is noticed, the median; ${worst} at worst`],
    [true, String(all.requestsPerRun), `requests in a run, ${all.secondsPerRun} s of processor time`],
    [true, `${all.wholeSeconds} s`, `for ${count(all.runs, 'run')}${byFewClauses(all)}`],
    [
      byCommand.length > 0,
      `${agreeing} of ${byCommand.length}`,
      `${byCommand.length === 1 ? 'run of the whole command says' : 'runs of the whole command say'} the same`,
    ],
  ];
  const shown = tiles.filter(([isShown]) => isShown);
  return markup`<ul class="figures">${shown.map(([, figure, of]) => markup`<li><strong>${figure}</strong>${of}</li>`)}</ul>`;
}

function byFewClauses({ runs, runsInFull }: Proof['figures']): string {
  return runs === runsInFull ? '' : `, ${runs - runsInFull} of them by the clauses alone that the fault names`;
}

function problems({ problems: all }: Proof): Html | '' {
  if (all.length === 0) return '';
  const rows = all.map(
    ({ kind, about, seeds, what }) =>
      markup`<tr><td>${kind}</td><td><code>${about}</code></td><td>${seeds.join(', ')}</td><td>${what}</td></tr>`,
  );
  return markup`<h2>What is wrong</h2><div class="wide"><table><thead><tr><th>problem</th><th>service or clause</th>
<th>seeds</th><th>what</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** Of the marks that there are. */
function legend({ subjects }: Proof): Html {
  const used = new Set(subjects.flatMap((subject) => marksOf(subject).map(({ mark }) => mark)));
  const marks = Object.entries(MARK_WORDS).filter(([mark]) => used.has(mark as Mark));
  return markup`<ul class="legend">${marks.map(([mark, words]) => markup`<li>${drawMark(mark as Mark)}${words}</li>`)}</ul>`;
}

/** Rows by service, faults in the order of the clauses that they break. */
function groups({ side, subjects, clauses }: Proof): [string, readonly ProvenSubject[]][] {
  const place = new Map(clauses.map(({ id }, index) => [id, index]));
  const rank = ({ clause }: ProvenSubject): number => place.get(clause ?? '') ?? -1;
  const faulty = subjects.filter(({ group }) => group === 'faulty').sort((a, b) => rank(a) - rank(b));
  const named = (service: string): readonly ProvenSubject[] => faulty.filter((one) => one.service === service);
  const others = [...new Set(faulty.map(({ service }) => service))].filter((service) => service !== 'reference');
  const all: [string, readonly ProvenSubject[]][] = [
    [side === 'service' ? 'Legal services' : 'Correct clients', subjects.filter(({ group }) => group === 'legal')],
    ['Faults of the reference service', named('reference')],
    ...others.map((service): [string, readonly ProvenSubject[]] => [
      side === 'service' ? `Faults of the service ${service}` : 'Faults of a client',
      named(service),
    ]),
  ];
  return all.filter(([, rows]) => rows.length > 0);
}

function table(proof: Proof): Html {
  const rows = groups(proof).flatMap(([, subjects]) => subjects.map(tableRow));
  return markup`<div class="wide"><table><thead><tr><th>service or fault</th><th>what it does</th><th>breaks</th><th>found</th>
<th class="number">requests until noticed</th><th class="number">seconds</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function tableRow(subject: ProvenSubject): Html {
  const marks = marksOf(subject);
  const found = marks
    .filter(({ mark }) => mark !== 'missed')
    .map(({ clause, mark, reason = '' }) => (mark === 'open' ? `${clause} left open (${reason})` : clause));
  return markup`<tr><td><code>${subject.id}</code></td><td>${subject.does}</td><td>${subject.clause ?? 'nothing'}</td>
<td>${found.length === 0 ? 'nothing' : found.join(', ')}</td><td class="number">${subject.untilNoticed}</td><td class="number">${subject.seconds}</td></tr>`;
}

/** What the script shows under the picture. No `<` is left in it, so that it cannot end its element. */
function lookupTable({ subjects }: Proof, { clauses }: MatrixLayout): Html {
  const data = {
    subjects: Object.fromEntries(subjects.map(({ id, does }) => [id, does])),
    clauses: clauses.map(({ id, kind, sentence }) => `${id} (${kind}): ${sentence}`),
  };
  return new Html(JSON.stringify(data).replaceAll('<', '\\u003c'));
}
