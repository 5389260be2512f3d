import { expect as playwrightExpect, test } from '@playwright/test';
import type { ClauseResult } from '../contract/results.js';
import { renderClauseHead, renderFinding } from '../report/finding-text.js';
import { cutText, plainText } from '../report/plain-text.js';
import { isAccepted, isRefusal } from '../wire/envelope.js';
import type { Exchange } from '../wire/exchange.js';
import { doubtAbout } from './doubt.js';
import { exchangeOf, judge, type Judgeable } from './judge.js';

const LONGEST_BODY = 600;

interface Matched {
  readonly pass: boolean;
  readonly message: () => string;
}

/** Playwright's `expect` with what can be expected of an answer of the service. */
export const expect = playwrightExpect.extend({
  /**
   * The answer breaks no clause that is required of any answer. One that is expected only is annotated, and so is one that
   * the profile waives. Without a whole answer nothing conforms.
   */
  toConform(given: Judgeable): Matched {
    const exchange = exchangeOf(given, 'toConform');
    const results = judge(exchange);
    const broken = results.filter(({ verdict, waiver }) => verdict === 'fail' && waiver === undefined);
    for (const result of results.filter((one) => !broken.includes(one))) annotate(result);
    const pass = broken.length === 0 && exchange.response !== undefined;
    const findings = broken.map((result) => `\n${findingsOf(result)}`).join('');
    return {
      pass,
      message: () => `The answer ${pass ? 'conforms' : 'does not conform'}.\n${shown(exchange)}${findings}`,
    };
  },
  /** The service did what was asked: 200 with `data.success` true for a modify, 200 with instruments for a lookup. */
  toBeAccepted(given: Judgeable): Matched {
    return matched(exchangeOf(given, 'toBeAccepted'), isAccepted, 'accepted');
  },
  /**
   * The service answered and declined, whatever its words; a breakdown (5xx) and a wish to wait (429) are no refusal. Where it
   * accepts no valid modify either, the refusal of one shows nothing.
   */
  toBeRefused(this: { readonly isNot: boolean }, given: Judgeable): Matched {
    const exchange = exchangeOf(given, 'toBeRefused');
    const because = doubtAbout(exchange);
    if (because === undefined || this.isNot) return matched(exchange, isRefusal, 'refused');
    return {
      pass: false,
      message: () => `unverified: ${because}; what is refused then shows nothing.\n${shown(exchange)}`,
    };
  },
});

function matched(exchange: Exchange, isSo: (exchange: Exchange) => boolean, word: string): Matched {
  const pass = isSo(exchange);
  return { pass, message: () => `The request was ${pass ? '' : 'not '}${word}.\n${shown(exchange)}` };
}

function annotate(result: ClauseResult): void {
  if (result.verdict !== 'warn' && result.verdict !== 'fail') return;
  const type = result.waiver === undefined ? 'warning' : 'waived';
  test.info().annotations.push({ type, description: findingsOf(result) });
}

function findingsOf(result: ClauseResult): string {
  return `${renderClauseHead(result)}\n${result.findings.map(renderFinding).join('\n')}`;
}

/** The exchange in a few lines. Everything in it was redacted when it was recorded. */
function shown({ request, response, trouble }: Exchange): string {
  const sent = `  sent      ${plainText(`${request.method} ${cutText(request.target, LONGEST_BODY)}`)}\n`;
  const body = request.text === null ? '' : `  body      ${plainText(cutText(request.text, LONGEST_BODY))}\n`;
  const text = response?.text ?? '';
  const answer =
    response === undefined
      ? `none: ${trouble?.because ?? ''}`
      : `${response.status} ${plainText(cutText(text, LONGEST_BODY))}`;
  return `${sent}${body}  answer    ${answer}\n`;
}
