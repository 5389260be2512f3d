import type { OperationId } from '../contract/clause.js';
import { HEX, replaceRuns } from './character-runs.js';
import { valuesNamed } from './closed-members.js';
import { isHandedOutName, isTokenName } from './closed-names.js';
import { fingerprint } from './fingerprint.js';
import { decodeUtf8 } from './json.js';
import type { Passage } from './passage.js';
import { RecentSet } from './recent-set.js';
import { tokensIn } from './token-shape.js';

const SIGNATURE_DIGITS = 128;
const MOST_GIVEN = 4096;
/** Most of one answer. */
const MOST_CODES = 2048;
const MOST_TOKENS = 16;
/** Shorter ones would be found by chance; longer ones are no tokens. */
const SHORTEST_TOKEN = 16;
const LONGEST_TOKEN = 8 * 1024;
/** How far into an answer of another operation it is looked for tokens, in characters. */
const FURTHEST = 256 * 1024;
/** A member's name of any length: prices are named by instruments. */
const NAME = /"([^"\\]{17,4096})"\s*:/g;

/**
 * What answers gave to clients: what may be sent back in a URL, and what may not.
 *
 * A nextKey may be a JWT, or look like a signature, and so may the code of an instrument. What stands in an answer as
 * `nextKey`, as `stockCd`, as a name in a map of prices, or under the name of a paging key of another operation, is
 * therefore no secret when it comes back, whatever its shape, unless it equals one that is known: a token that was sent
 * as Authorization, was given to the client, or was handed out under the name of a token; a signature that was sent.
 * In a lookup, nextKey and stockCd are taken to be handed out: a walk may have begun before anybody watched.
 */
export class HandedOut {
  private readonly given = new RecentSet(MOST_GIVEN);
  private latest: readonly string[] = [];

  /** Takes in one answer. @param operation - `null`: none of the two, so that it may hand out tokens */
  see({ response }: Passage, operation: OperationId | null): void {
    const text = response === undefined ? null : decodeUtf8(response.body);
    if (text === null || text === '') return;
    if (looksSecret(text)) for (const value of givenIn(text)) this.given.add(fingerprint(value));
    if (operation === null) this.learn(text.slice(0, FURTHEST));
  }

  /** Tokens that operations other than the two handed out, the latest ones. The same object until there is a new one. */
  get tokens(): readonly string[] {
    return this.latest;
  }

  /** Whether a text that looks like a secret was given to be sent back. */
  has(text: string): boolean {
    return this.given.has(fingerprint(text));
  }

  private learn(text: string): void {
    const fresh = valuesNamed(text, isTokenName, MOST_TOKENS).filter(
      (value) => value.length >= SHORTEST_TOKEN && value.length <= LONGEST_TOKEN && !this.latest.includes(value),
    );
    if (fresh.length > 0) this.latest = [...this.latest, ...new Set(fresh)].slice(-MOST_TOKENS);
  }
}

/** Runs of exactly as many hexadecimal digits as an HMAC-SHA512 has, at least one of them a letter. */
export function signaturesIn(text: string): string[] {
  const found: string[] = [];
  replaceRuns(text, SIGNATURE_DIGITS, HEX, (run) => {
    if (run.length === SIGNATURE_DIGITS && /[a-f]/i.test(run)) found.push(run);
    return run;
  });
  return found;
}

/** A target without what is taken to be handed out to whoever sends a lookup: its nextKey, and the code of an instrument. */
export function exposedTarget(target: string, operation: OperationId | null): string {
  if (operation !== 'listOrderableStocks') return target;
  return target.replace(/([?&](?:nextKey|stockCd)=)[^&]*/g, '$1');
}

function looksSecret(text: string): boolean {
  return tokensIn(text, 1).length > 0 || signaturesIn(text).length > 0;
}

function givenIn(text: string): string[] {
  const names = [...text.matchAll(NAME)].slice(0, MOST_CODES).map(([, name = '']) => name);
  const values = [...valuesNamed(text, isHandedOutName, MOST_CODES), ...names];
  return values.flatMap((value) => [...tokensIn(value, MOST_CODES), ...signaturesIn(value)]);
}
