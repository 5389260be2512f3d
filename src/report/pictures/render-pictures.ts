import { markup, type Html } from '../html/html.js';
import type { RunFacts } from '../facts/run-facts.js';
import { renderCoverage } from './coverage-picture.js';
import { renderLatency } from './latency-picture.js';
import { renderRefusals } from './refusal-picture.js';
import { renderWalks } from './walk-picture.js';
import { renderWindow } from './window-picture.js';

/** What people would rather look at than read, one picture after the other. The run by time is not among them. */
export function renderPictures(facts: RunFacts): Html {
  return markup`<div class="pictures">
${[renderWindow, renderWalks, renderCoverage, renderRefusals, renderLatency].map((render) => render(facts))}</div>
`;
}
