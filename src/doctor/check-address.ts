import { lookup } from 'node:dns/promises';
import { reach, type Reached } from '../client/reach.js';
import { amount } from '../contract/amount.js';
import { codeOf, reasonOfFailure } from '../wire/connection-failure.js';
import { isLoopback } from '../wire/loopback.js';
import { ok, skipped, type Check } from './check.js';
import { shortly } from './shortly.js';

/** A certificate that ends within so many days is worth a word. */
const SOON_DAYS = 21;
const DAY_MS = 86_400_000;
const MOST_ADDRESSES = 4;

/**
 * Whether Node checks no certificates, so that a service that has none to be trusted is sent to all the same.
 *
 * @param env - of this process
 */
export function areUnchecked(env: Readonly<Record<string, string | undefined>>): boolean {
  return env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0';
}

/**
 * Resolves the name, connects, and looks at the certificate. Nothing is sent beyond TLS.
 *
 * @param now - milliseconds since the epoch
 * @param isUnchecked - as {@link areUnchecked}
 */
export async function checkAddress(
  baseUrl: string,
  now: () => number,
  isUnchecked: boolean,
): Promise<readonly Check[]> {
  const url = new URL(baseUrl);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isSecure = url.protocol === 'https:';
  const name = await checkName(host);
  if (name.status === 'failed')
    return [name, notReached('connection'), isSecure ? notReached('TLS') : checkPlain(url.hostname)];
  const port = Number(url.port || (isSecure ? 443 : 80));
  const plain = await reach({ host, port, isSecure: false });
  if (!('ms' in plain)) {
    return [
      name,
      refused('connection', host, port, plain.code),
      isSecure ? notReached('TLS') : checkPlain(url.hostname),
    ];
  }
  const connection = ok('connection', 'connection', `port ${port} answers, in ${plain.ms} ms`);
  if (!isSecure) return [name, connection, checkPlain(url.hostname)];
  const secure = await reach({ host, port, isSecure });
  if (!('ms' in secure)) return [name, connection, refused('TLS', host, port, secure.code)];
  const [distrusted] = secure.certificate?.distrusted ?? [];
  if (distrusted !== undefined && !isUnchecked) {
    return [name, connection, { ...refused('TLS', host, port, distrusted), found: foundOf(secure, now()) }];
  }
  const check = checkCertificate(secure, now());
  return [name, connection, isUnchecked ? unchecked(check, distrusted) : check];
}

async function checkName(host: string): Promise<Check> {
  const begun = performance.now();
  try {
    const addresses = await lookup(host, { all: true });
    const shown = addresses.slice(0, MOST_ADDRESSES).map(({ address }) => address);
    const more = addresses.length > shown.length ? ` and ${addresses.length - shown.length} more` : '';
    return ok(
      'name',
      'name',
      `${host.includes(':') ? `[${host}]` : host} is ${shown.join(', ')}${more}, in ${Math.round(performance.now() - begun)} ms`,
    );
  } catch (error) {
    return {
      ...{ id: 'name', title: 'name', status: 'failed' },
      found: `${host}: ${reasonOfFailure(codeOf(error)) ?? 'the host name could not be looked up'}`,
      means: 'nothing can be sent',
      remedy: 'check the host in TRADECERT_BASE_URL, and whether this machine needs a VPN or another name server',
    };
  }
}

function refused(title: 'connection' | 'TLS', host: string, port: number, code: string): Check {
  return {
    ...{ id: title.toLowerCase(), title, status: 'failed' },
    found: `${host}, port ${port}: ${reasonOfFailure(code) ?? `it did not come about (${code || 'unknown'})`}`,
    means: 'nothing can be sent',
    remedy:
      title === 'TLS'
        ? remedyForTls(code)
        : 'check host and port in TRADECERT_BASE_URL, and whether the service is up and lets this machine in',
  };
}

function remedyForTls(code: string): string {
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return 'have the certificate renewed by whoever runs the service; see also that the clock of this machine is right';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'give the host in TRADECERT_BASE_URL by the name that the certificate is for';
  if (/CERT|ISSUER|VERIFY/.test(code))
    return 'where this certificate is to be trusted, name a PEM file with its issuer in the environment of the shell or the CI, since .env is read too late for it: export NODE_EXTRA_CA_CERTS=/path/issuer.pem';
  return 'check http or https and the port in TRADECERT_BASE_URL';
}

function notReached(title: string): Check {
  return skipped(title.toLowerCase(), title, 'not tried: something before it does not hold');
}

function checkPlain(hostname: string): Check {
  if (isLoopback(hostname)) return skipped('tls', 'TLS', 'http on this machine');
  return {
    ...{ id: 'tls', title: 'TLS', status: 'warning', found: 'the base URL begins with http://' },
    means: 'the token travels unencrypted',
    remedy: 'use https:// where the service has it',
  };
}

/** What its certificate is, and why it cannot be trusted, if so. */
function foundOf({ certificate, protocol, ms }: Reached, nowMs: number): string {
  const { from = '', until = '', subject = '', issuer = '', distrusted = [] } = certificate ?? {};
  const reasons = distrusted.map((code) => reasonOfFailure(code) ?? `its certificate is not trusted (${code})`);
  const names = [
    ...(subject === '' ? [] : [` of ${shortly(subject)}`]),
    ...(issuer === '' ? [] : [`${subject === '' ? '' : ','} issued by ${shortly(issuer)}`]),
  ].join('');
  const ago = Math.floor((nowMs - Date.parse(until)) / DAY_MS);
  const ended = ago >= 0 ? `, ${ago === 0 ? 'today' : `${amount(ago, 'day')} ago`}` : '';
  const dates = `from ${dayOf(from)} until ${dayOf(until)}${ended}`;
  const named = `${protocol ?? 'TLS'}, certificate${names}${names === '' ? ' ' : ', '}${dates}, in ${ms} ms`;
  return reasons.length === 0 ? named : `${reasons.join(', and ')}: ${named}`;
}

function dayOf(text: string): string {
  const at = Date.parse(text);
  return Number.isFinite(at) ? new Date(at).toISOString().slice(0, 10) : 'unknown';
}

/** `NaN` where it is not known. */
const daysLeft = (until: string, nowMs: number): number => Math.floor((Date.parse(until) - nowMs) / DAY_MS);

function checkCertificate(reached: Reached, nowMs: number): Check {
  const found = foundOf(reached, nowMs);
  const left = daysLeft(reached.certificate?.until ?? '', nowMs);
  if (!(left < SOON_DAYS)) return ok('tls', 'TLS', found);
  return {
    ...{ id: 'tls', title: 'TLS', status: 'warning', found },
    means: left < 0 ? 'it has run out' : `it runs out in ${amount(left, 'day')}; from then on nothing can be sent`,
    remedy: 'tell whoever runs the service',
  };
}

/** The same where Node does not check certificates, whatever is to be said of this one. */
function unchecked(check: Check, distrusted: string | undefined): Check {
  const more = distrusted === undefined ? check.remedy : remedyForTls(distrusted);
  return {
    ...{ id: 'tls', title: 'TLS', status: 'warning', found: check.found },
    means: `certificates are not checked, since NODE_TLS_REJECT_UNAUTHORIZED is 0: who stands in between may read token and orders, and answer in place of the service`,
    remedy: ['unset NODE_TLS_REJECT_UNAUTHORIZED', ...(more === undefined ? [] : [more])].join('; '),
  };
}
