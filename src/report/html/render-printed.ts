import { PRINTED_FOLDER, printedIn } from '../printed-files.js';
import { markup, type Html } from './html.js';

const MOST_FILES = 400;
const MOST_OF_FINDING = 3;

/** What a client wrote on standard error, file by file. */
export function renderPrinted(printed: readonly string[]): Html {
  const more = printed.length - MOST_FILES;
  return markup`<section id="printed"><h2>Standard error</h2>
<p class="soft">What the client wrote there in each scenario, with secrets taken out.</p>
<ul class="printed">${printed.slice(0, MOST_FILES).map((name) => markup`<li>${renderLink(name)}</li>`)}</ul>
${more > 0 && markup`<p class="soft">… and ${more} more in ${PRINTED_FOLDER}/</p>`}</section>`;
}

/** The scenario that a finding is of, with what was written in it. */
export function renderScenario(scenario: string, printed: readonly string[]): Html {
  const own = printedIn(scenario, printed);
  const more = own.length - MOST_OF_FINDING;
  const links = own.slice(0, MOST_OF_FINDING).map((name) => markup` ${renderLink(name)}`);
  return markup`<p class="where">scenario <code>${scenario}</code>${own.length > 0 && markup`; standard error:${links}`}${
    more > 0 && markup` <a href="#printed">and ${more} more</a>`
  }</p>`;
}

function renderLink(name: string): Html {
  return markup`<a href="${PRINTED_FOLDER}/${encodeURIComponent(name)}">${name}</a>`;
}
