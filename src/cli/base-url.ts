import type { Environment } from '../contract/profile.js';
import { SuiteError } from '../contract/suite-error.js';
import { isLoopback } from '../wire/loopback.js';
import { didYouMean } from '../contract/near-names.js';
import type { Found } from './setting-sources.js';

const ENVIRONMENTS: readonly Environment[] = ['staging', 'sandbox', 'production'];
const EXAMPLE = 'https://staging.example/public/v1';

/**
 * Reads an http(s) URL of a setting. It is not repeated in messages, since people put secrets in URLs.
 *
 * @param name - what the URL is, as messages call it
 * @param example - of such a URL
 */
export function parseHttpUrl({ value, where }: Found, name: string, example = EXAMPLE): URL {
  const remedy = remedyFor(value, example);
  if (!URL.canParse(value)) throw new SuiteError(`The ${name} is not a URL.`, where, remedy);
  const url = new URL(value);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new SuiteError(`The ${name} begins with neither http:// nor https://.`, where, remedy);
  }
  if (url.username !== '' || url.password !== '') {
    throw new SuiteError(
      `The ${name} holds a user name or a password.`,
      where,
      'remove them: the only credentials are the token and the signing key',
    );
  }
  return url;
}

/** By the likeliest slip of a value that is no http(s) URL. */
function remedyFor(value: string, example: string): string {
  if (/^["'`<]/.test(value))
    return 'leave out the marks around it, which are part of the value where no shell reads it';
  const isWithoutScheme = /^(?:localhost|[\w-]+(?:\.[\w-]+)+|[\w-]+(?=:\d))(?::\d+)?(?:\/|$)/.test(value);
  return isWithoutScheme ? 'put https:// before it, or http://' : `give it in full, such as ${example}`;
}

/** Checks a base URL and returns it without its trailing slash. */
export function parseBaseUrl(found: Found): URL {
  const url = parseHttpUrl(found, 'base URL');
  if (found.value.includes('?') || found.value.includes('#')) {
    const part = found.value.includes('?') ? 'a query' : 'a fragment';
    throw new SuiteError(`The base URL has ${part}.`, found.where, `end it with its path, such as ${EXAMPLE}`);
  }
  url.pathname = url.pathname.replace(/\/+$/, '');
  return url;
}

/** Checks the declared environment; needed for every host that is not this machine. */
export function parseEnvironment(
  found: Found | null,
  baseUrl: { url: URL; where: string } | null,
): Environment | 'loopback' {
  if (found) {
    const known = ENVIRONMENTS.find((environment) => environment === found.value);
    if (known) return known;
    throw new SuiteError(
      `The environment "${found.value.slice(0, 40)}" is unknown.`,
      found.where,
      didYouMean(found.value, ENVIRONMENTS, `use one of ${ENVIRONMENTS.join(', ')}`),
    );
  }
  if (!baseUrl || isLoopback(baseUrl.url.hostname)) return 'loopback';
  throw new SuiteError(
    `The host ${baseUrl.url.hostname} is not this machine, and its environment is not declared.`,
    baseUrl.where,
    `set TRADECERT_ENVIRONMENT to ${ENVIRONMENTS.join(', ')}; production is read-only`,
  );
}
