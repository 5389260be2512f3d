import type { Results } from '../../contract/results.js';
import { toPasteAnywhere } from '../../contract/to-paste.js';
import { wholeBeginning } from '../../contract/whole-characters.js';
import type { RunFacts } from '../facts/run-facts.js';
import { renderPictures } from '../pictures/render-pictures.js';
import { renderStrip } from '../pictures/strip-picture.js';
import { plainText } from '../plain-text.js';
import { renderQuestions } from '../questions/render-questions.js';
import { amount, subjectText } from '../verdict-words.js';
import { markup, type Html } from './html.js';
import { renderShapes } from './marks.js';
import { renderClauses } from './render-clauses.js';
import { renderDocument } from './render-document.js';
import { renderFilters } from './render-filters.js';
import { renderPrinted } from './render-printed.js';
import { renderSections } from './render-sections.js';
import { renderVerdict } from './render-verdict.js';
import { SCRIPT } from './script.js';
import { STYLE } from './style.js';

const MOST_DRIFTED = 12;

/** What a report is made of. */
export interface ReportInput {
  readonly results: Results;
  /** What the recorded exchanges came to; `null` where they were not looked at. */
  readonly facts: RunFacts | null;
  /** Names of the files beside it with what a client wrote on standard error; default none. */
  readonly printed?: readonly string[];
}

interface View {
  readonly id: string;
  readonly title: string;
}

/** The certification report: one file that loads nothing, for any screen, for paper, with and without its script. */
export function renderHtml({ results, facts, printed = [] }: ReportInput): string {
  const body = markup`<a class="skip" href="#clauses">Skip to the clauses</a>
${renderShapes()}
<div class="page">
${renderVerdict(results)}
${renderDrift(results)}
<div class="columns">
<nav class="side" aria-label="Report">
<ul class="views">${viewsOf(results, facts, printed).map(({ id, title }) => markup`<li><a href="#${id}">${title}</a></li>`)}</ul>
${renderFilters(results)}
</nav>
<main>
${renderClauses(results, facts, printed)}
${renderSections(results)}
${
  facts &&
  markup`<section id="time"><h2>By time</h2>${renderStrip(facts)}</section>
<section id="pictures"><h2>Pictures</h2>${renderPictures(facts)}</section>`
}
${renderQuestions(results.questions, results.clauses)}
${printed.length > 0 && renderPrinted(printed)}
</main>
</div>
${renderFooter(results)}
</div>
<p class="told unseen" role="status"></p>`;
  return renderDocument({
    title: `${results.verdict}: ${wholeBeginning(plainText(subjectText(results.subject)), 200)}`,
    generator: `${results.tool.name} ${results.tool.version}`,
    ...{ style: STYLE, script: SCRIPT, body },
  });
}

/** How far the page can be trusted: it is no proof by itself, and says where there is one. */
function renderFooter({ tool, digest }: Results): Html {
  return markup`<footer><p><b>Is this genuine?</b> This page by itself proves nothing: it is a text that anyone could have changed, and it has no signature of its own. The run's folder has one where it was signed: certificate.json is about every file of the folder, this page included. <code>${toPasteAnywhere('verify FOLDER')}</code> says offline who signed it, until when it is valid, whether a byte was altered, and whether the verdict follows from the evidence. Where runs are kept in reports/, its index.html names the keys of each. Who has this page alone asks those who sent it for the folder.</p>
<p>Made by ${tool.name} ${tool.version}. In the folder: results.json for programs, exchanges.jsonl with every request and answer, certificate.json. Secrets are in none of them.</p>${digest !== undefined && markup`<p>Digest of what the run came to, as results.json of the folder must have it: <code>${digest}</code></p>`}</footer>`;
}

/** Answers that are other ones than a profile has pinned: they are no verdict, and somebody wanted to know. */
function renderDrift({ questions, strict }: Results): Html | false {
  const drifted = questions.filter(({ drift }) => drift);
  if (drifted.length === 0) return false;
  const shown = drifted.slice(0, MOST_DRIFTED).map(({ id }) => markup` <a href="#question-${id}">${id}</a>`);
  const more = drifted.length - shown.length;
  return markup`<aside class="notes drift" aria-label="Changed answers"><p><a href="#questions"><b>${amount(drifted.length, 'answer')}</b> to open questions</a> ${drifted.length === 1 ? 'differs' : 'differ'} from what is pinned${strict && ', which fails a strict run'}:${shown}${more > 0 && ` and ${more} more`}</p></aside>`;
}

function viewsOf({ questions }: Results, facts: RunFacts | null, printed: readonly string[]): readonly View[] {
  return [
    { id: 'clauses', title: 'Clauses' },
    { id: 'sections', title: 'By section' },
    ...(facts === null
      ? []
      : [
          { id: 'time', title: 'By time' },
          { id: 'pictures', title: 'Pictures' },
        ]),
    ...(questions.length > 0 ? [{ id: 'questions', title: 'Open questions' }] : []),
    ...(printed.length > 0 ? [{ id: 'printed', title: 'Standard error' }] : []),
  ];
}
