import type { Trouble } from '../wire/exchange.js';

/** What to do where a request got no whole answer, by what kept it from one. */
export function remedyForTrouble(trouble: Trouble | undefined): string {
  return REMEDIES[trouble?.kind ?? 'stopped'];
}

const SCHEME = 'check whether TRADECERT_BASE_URL has to begin with http or https on this port';

const REMEDIES: Readonly<Record<Trouble['kind'], string>> = {
  unreachable: `see whether the service is up, and ${SCHEME}`,
  reset: `${SCHEME}, whether the service is up, and what stands before it, such as a proxy that does not let this machine in`,
  malformed: `${SCHEME}, and whether what answers is the service`,
  timeout:
    'see whether the service is overloaded or waits for another one; where it is known to be slow, raise limits.timeoutMs in the profile',
  truncated: 'the service broke off: try again, or tell whoever runs it',
  oversize:
    'see whether what answers is the service; where it is, and its body is too large, raise limits.maxResponseBytes in the profile',
  busy: 'the service limits the rate: wait, then lower TRADECERT_RATE or --rate, or ask for a higher limit on staging',
  stopped: 'try again',
};
