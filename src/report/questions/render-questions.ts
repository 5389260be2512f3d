import { loadCatalogue } from '../../contract/catalogue.js';
import type { ClauseResult, QuestionResult } from '../../contract/results.js';
import { type Html, markup } from '../html/html.js';
import { stableStringify } from '../../wire/json.js';
import { cutText, plainText } from '../plain-text.js';
import { EvidenceRoom } from '../html/evidence-room.js';
import { proposeSentences } from './propose-sentences.js';
import { renderStates, stateOf } from './question-state.js';
import { renderAnswer, shown } from './render-answer.js';
import { renderDrift } from './render-drift.js';

/** Characters of markup of all questions together. */
const ROOM = 220_000;

/** What the open questions add to a page's style sheet; colours are the page's variables. */
export const QUESTIONS_STYLE: string = `
.question{border-top:1px solid var(--line);padding:1rem 0;break-inside:avoid}
.question h3{font-size:1rem;margin:0 0 .5rem;font-weight:600;overflow-wrap:anywhere}
.question .meta{font-weight:400}.question p{margin:0;overflow-wrap:anywhere}.question code{overflow-wrap:anywhere}
.question>dl{display:grid;grid-template-columns:9.5rem minmax(0,1fr);gap:.45rem 1rem;margin:0}
.question>dl>dt{color:var(--soft)}.question dd{margin:0;min-width:0;overflow-wrap:anywhere}
.question dl.answer{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,2fr);gap:.5rem 1.1rem;margin:0}
.question dl.answer dt{color:var(--soft);overflow-wrap:anywhere;padding-right:1rem;border-right:2px solid var(--line)}.question dl.answer dd{font-weight:500;align-self:center}
.question dl.answer summary{color:var(--link)}
.question blockquote{margin:0;padding:.1rem 0 .1rem .8rem;border-left:.2rem solid var(--observed)}
.question .pin{font-weight:600}.question .pin.meta{font-weight:400}.question .pin.drifted{display:block;margin-bottom:.3rem;color:var(--warn)}.question .pin.held{color:var(--pass)}
.states{display:flex;flex-wrap:wrap;gap:.4rem;margin-top:.8rem}.states .chip{background:var(--card);border-color:var(--line);padding:.2rem .7rem}
.questions>.found:not(:empty){margin-top:.7rem;font-weight:600}
.question .changes{display:grid;gap:.35rem;margin:.3rem 0 .5rem}.question .changes li{display:flex;flex-wrap:wrap;gap:.15rem .8rem}.question .changes .part{color:var(--soft)}
.question .changes :is(ins,del){text-decoration:none;border-radius:.25rem;padding:.05rem .35rem;box-decoration-break:clone;-webkit-box-decoration-break:clone}
.question .key ins{color:var(--warn);background:var(--warn-box)}
.question .changes del{background:var(--pass-box)}.question .changes ins{background:var(--warn-box)}
.question .changes del::before{content:"− "/"as pinned: ";color:var(--pass);font-weight:700}.question .changes ins::before{content:"+ "/"now: ";color:var(--warn);font-weight:700}
.question .pinned summary{color:var(--link)}.question:focus-visible{outline-offset:-2px}
@media (max-width:40rem){.question>dl,.question dl.answer{grid-template-columns:minmax(0,1fr);gap:.1rem}.question dd{margin-bottom:.4rem}.question dl.answer dt{border:0;padding:0}.question dl.answer dd::before{content:"→ "/""}}
`;

/**
 * The open questions: what the document does not say, what this subject does, whether that is pinned and still so, and
 * what the document could say. Empty where a run has none.
 *
 * @param clauses - the run's, for the reason why a question was not answered
 */
export function renderQuestions(
  questions: readonly QuestionResult[],
  clauses: readonly Pick<ClauseResult, 'id' | 'reason'>[] = [],
): Html {
  if (questions.length === 0) return markup``;
  const reasons = new Map(clauses.map(({ id, reason }) => [id, reason]));
  const room = new EvidenceRoom(ROOM);
  return markup`<section class="questions" id="questions">
    <h2>Open questions of the document (${questions.length})</h2>
    <p class="meta">${sumUp(questions)} What is observed here is no verdict. A profile can pin an answer (<code>--write-profile FILE</code> writes
      all of them), and another answer is then reported.</p>
    ${renderStates(questions)}
    ${questions.map((question) => room.take(renderQuestion(question, reasons.get(question.id) ?? '')) ?? renderBrief(question))}
  </section>`;
}

/** `49 questions: 44 answered, 3 of them pinned, 1 drifted.` */
function sumUp(questions: readonly QuestionResult[]): string {
  const answered = questions.filter(({ observed }) => observed !== null).length;
  const pinned = questions.filter((question) => question.pinned !== null).length;
  const drifted = questions.filter(({ drift }) => drift).length;
  return `${answered} of ${questions.length} answered, ${pinned} pinned, ${drifted} drifted from the pin.`;
}

function openArticle(result: QuestionResult): Html {
  return markup`<article class="question" id="question-${plainText(result.id)}" data-state="${stateOf(result)}" tabindex="-1">`;
}

function renderQuestion(result: QuestionResult, reason: string): Html {
  const { id, section, question, observed } = result;
  const clause = loadCatalogue().find((candidate) => candidate.id === id);
  const sentences = proposeSentences(clause?.proposal ?? [], observed);
  return markup`${openArticle(result)}
    <h3><span class="badge">${plainText(id)}</span>${plainText(question)} <span class="meta">section ${plainText(section)}</span></h3>
    <dl>
      ${clause && markup`<dt>the document</dt><dd>${plainText(clause.basis)}</dd>`}
      <dt>this subject</dt>
      <dd>${observed === null ? renderUnanswered(reason) : renderAnswer(observed)}</dd>
      <dt>pinned</dt>
      <dd>${renderPin(result)}</dd>
      ${
        sentences.length > 0 &&
        markup`<dt>the document could say</dt><dd><blockquote>${shown(sentences.join(' '))}</blockquote></dd>`
      }
    </dl>
  </article> `;
}

/** A question for which the page has no room. */
function renderBrief(result: QuestionResult): Html {
  const { id, question } = result;
  return markup`${openArticle(result)}<h3><span class="badge">${plainText(id)}</span>${cutText(plainText(question), 300)}</h3>
    <p class="meta">The answer is left out here; results.json has it.</p></article> `;
}

function renderUnanswered(reason: string): Html {
  return markup`<p class="meta">not observed${reason !== '' && `: ${shown(reason)}`}</p>`;
}

function renderPin(result: QuestionResult): Html {
  const state = stateOf(result);
  if (state === 'drifted') return renderDrift(result);
  if (state === 'pinned') {
    const isWhole = stableStringify(result.observed) === stableStringify(result.pinned);
    return markup`<span class="pin held">✓ yes, and still so${!isWhole && ', as far as this run asked'}</span>`;
  }
  return markup`<span class="pin meta">${result.pinned === null ? 'no' : 'yes, and not observed in this run'}</span>`;
}
