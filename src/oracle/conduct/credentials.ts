import { exposedTarget, HandedOut, signaturesIn } from '../../wire/handed-out.js';
import type { Headers } from '../../wire/exchange.js';
import { headerValues } from '../../wire/headers.js';
import { tokensIn } from '../../wire/token-shape.js';
import { tokenOf } from './authorization.js';
import { decodePercent } from './request-query.js';
import { headerWith, searchable, SecretFinder, SignatureFinder, type GivenSecrets } from './secrecy.js';
import { demand, rule, type Breach, type Sight } from './sight.js';

const NOWHERE_ELSE = 'the token in the Authorization header, and nowhere else';
/** Tokens that are remembered, beside the one that was given. */
const MOST_TOKENS = 16;
/** What has the shape of a token in one URL, up to this many. */
const MOST_SHAPES = 16;

/**
 * Judges where a client puts its token, its signing key and its signatures. What is in the URL breaks the clause on URLs
 * and no other; secrets of fewer than 12 characters are not looked for. A token is one that is known, or, in a URL, what
 * has the shape of a JWT; a signature is one that was sent, or, in the URL of a modify, what has the shape of one. What is
 * none of it although it looks like one is said by {@link HandedOut}. Where the other operations have tokens is not shown, so
 * that only their URLs are judged by these.
 */
export class CredentialJudge {
  private readonly key: SecretFinder;
  private readonly signatures = new SignatureFinder();
  private readonly handedOut = new HandedOut();
  /** That were sent as Authorization, the latest ones. */
  private sent: readonly string[] = [];
  private handed = this.handedOut.tokens;
  private tokens: SecretFinder;

  constructor({ key, token }: GivenSecrets) {
    this.key = key;
    this.tokens = token;
  }

  /** @clause CLI-005, CLI-006, CLI-007, CLI-008 */
  see(sight: Sight): void {
    const { passage, exchange } = sight;
    this.learn(sight);
    this.judgeUrl(sight);
    const { method, headers } = passage.request;
    const body = searchable(passage.request.body);
    // a method that holds it makes a request that is none of the operations
    if (exchange.operation !== null || this.tokens.isIn(method)) this.judgeToken(sight, body);
    if (!this.key.isBlind) {
      const where = placeOf({ method, headers, body }, this.key);
      rule(sight, 'CLI-007', placed('the signing key is sent', where, 'no signing key'));
    }
    if (exchange.operation === 'listOrderableStocks') judgeSigningHeaders(sight);
    this.handedOut.see(passage, exchange.operation);
  }

  /** A client may have tokens that nobody told of, or fresh ones. */
  private learn(sight: Sight): void {
    this.signatures.learn(sight.passage.request.headers);
    const token = tokenOf(sight);
    const isKnown = token === null || token === sight.facts.token || this.sent.includes(token);
    if (isKnown && this.handedOut.tokens === this.handed) return;
    if (!isKnown) this.sent = [...this.sent, token].slice(-MOST_TOKENS);
    this.handed = this.handedOut.tokens;
    const given = sight.facts.token === null ? [] : [sight.facts.token];
    this.tokens = new SecretFinder([...given, ...this.sent, ...this.handed]);
  }

  private judgeToken(sight: Sight, body: string): void {
    if (this.tokens.isBlind) return;
    const { method, headers } = sight.passage.request;
    const others = headers.filter(([name]) => name.toLowerCase() !== 'authorization');
    const where = placeOf({ method, headers: others, body }, this.tokens);
    const breach = placed('the token is sent elsewhere, too', where, NOWHERE_ELSE);
    if (breach !== null || tokenOf(sight) !== null) rule(sight, 'CLI-005', breach);
  }

  private judgeUrl(sight: Sight): void {
    const what = this.secretIn(sight);
    demand(sight, 'CLI-006', what === null, {
      cause: `${what ?? ''} is part of the URL`,
      at: 'request target',
      expected: 'no token, signing key or signature',
      actual: what ?? '',
    });
  }

  private secretIn({ passage, exchange }: Sight): string | null {
    const { target } = passage.request;
    const texts = [target, decodePercent(target)];
    const isIn = (finder: SecretFinder): boolean => texts.some((text) => finder.isIn(text));
    if (isIn(this.tokens)) return 'the token';
    if (isIn(this.key)) return 'the signing key';
    if (texts.some((text) => this.signatures.areIn(text))) return 'a signature';
    const exposed = exposedTarget(target, exchange.operation);
    const shapes = [exposed, decodePercent(exposed)];
    const isOwn = (text: string): boolean => !this.handedOut.has(text);
    // only a modify is signed: elsewhere, what looks like a signature may be any digest
    const isSigned = exchange.operation === 'modifyOrder' && shapes.flatMap(signaturesIn).some(isOwn);
    if (isSigned) return 'a signature';
    return shapes.flatMap((text) => tokensIn(text, MOST_SHAPES)).some(isOwn) ? 'a token' : null;
  }
}

/** What of a request holds a secret; a name of a header is not shown: it may hold the secret. */
interface Place {
  readonly at: string;
  readonly is: string;
}

function placeOf(
  { method, headers, body }: { readonly method: string; readonly headers: Headers; readonly body: string },
  finder: SecretFinder,
): Place | null {
  if (finder.isIn(method)) return { at: 'request method', is: 'the method' };
  if (headerWith(headers, finder) !== null) return { at: 'request headers', is: 'a header' };
  return finder.isIn(body) ? { at: 'request body', is: 'the body' } : null;
}

function placed(cause: string, place: Place | null, expected: string): Breach | null {
  return place === null ? null : { cause, at: place.at, expected, actual: `it is in ${place.is}` };
}

function judgeSigningHeaders(sight: Sight): void {
  const { headers } = sight.passage.request;
  const sent = ['X-Signature', 'X-Timestamp'].filter((name) => headerValues(headers, name).length > 0);
  demand(sight, 'CLI-008', sent.length === 0, {
    cause: `a lookup has ${sent.join(' and ')}`,
    at: `request header ${sent[0] ?? ''}`,
    expected: 'the Authorization header alone: a lookup is not signed',
    actual: sent.join(', '),
  });
}
