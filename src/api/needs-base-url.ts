import { findSetting } from '../cli/setting-sources.js';
import { OF_A_SERVICE, readSources } from '../cli/settings.js';
import { SuiteError } from '../contract/suite-error.js';
import type { CertifyServiceOptions } from './certify-service.js';
import { optionOf, type GivenSettings } from './options.js';

/**
 * Holds options about a service to its base URL: most often a variable that it was to be taken from is not set, and the
 * embedded service would be certified in place of it.
 *
 * @throws SuiteError where there are such options, and no base URL from anywhere
 */
export async function checkBaseUrl(options: CertifyServiceOptions, settings: GivenSettings): Promise<void> {
  const given: Readonly<Record<string, unknown>> = { ...options };
  const idle = [...new Set(OF_A_SERVICE.map(optionOf))].filter((name) => given[name] !== undefined);
  if (idle.length === 0) return;
  const { sources } = await readSources(settings, settings.cwd, settings.atHand);
  if (findSetting(sources, 'baseUrl') !== null) return;
  throw new SuiteError(
    `There is no base URL, without which these do not count: ${idle.join(', ')}.`,
    'option baseUrl',
    'give baseUrl; to certify the embedded reference service, leave these options out',
  );
}
