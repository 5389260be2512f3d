import type { ClauseResult, CountedFinding, Results } from '../../contract/results.js';
import type { Verdict } from '../../contract/verdict.js';
import type { RunFacts } from '../facts/run-facts.js';
import { byReason, type SharedReason } from '../by-reason.js';
import { cutText, plainText } from '../plain-text.js';
import { amount, VERDICT_LABELS, VERDICT_ORDER } from '../verdict-words.js';
import { EvidenceRoom } from './evidence-room.js';
import { markup, type Html } from './html.js';
import { renderMark } from './marks.js';
import { renderClause } from './render-clause.js';
import { renderExamples } from './render-examples.js';
import { renderBriefFinding, renderFinding, type PlacedFinding } from './render-finding.js';

/** Room for findings in one page, in characters; exchanges.jsonl and results.json have all of them. */
const ROOM_WITH_EVIDENCE = 420_000;
const ROOM_WITHOUT = 120_000;
/** Room for what was tried for the clauses that are not broken. */
const ROOM_FOR_EXAMPLES = 150_000;
const LONGEST_HEADING = 400;

/** What each verdict says of a clause, in one sentence. */
export const VERDICT_SENTENCES: Readonly<Record<Verdict, string>> = {
  fail: 'The document states it, and it was seen broken.',
  warn: 'The document implies it, and it was seen broken. A warning does not fail a run unless it is strict.',
  unverified: 'It could not be put to the test; the reason is given.',
  observed: 'The document does not say; what was seen is recorded, and is no verdict.',
  pass: 'It was put to the test, and it holds.',
  inapplicable: 'It was not selected, does not bind this subject, or is about what is not there; the reason is given.',
};

/** What the clauses of a group have in common. */
const GROUP_SENTENCES: Readonly<Record<Verdict, string>> = {
  fail: 'What the document states, and what was seen instead.',
  warn: 'What the document implies, and what was seen instead. A warning does not fail a run unless it is strict.',
  unverified: 'What could not be put to the test, by the reason.',
  observed: 'What the document does not say; what was seen is recorded, and is no verdict.',
  pass: 'What was put to the test, and holds.',
  inapplicable: 'What was not selected, does not bind this subject, or is about what is not there, by the reason.',
};

/** All clauses by verdict: what needs work stands open, all else is folded. */
export function renderClauses(results: Results, facts: RunFacts | null = null, printed: readonly string[] = []): Html {
  const nearer = facts === null ? results.clauses : results.clauses.map((clause) => withNearest(clause, facts));
  const findings = renderFindings({ ...results, clauses: nearer }, printed);
  const material = { findings, examples: renderAllExamples(facts) };
  const groups = VERDICT_ORDER.map((verdict) => renderGroup(verdict, { ...results, clauses: nearer }, material));
  return markup`<section id="clauses" class="clauses" aria-label="Clauses">
<p class="shown" role="status"></p>
${results.counts.fail + results.counts.warn === 0 && renderNothingBroken(results)}
${groups}
<p class="none" hidden>No clause matches. <a href="#clauses">Show all clauses</a></p>
</section>`;
}

/** Its findings beside the accepted requests that are nearest. */
function withNearest(clause: ClauseResult, { nearest }: RunFacts): ClauseResult {
  const findings = clause.findings.map((finding) => {
    const sibling = finding.shown && nearest.get(finding.shown.exchange);
    return sibling === undefined ? finding : { ...finding, sibling };
  });
  return { ...clause, findings };
}

function renderNothingBroken({ counts, verdict }: Results): Html {
  const says =
    counts.pass === 0
      ? 'Nothing was seen broken, since nothing could be put to the test.'
      : `Nothing was seen broken: ${amount(counts.pass, 'clause')} ${counts.pass === 1 ? 'holds' : 'hold'}.`;
  return markup`<p class="calm">${renderMark(verdict === 'conformant' ? 'pass' : 'unverified')}<span>${says}</span></p>`;
}

/** Findings that the page has room for: the first of each clause before the second of any. */
function renderFindings(results: Results, printed: readonly string[]): ReadonlyMap<CountedFinding, Html> {
  const [whole, brief] = [new EvidenceRoom(ROOM_WITH_EVIDENCE), new EvidenceRoom(ROOM_WITHOUT)];
  const rendered = new Map<CountedFinding, Html>();
  for (const placed of inRounds(results.clauses, printed)) {
    const html = whole.take(renderFinding(placed, results)) ?? brief.take(renderBriefFinding(placed));
    if (html !== null) rendered.set(placed.finding, html);
  }
  return rendered;
}

function* inRounds(clauses: readonly ClauseResult[], printed: readonly string[]): Generator<PlacedFinding> {
  const sorted = VERDICT_ORDER.flatMap((wanted) => clauses.filter(({ verdict }) => verdict === wanted));
  const most = Math.max(0, ...clauses.map(({ findings }) => findings.length));
  for (let round = 0; round < most; round += 1) {
    for (const clause of sorted) {
      const finding = clause.findings[round];
      if (finding !== undefined) yield { finding, clause, number: round + 1, printed };
    }
  }
}

function renderAllExamples(facts: RunFacts | null): ReadonlyMap<string, Html> {
  const room = new EvidenceRoom(ROOM_FOR_EXAMPLES);
  const all = [...(facts?.examples ?? [])].flatMap(([id, examples]) => {
    const html = room.take(renderExamples(examples));
    return html === null ? [] : [[id, html] as const];
  });
  return new Map(all);
}

/** What groups of clauses are made of, besides the results. */
interface Material {
  readonly findings: ReadonlyMap<CountedFinding, Html>;
  readonly examples: ReadonlyMap<string, Html>;
}

function renderGroup(verdict: Verdict, results: Results, { findings, examples }: Material): Html | false {
  const own = results.clauses.filter((clause) => clause.verdict === verdict);
  if (own.length === 0) return false;
  const isOpen =
    verdict === 'fail' || verdict === 'warn' || (verdict === 'unverified' && results.verdict === 'incomplete');
  const questions = new Map(results.questions.map((question) => [question.id, question]));
  const render = (clause: ClauseResult): Html => {
    const shown = clause.findings.flatMap((finding) => findings.get(finding) ?? []);
    return renderClause(clause, {
      side: results.subject.role,
      question: clause.verdict === 'observed' ? questions.get(clause.id) : undefined,
      examples: examples.get(clause.id),
      findings: shown,
      unshown: clause.findings.length - shown.length,
    });
  };
  const hasReasons = verdict === 'unverified' || verdict === 'inapplicable';
  return markup`<details class="group ${verdict}" id="show=${verdict}"${isOpen && markup` open`}>
<summary><h2>${renderMark(verdict)} <span class="label">${VERDICT_LABELS[verdict]}</span> <span class="count">${own.length}</span></h2><span class="soft">${GROUP_SENTENCES[verdict]}</span></summary>
${hasReasons ? byReason(own).map((shared) => renderReason(shared, render)) : own.map(render)}
</details>`;
}

function renderReason({ reason, clauses }: SharedReason, render: (clause: ClauseResult) => Html): Html {
  const required = clauses.filter(({ kind }) => kind === 'required').length;
  const amounts = `${amount(clauses.length, 'clause')}${required > 0 && required < clauses.length ? `, ${required} of them required` : ''}`;
  return markup`<details class="reason"><summary><h3>${headingOf(plainText(reason))}</h3> <span class="soft">${amounts}</span></summary>
${clauses.map(render)}</details>`;
}

/** As many of the reasons that were put together as there is room for, each of them whole; the clause itself has them all. */
function headingOf(reason: string): string {
  const end = reason.length > LONGEST_HEADING ? reason.lastIndexOf('; ', LONGEST_HEADING) : -1;
  return end > 0 ? `${reason.slice(0, end)}; and others` : cutText(reason, LONGEST_HEADING);
}
