import { broken, pass, type Outcome } from '../contract/verdict.js';
import { startLoopbackServer } from '../gateway/loopback-server.js';
import { showExchange } from '../oracle/show-exchange.js';
import type { Exchange } from '../wire/exchange.js';

/** Another origin, to which a redirect may lead. */
export interface Elsewhere {
  readonly origin: string;
  /**
   * What of the credentials arrived there.
   *
   * @param redirected - what was answered with the redirect
   * @clause CLI-042
   */
  judge(redirected: Exchange | undefined): Outcome;
  close(): Promise<void>;
}

const CREDENTIALS = ['authorization', 'x-signature'] as const;

/** Opens another origin, and watches what of the credentials arrives there. */
export async function openElsewhere(): Promise<Elsewhere> {
  const carried = new Set<string>();
  const server = await startLoopbackServer(({ headers }) => {
    for (const name of CREDENTIALS) if (headers[name] !== undefined) carried.add(name);
    return Promise.resolve({ status: 200 });
  });
  return {
    origin: server.origin,
    judge: (redirected) =>
      carried.size === 0
        ? pass
        : broken({
            ...(redirected && { shown: showExchange(redirected) }),
            cause: 'credentials follow a redirect to another origin',
            at: 'request headers at the other origin',
            expected: 'neither Authorization nor X-Signature',
            actual: [...carried].sort().join(', '),
          }),
    close: () => server.close(),
  };
}
