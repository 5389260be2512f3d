import { SuiteError } from '../contract/suite-error.js';
import { portRefused } from '../gateway/port-refused.js';
import { didYouMean } from '../contract/near-names.js';
import type { ReferenceService } from '../mock/reference-service.js';
import type { Surroundings } from './command-line.js';
import { parseFlags, type Flags } from './flags.js';
import { renderFaultList, renderFaultListJson } from './list-faults.js';
import { parsePort } from './numbers.js';
import { listenForEnd } from './interrupted.js';
import { findSetting, type Found, type Variables } from './setting-sources.js';
import { shellWord } from '../wire/shell-word.js';
import { parseSigningKeyText } from './token.js';

const SERVE_FLAGS = {
  port: { type: 'string' },
  fault: { type: 'string', multiple: true },
  'list-faults': { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

/** `tradecert serve`: the reference service until Ctrl-C, or the list of its faults. */
export async function serve(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const flags = parseFlags(args, SERVE_FLAGS, 'serve');
  if (flags.has('list-faults')) {
    await listFaults(flags.has('json'), surroundings);
    return 0;
  }
  const service = await start(flags, surroundings);
  surroundings.out(describe(service, flags.lists['fault'] ?? [], ownKey(surroundings.env) !== null));
  await listenForEnd().asked;
  await service.close();
  return 0;
}

async function listFaults(json: boolean, { out }: Surroundings): Promise<void> {
  const { FAULTS } = await import('../mock/faults.js');
  out(json ? renderFaultListJson(FAULTS) : renderFaultList(FAULTS));
}

async function start(flags: Flags, { env }: Surroundings): Promise<ReferenceService> {
  const { FAULTS } = await import('../mock/faults.js');
  const { startReferenceService } = await import('../mock/reference-service.js');
  const port = parsePort(flags.text['port'] ?? '0');
  const names = FAULTS.map(({ name }) => name);
  const faults = flags.lists['fault'] ?? [];
  for (const fault of faults.filter((name) => !names.includes(name))) {
    const shown = fault.slice(0, 60);
    throw new SuiteError(
      `There is no fault "${shown}".`,
      '--fault',
      didYouMean(shown, names, 'list them with: tradecert serve --list-faults'),
    );
  }
  const key = ownKey(env);
  return startReferenceService({ port, faults, ...(key && { signingKey: parseSigningKeyText(key) }) }).catch(
    (error: unknown) => {
      if (!(error instanceof Error && 'code' in error)) throw error;
      throw portRefused(error, port, '--port');
    },
  );
}

/** A key that the user set for it; `.env` is not read, since it may hold the key of another service. */
function ownKey(env: Variables): Found | null {
  return findSetting({ flags: {}, env, dotenv: {} }, 'signingKey');
}

/** Where it is, and the lines that point a run or a client at it. */
function describe(service: ReferenceService, faults: readonly string[], isOwnKey: boolean): string {
  const variables = {
    TRADECERT_BASE_URL: service.baseUrl,
    TRADECERT_TOKEN: service.token,
    ...(isOwnKey ? {} : { TRADECERT_SIGNING_KEY: service.signingKey }),
    TRADECERT_SIGNING_KEY_ENCODING: service.signingKeyEncoding,
    TRADECERT_SIGNATURE_TEMPLATE: service.signatureTemplate,
    TRADECERT_ORDERS_URL: service.ordersUrl,
  };
  const exports = Object.entries(variables).map(([name, value]) => `export ${name}=${shellWord(value)}\n`);
  return `The reference service is up${faults.length > 0 ? `, with ${faults.join(', ')}` : ''}.
  base URL      ${service.baseUrl}
  order source  ${service.ordersUrl}

To point a run or a client at it${isOwnKey ? ', with TRADECERT_SIGNING_KEY as it is set here' : ''}:

${exports.join('')}${describeOperations(service)}
Ctrl-C ends it.
`;
}

/** Where the operations are that the document only names, in the words of a profile; nothing where it has none. */
function describeOperations({ operations }: ReferenceService): string {
  if (operations.length === 0) return '';
  const lines = operations.map(({ clause, path }) => `  - { clause: ${clause}, path: ${path} }\n`);
  return `
It has the other operations, too. A run tests them with these lines in its profile (TRADECERT_PROFILE):

operations:
${lines.join('')}`;
}
