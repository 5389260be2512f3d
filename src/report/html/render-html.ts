import { createHash } from 'node:crypto';
import type { Results } from '../../contract/results.js';
import type { RunFacts } from '../facts/run-facts.js';
import { renderPictures } from '../pictures/render-pictures.js';
import { renderStrip } from '../pictures/strip-picture.js';
import { plainText } from '../plain-text.js';
import { renderQuestions } from '../questions/render-questions.js';
import { subjectText } from '../verdict-words.js';
import { Html, markup } from './html.js';
import { renderShapes } from './marks.js';
import { renderClauses } from './render-clauses.js';
import { renderFilters } from './render-filters.js';
import { renderSections } from './render-sections.js';
import { renderVerdict } from './render-verdict.js';
import { SCRIPT } from './script.js';
import { STYLE } from './style.js';

/** What a report is made of. */
export interface ReportInput {
  readonly results: Results;
  /** What the recorded exchanges came to; `null` where they were not looked at. */
  readonly facts: RunFacts | null;
}

interface View {
  readonly id: string;
  readonly title: string;
}

/** The certification report: one file that loads nothing, for any screen, for paper, with and without its script. */
export function renderHtml({ results, facts }: ReportInput): string {
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Html(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="${results.tool.name} ${results.tool.version}">
<title>${results.verdict}: ${plainText(subjectText(results.subject)).slice(0, 200)}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<a class="skip" href="#clauses">Skip to the clauses</a>
${renderShapes()}
<div class="page">
${renderVerdict(results)}
<div class="columns">
<nav class="side" aria-label="Report">
<ul class="views">${viewsOf(results, facts).map(({ id, title }) => markup`<li><a href="#${id}">${title}</a></li>`)}</ul>
${renderFilters(results)}
</nav>
<main>
${renderClauses(results)}
${renderSections(results)}
${
  facts &&
  markup`<section id="time"><h2>By time</h2>${renderStrip(facts)}</section>
<section id="pictures"><h2>Pictures</h2>${renderPictures(facts)}</section>`
}
${renderQuestions(results.questions, results.clauses)}
</main>
</div>
<footer><p>Made by ${results.tool.name} ${results.tool.version}. Beside this page: results.json for programs, exchanges.jsonl with every request and answer, certificate.json. Secrets are in none of them.</p>${results.digest !== undefined && markup`<p>Digest of what the run came to: <code>${results.digest}</code></p>`}</footer>
</div>
<p class="told unseen" role="status"></p>
<script>${new Html(SCRIPT)}</script>
</body>
</html>
`;
  return page.text;
}

/** Nothing but this style and this script: no text of a service could act, load or send anything. */
const POLICY = `default-src 'none'; style-src '${hashOf(STYLE)}'; script-src '${hashOf(SCRIPT)}'; base-uri 'none'; form-action 'none'`;

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function viewsOf({ questions }: Results, facts: RunFacts | null): readonly View[] {
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
  ];
}
