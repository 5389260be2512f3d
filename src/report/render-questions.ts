import type { QuestionResult } from '../contract/results.js';
import type { Answer } from '../contract/verdict.js';
import { markup, type Html } from './html/html.js';
import { cutText, plainText } from './plain-text.js';

/** Characters of one answer that are shown; results.json has it whole. */
const LONGEST_ANSWER = 2000;

/** What the document leaves open, with what this service does: one entry each, readable without JSON where it can be. */
export function renderQuestions(questions: readonly QuestionResult[]): Html {
  if (questions.length === 0) return markup``;
  return markup`<section>
    <h2 id="questions">Open questions of the document (${questions.length})</h2>
    <p class="meta">
      The document does not answer these. What was seen is no verdict; a profile can pin an answer, and a different one
      is then reported.
    </p>
    ${questions.map(renderQuestion)}
  </section>`;
}

function renderQuestion({ id, section, question, observed, pinned, drift }: QuestionResult): Html {
  return markup`<div class="question">
    <p class="asked"><span class="meta">${id}, section ${section}</span> ${plainText(question)}</p>
    ${renderAnswer(observed)}
    ${pinned !== null && markup`<p class="meta">pinned${drift && markup`, <b class="warn">and no longer so</b>`}:</p>${renderAnswer(pinned)}`}
  </div> `;
}

function renderAnswer(answer: Answer): Html {
  if (answer === null) return markup`<p class="meta">not seen</p>`;
  if (Array.isArray(answer) && answer.every(isPlain))
    return markup`<p>${shown(answer.map(String).join(', ') || 'none')}</p>`;
  if (isPlain(answer)) return markup`<p>${shown(String(answer))}</p>`;
  if (Array.isArray(answer)) return markup`<p><code>${shown(JSON.stringify(answer))}</code></p>`;
  return renderMembers(Object.entries(answer as Readonly<Record<string, Answer>>));
}

/** Members by value: `refused: this; that`. Values that are no plain words stand one a line. */
function renderMembers(members: readonly (readonly [name: string, value: Answer])[]): Html {
  const byValue = new Map<string, string[]>();
  for (const [name, value] of members) {
    const text = isPlain(value) ? String(value) : JSON.stringify(value);
    byValue.set(text, [...(byValue.get(text) ?? []), name]);
  }
  const isGrouped = byValue.size < members.length;
  return markup`<dl>
    ${[...byValue].map(([value, names]) =>
      isGrouped
        ? markup`<dt>${shown(value)}</dt><dd>${shown(names.join('; '))}</dd>`
        : markup`<dt>${shown(names.join('; '))}</dt><dd>${shown(value)}</dd>`,
    )}
  </dl>`;
}

function isPlain(answer: Answer): answer is string | number | boolean {
  return typeof answer === 'string' || typeof answer === 'number' || typeof answer === 'boolean';
}

function shown(text: string): string {
  return cutText(plainText(text), LONGEST_ANSWER);
}
