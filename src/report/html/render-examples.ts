import type { TriedExample } from '../facts/run-facts.js';
import { plainText } from '../plain-text.js';
import { markup, type Html } from './html.js';

/** What was tried for a clause and what was answered: one or two requests in short. */
export function renderExamples(examples: readonly TriedExample[]): Html {
  return markup`<ul class="tries">${examples.map(renderExample)}</ul>`;
}

function renderExample(example: TriedExample): Html {
  const { exchange, method, target, body, isInvalid, sentFor, scenario } = example;
  const request = plainText([method, target, body].filter((part) => part !== '').join(' '));
  const whose =
    scenario !== undefined
      ? `, in the scenario ${plainText(scenario)}`
      : sentFor === undefined
        ? ''
        : `, sent for ${plainText(sentFor)}`;
  return markup`<li>${isInvalid && markup`<b>To be refused:</b> `}<code>${request}</code> <span class="answered">→ ${answerOf(example)}</span> <span class="soft">exchange ${exchange}${whose}</span></li>`;
}

/** `status 400, code 40001: refused`. */
function answerOf({ status, code, success, reply }: TriedExample): string {
  if (status === null) return 'no whole answer';
  const said = [
    `status ${status}`,
    ...(code === null ? [] : [`code ${code}`]),
    ...(success === null ? [] : [`success ${success}`]),
  ].join(', ');
  return reply === 'unclear' ? said : `${said}: ${reply}`;
}
