import { SuiteError } from '../contract/suite-error.js';
import type { KeyEncoding } from '../contract/profile.js';
import { decodeKey } from '../wire/decode-key.js';
import { ownValue } from '../wire/own-value.js';
import { DEFAULT_TEMPLATE, resolveTemplate } from '../wire/signature-template.js';
import type { TrafficSettings } from '../traffic/traffic-settings.js';
import { certificateWarnings, resolveCertificate } from './certificate-settings.js';
import { parseClientName } from './client-name.js';
import type { Surroundings } from './command-line.js';
import type { Flags } from './flags.js';
import { chooseOutDir } from './out-dir.js';
import { findSetting, readDotenv, type Sources } from './setting-sources.js';
import { loadProfile, located, parseKeyEncoding, resolveOnly } from './settings.js';
import { parseSigningKeyText, parseToken } from './token.js';
import { warningLine } from './warning-line.js';

const TEXT = { type: 'string' } as const;
const SWITCH = { type: 'boolean' } as const;

/** Flags of every command that judges requests of a client. */
export const TRAFFIC_FLAGS = {
  out: TEXT,
  name: TEXT,
  only: { type: 'string', multiple: true },
  strict: SWITCH,
  json: SWITCH,
  profile: TEXT,
  'signature-template': TEXT,
  'signing-key-encoding': TEXT,
  'certificate-key-file': TEXT,
  'certificate-days': TEXT,
} as const;

/**
 * Resolves the settings of a command that judges traffic of others. Token and key may be left out: what needs them is
 * then not verified.
 *
 * @param subject - names the folder where none is given
 * @throws SuiteError for the first that does not hold
 */
export async function resolveTrafficSettings(
  flags: Flags,
  { env, cwd, err }: Surroundings,
  subject: string,
): Promise<TrafficSettings> {
  const now = new Date();
  const clientName = parseClientName(flags.text['name']);
  const plain: Sources = { flags: flags.text, env, dotenv: readDotenv(cwd) };
  const profileFile = await loadProfile(plain, cwd);
  const sources: Sources = profileFile ? { ...plain, profile: profileFile } : plain;
  const token = findSetting(sources, 'token');
  const key = findSetting(sources, 'signingKey');
  const signingKeyEncoding: KeyEncoding = parseKeyEncoding(findSetting(sources, 'signingKeyEncoding'));
  const signingKey = key === null ? null : parseSigningKeyText(key);
  if (key !== null && signingKey !== null) located(key, () => decodeKey(signingKey, signingKeyEncoding));
  const template = findSetting(sources, 'signatureTemplate');
  const { envNames } = template
    ? located(template, () => resolveTemplate(template.value))
    : resolveTemplate(DEFAULT_TEMPLATE);
  for (const warning of certificateWarnings(sources, cwd)) err(warningLine(warning));
  // Waivers that ran out, and clauses that do not exist, are refused.
  await resolveOnly(undefined, profileFile, now);
  const secrets = {
    token: token === null ? '' : parseToken(token.value, token.where),
    ...{ signingKey, signingKeyEncoding },
    signatureTemplate: template?.value ?? DEFAULT_TEMPLATE,
    certificate: resolveCertificate(sources, cwd),
    env: Object.fromEntries(envNames.map((name) => [name, ownValue(env, name) ?? ownValue(plain.dotenv, name)])),
  };
  return {
    seed: 0,
    depth: 'standard',
    only: flags.lists['only'] === undefined ? null : await onlyOf(flags.lists['only'].join(','), now),
    strict: flags.has('strict'),
    ...(clientName !== undefined && { clientName }),
    profile: profileFile?.value ?? {},
    profileFile: profileFile ? { path: profileFile.path, sha256: profileFile.sha256 } : null,
    ...secrets,
    outDir: await chooseOutDir(flags.text['out'], { cwd, now, subject, settings: secrets }),
  };
}

/** Clauses of either role, each pattern of one or of both. */
async function onlyOf(text: string, now: Date): Promise<string[]> {
  const patterns = text.split(',').filter((pattern) => pattern.trim() !== '');
  const chosen = await Promise.all((patterns.length === 0 ? [text] : patterns).map((one) => ofEither(one, now)));
  return [...new Set(chosen.flat())];
}

async function ofEither(pattern: string, now: Date): Promise<string[]> {
  const of = async (subject: 'service' | 'client'): Promise<string[] | SuiteError> =>
    (await resolveOnly(pattern, null, now, subject).catch((error: unknown) => error as SuiteError)) ?? [];
  const [service, client] = [await of('service'), await of('client')];
  if (service instanceof SuiteError && client instanceof SuiteError) throw service;
  return [...(service instanceof SuiteError ? [] : service), ...(client instanceof SuiteError ? [] : client)];
}
