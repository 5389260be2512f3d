import { createSecretKey, randomBytes, randomInt } from 'node:crypto';
import { mintToken } from '../mock/token.js';
import type { TrafficSettings } from '../traffic/traffic-settings.js';
import { decodeKey } from '../wire/decode-key.js';
import { DEFAULT_TEMPLATE, resolveTemplate } from '../wire/signature-template.js';
import { ownValue } from '../wire/own-value.js';
import { certificateWarnings, resolveCertificate } from './certificate-settings.js';
import { parseClientName } from './client-name.js';
import type { Surroundings } from './command-line.js';
import type { Flags } from './flags.js';
import { parseDepth, parseSeed } from './numbers.js';
import { chooseOutDir } from './out-dir.js';
import { findSetting } from './setting-sources.js';
import { located, parseKeyEncoding, readSources, resolveOnly, type AtHand } from './settings.js';
import { parseSigningKeyText } from './token.js';
import { warningLine } from './warning-line.js';

const TOKEN_LIFETIME_S = 7 * 24 * 3600;

/** Settings of a run whose subject is a client, and the key that its tokens are signed with. */
export interface ClientRunSettings {
  readonly settings: TrafficSettings;
  readonly tokenKey: string;
  /** The signing key is none that was made up for the run. */
  readonly isOwnKey: boolean;
}

/**
 * Resolves the settings of `tradecert client`. Token and key are made up, as the services are ours; a key in the
 * environment is taken, for a client that has it built in.
 *
 * @throws SuiteError for the first that does not hold
 */
export async function resolveClientSettings(
  flags: Flags,
  { env, cwd, err }: Pick<Surroundings, 'env' | 'cwd' | 'err'>,
  atHand: AtHand = {},
): Promise<ClientRunSettings> {
  const now = new Date();
  const clientName = parseClientName(flags.text['name']);
  const { sources, profileFile } = await readSources({ flags: flags.text, env }, cwd, atHand);
  const template = findSetting(sources, 'signatureTemplate');
  const { envNames } = template
    ? located(template, () => resolveTemplate(template.value))
    : resolveTemplate(DEFAULT_TEMPLATE);
  const ownKey = findSetting({ flags: {}, env, dotenv: {} }, 'signingKey');
  const signingKeyEncoding = parseKeyEncoding(findSetting(sources, 'signingKeyEncoding'));
  // As hexadecimal digits it is a key in each encoding.
  const signingKey = ownKey === null ? randomBytes(32).toString('hex') : parseSigningKeyText(ownKey);
  if (ownKey !== null) located(ownKey, () => decodeKey(signingKey, signingKeyEncoding));
  const tokenKey = randomBytes(32).toString('hex');
  const nowS = Math.floor(now.getTime() / 1000);
  if (template !== null && template.level >= 2 && template.value !== DEFAULT_TEMPLATE) {
    err(warningLine(`the client has to sign by ${template.where}; --signature-template overrules it`));
  }
  for (const warning of certificateWarnings(sources, cwd)) err(warningLine(warning));
  const secrets = {
    token: mintToken(createSecretKey(Buffer.from(tokenKey)), nowS, nowS + TOKEN_LIFETIME_S),
    signingKey,
    signingKeyEncoding,
    signatureTemplate: template?.value ?? DEFAULT_TEMPLATE,
    certificate: resolveCertificate(sources, cwd),
    env: Object.fromEntries(envNames.map((name) => [name, ownValue(env, name)])),
  };
  return {
    tokenKey,
    isOwnKey: ownKey !== null,
    settings: {
      seed: flags.text['seed'] === undefined ? randomInt(0x1_00_00_00_00) : parseSeed(flags.text['seed']),
      depth: parseDepth(flags.text['depth'] ?? 'standard'),
      only: await resolveOnly(flags.lists['only']?.join(','), profileFile, now, 'client'),
      strict: flags.has('strict'),
      readOnly: flags.has('read-only'),
      ...(clientName !== undefined && { clientName }),
      profile: profileFile?.value ?? {},
      profileFile: profileFile ? { path: profileFile.path, sha256: profileFile.sha256 } : null,
      ...secrets,
      outDir: await chooseOutDir(flags.text['out'], { cwd, now, subject: 'client', settings: secrets }),
    },
  };
}
