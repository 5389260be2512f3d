import { broken, pass, type Outcome } from '../contract/verdict.js';
import { startLoopbackServer } from '../gateway/loopback-server.js';
import type { ClientFacts } from '../oracle/conduct/client-facts.js';
import { decodePercent } from '../oracle/conduct/request-query.js';
import { keyForms, SecretFinder, SignatureFinder } from '../oracle/conduct/secrecy.js';
import { showExchange } from '../oracle/show-exchange.js';
import type { Exchange, Headers } from '../wire/exchange.js';
import { headerValues } from '../wire/headers.js';

/** Another origin, to which a redirect may lead. */
export interface Elsewhere {
  readonly origin: string;
  /** Takes in the headers of a request to the service: what credentials the client has. */
  sent(headers: Headers): void;
  /**
   * What of the credentials arrived there: token, signing key and signatures, in any spelling and place. What a client
   * made up itself, such as a cookie, is none; nor is the body of a modify, which status 307 and 308 take along.
   *
   * @param redirected - what was answered with the redirect
   * @clause CLI-042
   */
  judge(redirected: Exchange | undefined): Outcome;
  close(): Promise<void>;
}

interface Arrival {
  readonly target: string;
  readonly headers: Headers;
  readonly body: string;
}

/** Requests that are kept until they are judged, how much of the body of each, and different tokens that were sent. */
const MOST_ARRIVALS = 32;
const MOST_BODY = 256 * 1024;
const MOST_TOKENS = 16;
const CREDENTIALS = ['authorization', 'x-signature'] as const;

/** Opens another origin, and watches what of the credentials arrives there. */
export async function openElsewhere(facts: Pick<ClientFacts, 'token' | 'key' | 'signingKeyText'>): Promise<Elsewhere> {
  const arrivals: Arrival[] = [];
  const tokens = new Set(facts.token === null ? [] : [facts.token]);
  const signatures = new SignatureFinder();
  const server = await startLoopbackServer(({ url, headers, body }) => {
    const pairs = Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')] as const);
    if (arrivals.length < MOST_ARRIVALS) {
      arrivals.push({ target: url, headers: pairs, body: body.slice(0, MOST_BODY) });
    }
    return Promise.resolve({ status: 200 });
  });
  const judge = (redirected: Exchange | undefined): Outcome => {
    const finders = [new SecretFinder([...tokens]), new SecretFinder(keyForms(facts))];
    const isSecret = (text: string): boolean => finders.some((finder) => finder.isIn(text)) || signatures.areIn(text);
    const carried = new Set(arrivals.flatMap((arrival) => placesIn(arrival, isSecret)));
    if (carried.size === 0) return pass;
    return broken({
      ...(redirected && { shown: showExchange(redirected) }),
      cause: 'credentials follow a redirect to another origin',
      at: 'request at the other origin',
      expected: 'no token, signing key or signature',
      actual: [...carried].sort().join(', '),
    });
  };
  return {
    origin: server.origin,
    sent: (headers) => {
      signatures.learn(headers);
      for (const token of bearersIn(headers)) if (tokens.size < MOST_TOKENS) tokens.add(token);
    },
    judge,
    close: () => server.close(),
  };
}

function bearersIn(headers: Headers): string[] {
  return headerValues(headers, 'authorization').map((value) => value.replace(/^\s*bearer\s+/i, '').trim());
}

/** Where in a request there are credentials. No name from outside is told: it may hold one. */
function placesIn({ target, headers, body }: Arrival, isSecret: (text: string) => boolean): string[] {
  const named = CREDENTIALS.filter((name) => headerValues(headers, name).some((value) => value !== ''));
  const others = headers.filter(([name]) => !CREDENTIALS.some((one) => one === name));
  return [
    ...named,
    ...(others.some(([name, value]) => isSecret(name) || isSecret(value)) ? ['another header'] : []),
    ...(isSecret(target) || isSecret(decodePercent(target)) ? ['the URL'] : []),
    ...(isSecret(body) ? ['the body'] : []),
  ];
}
