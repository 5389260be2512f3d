import { resolve } from 'node:path';
import { SuiteError } from '../contract/suite-error.js';
import { didYouMean } from '../contract/near-names.js';
import { toPaste } from '../contract/to-paste.js';
import type { ReferenceOptions, ReferenceService } from '../mock/reference-service.js';
import { plainText } from '../report/plain-text.js';
import { shellWord } from '../wire/shell-word.js';
import { resolveTemplate } from '../wire/signature-template.js';
import type { Surroundings } from './command-line.js';
import { parseFlags, type Flags } from './flags.js';
import { renderFaultList, renderFaultListJson } from './list-faults.js';
import { parseDuration, parsePort } from './numbers.js';
import { listenForEnd } from './interrupted.js';
import { writeAcceptedRequest } from './practice.js';
import { findSetting, type Found, type Variables } from './setting-sources.js';
import { located, parseKeyEncoding, templateVariables } from './settings.js';
import { parseSigningKeyText } from './token.js';

const SERVE_FLAGS = {
  port: { type: 'string' },
  fault: { type: 'string', multiple: true },
  prefix: { type: 'string' },
  'signature-template': { type: 'string' },
  'signing-key-encoding': { type: 'string' },
  'token-time': { type: 'string' },
  curl: { type: 'string' },
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
  try {
    const { curl } = flags.text;
    if (curl !== undefined) await writeAcceptedRequest(service, resolve(surroundings.cwd, curl), surroundings.env);
    surroundings.out(describe(service, flags, ownKey(surroundings.env) !== null));
  } catch (error) {
    await service.close();
    throw error;
  }
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
      didYouMean(shown, names, `list them with: ${toPaste('serve --list-faults')}`),
    );
  }
  const options = { port, faults, signatureEnv: env, ...practiceOptions(flags, env) };
  return startReferenceService(options);
}

/** What makes the service another one than a run expects where nothing is set. */
function practiceOptions({ text }: Flags, env: Variables): ReferenceOptions {
  const { prefix, 'signature-template': template, 'signing-key-encoding': encoding, 'token-time': time } = text;
  const key = ownKey(env);
  const found = (where: string, value: string): Found => ({ value, where, level: 0 });
  return {
    ...(key && { signingKey: parseSigningKeyText(key) }),
    ...(prefix !== undefined && { prefix: parsePrefix(prefix) }),
    ...(template !== undefined && { signatureTemplate: checkTemplate(template, env) }),
    ...(encoding !== undefined && {
      signingKeyEncoding: parseKeyEncoding(found('--signing-key-encoding', encoding)),
    }),
    ...(time !== undefined && { tokenLifetimeS: parseDuration(found('--token-time', time)) / 1_000 }),
  };
}

/** Begins with a slash and does not end with one, as base URLs do. */
function parsePrefix(text: string): string {
  if (/^(?:\/[\w.~-]+)+$/.test(text) && !/\/\.{1,2}(?:\/|$)/.test(text)) return text;
  const remedy = 'give a path of letters, digits and -._~ with a slash before each part, such as /public/v1';
  throw new SuiteError('The prefix is no path.', '--prefix', remedy);
}

function checkTemplate(text: string, env: Variables): string {
  const found: Found = { value: text, where: '--signature-template', level: 0 };
  const { envNames } = located(found, () => resolveTemplate(text));
  templateVariables(envNames, found, { env, dotenv: {} });
  return text;
}

/** A key that the user set for it; `.env` is not read, since it may hold the key of another service. */
function ownKey(env: Variables): Found | null {
  return findSetting({ flags: {}, env, dotenv: {} }, 'signingKey');
}

/** Where it is, and the lines that point a run or a client at it. */
function describe(service: ReferenceService, { text, lists }: Flags, isOwnKey: boolean): string {
  const { curl, 'token-time': tokenTime } = text;
  const variables = {
    TRADECERT_BASE_URL: service.baseUrl,
    ...(tokenTime === undefined
      ? { TRADECERT_TOKEN: service.token }
      : { TRADECERT_TOKEN_COMMAND: `curl --silent ${service.tokenUrl}` }),
    ...(isOwnKey ? {} : { TRADECERT_SIGNING_KEY: service.signingKey }),
    // What the signature covers is to be found from the request.
    ...(curl === undefined && {
      TRADECERT_SIGNING_KEY_ENCODING: service.signingKeyEncoding,
      TRADECERT_SIGNATURE_TEMPLATE: service.signatureTemplate,
    }),
    TRADECERT_ORDERS_URL: service.ordersUrl,
  };
  const exports = Object.entries(variables).map(([name, value]) => `export ${name}=${shellWord(value)}\n`);
  const faults = lists['fault'] ?? [];
  return `The reference service is up${faults.length > 0 ? `, with ${faults.join(', ')}` : ''}.
  base URL      ${service.baseUrl}
  order source  ${service.ordersUrl}
${curl === undefined ? '' : `  a request     ${plainText(curl)}, which it accepts: ${toPaste(`signature find --curl ${shellWord(curl)}`)}\n`}
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
