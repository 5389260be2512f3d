import type { Headers } from '../../wire/exchange.js';
import { headerValues } from '../../wire/headers.js';
import { tokenOf } from './authorization.js';
import type { ClientFacts } from './client-facts.js';
import { decodePercent } from './request-query.js';
import { searchable, SecretFinder } from './secrecy.js';
import { demand, rule, type Breach, type Sight } from './sight.js';

const NOWHERE_ELSE = 'the token in the Authorization header, and nowhere else';

/**
 * Judges where a client puts its token, its signing key and its signatures. What is in the URL breaks the clause on URLs
 * and no other; secrets of fewer than 12 characters are not looked for.
 */
export class CredentialJudge {
  private readonly key: SecretFinder;
  private token: string | null = null;
  private tokens: SecretFinder;

  constructor({ token, key, signingKeyText }: ClientFacts) {
    this.key = new SecretFinder([
      ...(signingKeyText === null ? [] : [signingKeyText]),
      ...(key === null ? [] : [new Uint8Array(key.export())]),
    ]);
    this.tokens = new SecretFinder(token === null ? [] : [token]);
  }

  /** @clause CLI-005, CLI-006, CLI-007, CLI-008 */
  see(sight: Sight): void {
    this.learn(sight);
    const { request } = sight.passage;
    const body = searchable(request.body);
    this.judgeUrl(sight);
    this.judgeToken(sight, body);
    if (!this.key.isBlind) {
      const header = headerWith(request.headers, this.key);
      rule(sight, 'CLI-007', placed('the signing key is sent', header, this.key.isIn(body), 'no signing key'));
    }
    if (sight.exchange.operation === 'listOrderableStocks') judgeSigningHeaders(sight);
  }

  /** A client may have a token that nobody told of, or a fresh one. */
  private learn(sight: Sight): void {
    const sent = tokenOf(sight);
    if (sent === null || sent === this.token) return;
    this.token = sent;
    const given = sight.facts.token;
    this.tokens = new SecretFinder(given === null ? [sent] : [given, sent]);
  }

  private judgeToken(sight: Sight, body: string): void {
    if (this.tokens.isBlind) return;
    const others = sight.passage.request.headers.filter(([name]) => name.toLowerCase() !== 'authorization');
    const header = headerWith(others, this.tokens);
    const breach = placed('the token is sent elsewhere, too', header, this.tokens.isIn(body), NOWHERE_ELSE);
    if (breach !== null || tokenOf(sight) !== null) rule(sight, 'CLI-005', breach);
  }

  private judgeUrl(sight: Sight): void {
    const { request } = sight.passage;
    const texts = [request.target, decodePercent(request.target)];
    const isIn = (finder: SecretFinder): boolean => texts.some((text) => finder.isIn(text));
    const what = isIn(this.tokens)
      ? 'the token'
      : isIn(this.key)
        ? 'the signing key'
        : hasSignature(sight)
          ? 'a signature'
          : null;
    demand(sight, 'CLI-006', what === null, {
      cause: `${what ?? ''} is part of the URL`,
      at: 'request target',
      expected: 'no token, signing key or signature',
      actual: what ?? '',
    });
  }
}

/** A modify has no parameters, so that digits of that length are a signature; a lookup's key may look like one. */
function hasSignature({ passage, exchange }: Sight): boolean {
  const { target, headers } = passage.request;
  if (exchange.operation === 'modifyOrder' && /[0-9a-f]{128}/i.test(target)) return true;
  const url = target.toLowerCase();
  return headerValues(headers, 'x-signature').some((value) => value.length >= 32 && url.includes(value.toLowerCase()));
}

/** Name of the first header that holds a secret. */
function headerWith(headers: Headers, finder: SecretFinder): string | null {
  return headers.find(([name, value]) => finder.isIn(value) || finder.isIn(name))?.[0] ?? null;
}

function placed(cause: string, header: string | null, isInBody: boolean, expected: string): Breach | null {
  if (header === null && !isInBody) return null;
  // A name from outside is not shown: it may hold the secret.
  const where = header === null ? 'the body' : 'a header';
  return { cause, at: header === null ? 'request body' : 'request headers', expected, actual: `it is in ${where}` };
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
