import type { ShownExchange } from '../../contract/verdict.js';
import { type Html, markup } from './html.js';
import { cutText, plainLines, plainText } from '../plain-text.js';

const LONGEST_BODY = 8192;
const LONGEST_HEADERS = 4096;

/** What was sent and what came back, side by side. It was redacted when it was recorded. */
export function renderExchange(shown: ShownExchange): Html {
  const { method, target, status, durationMs, exchange } = shown;
  const answer = status === null ? 'no whole answer' : `status ${status}`;
  return markup`<div class="pair">
    <div>
      <h4>sent (exchange ${exchange})</h4>
      <pre>
${plainText(`${method} ${cutText(target, 2000)}`)}
${headersText(shown.requestHeaders)}${bodyText(shown.requestBody)}</pre>
    </div>
    <div>
      <h4>came back after ${Math.round(durationMs)} ms</h4>
      <pre>
${answer}
${headersText(shown.responseHeaders)}${bodyText(shown.responseBody)}</pre>
    </div>
  </div> `;
}

function headersText(headers: ShownExchange['requestHeaders']): string {
  return cutText(headers.map(([name, value]) => `${plainText(name)}: ${plainText(value)}\n`).join(''), LONGEST_HEADERS);
}

function bodyText(body: string | null): string {
  return body === null || body === '' ? '' : `\n${plainLines(cutText(body, LONGEST_BODY))}`;
}
