import type { QuestionResult } from '../../contract/results.js';
import { type Html, markup } from '../html/html.js';

/** What became of a question, and what a reader may want to see alone. */
export type QuestionState = 'drifted' | 'pinned' | 'unpinned' | 'unanswered';

const STATES: readonly QuestionState[] = ['drifted', 'pinned', 'unpinned', 'unanswered'];
const STATE_WORDS: Readonly<Record<QuestionState, string>> = {
  drifted: '≠ drifted',
  pinned: '✓ as pinned',
  unpinned: 'not pinned',
  unanswered: 'not answered',
};

/** What became of it in this run. */
export function stateOf({ observed, pinned, drift }: QuestionResult): QuestionState {
  if (observed === null) return 'unanswered';
  if (pinned === null) return 'unpinned';
  return drift ? 'drifted' : 'pinned';
}

/** Counts that are filters; the page's script makes them work. */
export function renderStates(questions: readonly QuestionResult[]): Html {
  return markup`<div class="needs-script"><ul class="facet states" aria-label="Answers">${STATES.map((state) => renderChip(state, questions))}</ul></div>
    <p class="found" role="status"></p>`;
}

function renderChip(state: QuestionState, questions: readonly QuestionResult[]): Html {
  const count = questions.filter((question) => stateOf(question) === state).length;
  return markup`<li><a class="chip ${state}" href="#questions&amp;state=${state}" data-state="${state}"><span class="label">${STATE_WORDS[state]}</span> <b class="count">${count}</b></a></li>`;
}
