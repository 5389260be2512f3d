import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { docPage } from '../contract/doc-page.js';
import type { KeyEncoding } from '../contract/profile.js';
import type { Settings } from '../contract/settings.js';
import { SuiteError } from '../contract/suite-error.js';
import type { SecretSettings } from '../examine/secrets.js';
import { decodeKey, FROM_BASE32, looksLikeBase32 } from '../wire/decode-key.js';
import { isLoopback } from '../wire/loopback.js';
import { ownValue } from '../wire/own-value.js';
import { shellHint, unsentHeaderHints } from '../wire/template-hints.js';
import { parseBaseUrl, parseEnvironment } from './base-url.js';
import { certificateWarnings, resolveCertificate } from './certificate-settings.js';
import { dotenvWarnings } from './dotenv-warnings.js';
import { didYouMean } from '../contract/near-names.js';
import { parseDepth, parseDuration, parseRate, parseRequestCount, parseSeed } from './numbers.js';
import { resolveOrderSource } from './order-source.js';
import { SETTING_NAMES, type SettingKey, type SettingName } from './setting-names.js';
import { chooseOutDir, makeOutDir, subjectName } from './out-dir.js';
import type { ProfileFile } from './read-profile.js';
import {
  findSetting,
  readDotenv,
  unknownVariableWarnings,
  type Found,
  type Sources,
  type Variables,
} from './setting-sources.js';
import { parseSigningKeyText, parseToken, runTokenCommand } from './token.js';

const REMOTE_RATE = 20;
/** What `tradecert init` calls the profile that it writes. */
const INIT_PROFILE = 'tradecert.yaml';
/** What a run without a key can come to a verdict about; one with --read-only is incomplete. */
const LOOKUP_ONLY = 'put claims: [listOrderableStocks] into the profile, for a verdict about the lookup alone';
const KEY_ENCODINGS: readonly KeyEncoding[] = ['utf8', 'hex', 'base64', 'base64url'];

/** What a run is started with, before anything is checked. */
export interface SettingsInput extends AtHand {
  /** Flags by name without dashes, such as `seed`; those of the settings and those of the run. */
  readonly flags: Variables;
  readonly strict?: boolean;
  readonly readOnly?: boolean;
  /** What the user may do instead, to modify nothing; default: what commands of tradecert take. */
  readonly readOnlyBy?: string;
  /** Whether what modifies must have a key to sign with; default true. */
  readonly isKeyNeeded?: boolean;
  readonly env: Variables;
  /** Where `.env` is read and relative paths begin. */
  readonly cwd: string;
  readonly now: Date;
  /** Told what the token command writes on standard error, line by line, redacted. */
  readonly say?: (line: string) => void;
  /** Told why the token command gives no token, which is empty then; absent: that is thrown. */
  readonly onNoToken?: (because: SuiteError) => void;
  /** Aborted: a token command that is under way is ended at once. */
  readonly stop?: AbortSignal;
  /**
   * The folder of the run where it is settled already, `null` for none at all; otherwise `--out`, or a new one under
   * `reports`.
   */
  readonly outDir?: string | null;
  /** The folder of a stopped run that goes on, which is taken as it is. */
  readonly resumed?: string;
}

/** What is at hand already, so that it is not read from files. */
export interface AtHand {
  /** What `.env` would say. */
  readonly dotenv?: Variables;
  readonly profile?: ProfileFile;
}

/** Settings that hold, and what the user should know of them. */
export interface ResolvedSettings {
  readonly settings: Settings;
  /** The command that gave the token, and gives fresh ones; `null` where there is none. */
  readonly tokenCommand: Found | null;
  /** Where they came from. */
  readonly sources: Sources;
  readonly warnings: readonly string[];
}

/**
 * Resolves and checks all settings: flag, then environment, then `.env`, then profile, then default.
 * Makes the folder of the run, last of all, and runs the token command where there is one.
 *
 * @throws SuiteError for the first that does not hold; no message has a secret in it
 */
export async function resolveSettings(input: SettingsInput): Promise<ResolvedSettings> {
  const { flags, env, cwd, now } = input;
  const { sources, profileFile } = await readSources({ flags, env }, cwd, input);

  const baseUrlFound = findSetting(sources, 'baseUrl');
  const baseUrl = baseUrlFound ? { url: parseBaseUrl(baseUrlFound), where: baseUrlFound.where } : null;
  const environment = parseEnvironment(findSetting(sources, 'environment'), baseUrl);
  const readOnly = input.readOnly === true || environment === 'production';
  const rateFound = findSetting(sources, 'rate');
  const bounds = resolveBounds(sources);
  const seed = flags['seed'] === undefined ? randomInt(0x1_00_00_00_00) : parseSeed(flags['seed']);
  const depth = parseDepth(flags['depth'] ?? 'standard');
  const only = await resolveOnly(flags['only'], profileFile, now);
  const needed = input.isKeyNeeded !== false && baseUrl !== null && !readOnly && modifies(profileFile);
  const signing = await resolveSigning(sources, { needed, readOnlyBy: input.readOnlyBy ?? LOOKUP_ONLY });
  const orders = await resolveOrderSource(sources, cwd);
  const rate = rateFound ? parseRate(rateFound) : baseUrl && !isLoopback(baseUrl.url.hostname) ? REMOTE_RATE : null;
  const { token, tokenCommand } = baseUrl ? await resolveToken(sources, input) : NO_TOKEN;
  const certificate = resolveCertificate(sources, cwd);
  const outDir = await resolveOutDir(input, baseUrl?.url ?? null, { ...signing, token, certificate, orders });

  return {
    settings: {
      baseUrl: baseUrl ? baseUrl.url.href.replace(/\/$/, '') : '',
      embedded: baseUrl === null,
      environment,
      token,
      ...signing,
      orders,
      rate,
      ...bounds,
      profile: profileFile?.value ?? {},
      profileFile: profileFile ? { path: profileFile.path, sha256: profileFile.sha256 } : null,
      seed,
      depth,
      only,
      readOnly,
      strict: input.strict === true,
      outDir,
      flags: flagsToRepeat(flags),
      flagsToGoOn: givenOf(flags, TO_GO_ON),
      certificate,
    },
    tokenCommand,
    sources,
    warnings: [
      ...unknownVariableWarnings(sources),
      ...(input.dotenv === undefined ? dotenvWarnings(cwd, sources) : []),
      ...keySpaceWarning(findSetting(sources, 'signingKey')),
      ...base32Warning(sources),
      ...(input.dotenv === undefined && profileFile === null ? unnamedProfileWarning(cwd) : []),
      ...(baseUrl === null ? missingBaseUrlWarning(sources) : []),
      ...plainTextWarning(baseUrl?.url ?? null),
      ...certificateWarnings(sources, cwd),
      ...(await secretWarnings({ ...signing, token }, tokenCommand !== null)),
      ...quoteWarnings(sources),
      ...shellHint(signing.signatureTemplate),
      ...unsentHeaderHints(signing.signatureTemplate),
      ...templateWarning(baseUrl !== null && signing.signingKey !== null && !findSetting(sources, 'signatureTemplate')),
    ],
  };
}

/** Settings that say something of a service: without its base URL they do not count. */
export const OF_A_SERVICE: readonly SettingKey[] = [
  'environment',
  'token',
  'tokenCommand',
  'signingKey',
  'signingKeyEncoding',
  'signatureTemplate',
  'ordersUrl',
  'ordersCommand',
  'ordersFile',
  'ordersShow',
];

/**
 * Settings that are taken from elsewhere, or left out, where a flag is not given again; those of their own place aside.
 * Not the command of an order source, which may hold a secret.
 */
const REPEATED: readonly SettingKey[] = [
  'environment',
  'signingKeyEncoding',
  'signatureTemplate',
  'ordersUrl',
  'ordersFile',
  'ordersShow',
  'rate',
];

/** Settings of which a stopped run keeps nothing, or not what a flag took the place of. */
const TO_GO_ON: readonly SettingKey[] = [
  ...(['baseUrl', 'environment', 'profile', 'signingKeyEncoding', 'signatureTemplate'] as const),
  ...(['ordersUrl', 'ordersCommand', 'ordersFile', 'ordersShow', 'certificateKeyFile', 'certificateDays'] as const),
  'rate',
];

/** A query may hold a secret, too. */
function flagsToRepeat(flags: Variables): GivenFlag[] {
  return givenOf(flags, REPEATED).filter(([flag, value]) => flag !== 'orders-url' || !value.includes('?'));
}

type GivenFlag = [flag: string, value: string];

function givenOf(flags: Variables, keys: readonly SettingKey[]): GivenFlag[] {
  return keys.flatMap((key): GivenFlag[] => {
    const { flag }: SettingName = SETTING_NAMES[key];
    const value = flag && flags[flag];
    return flag && value ? [[flag, value]] : [];
  });
}

/** Begins what is said of settings that do not count without a base URL. */
export const EMBEDDED_MEANT = 'there is no base URL, so this is about the embedded reference service';

function missingBaseUrlWarning(sources: Sources): string[] {
  const idle = OF_A_SERVICE.flatMap((key) => findSetting(sources, key)?.where ?? []);
  if (idle.length === 0) return [];
  const what = idle.length === 1 ? `${idle.join()} does not count` : `these do not count: ${idle.join(', ')}`;
  return [`${EMBEDDED_MEANT}, and ${what}; set TRADECERT_BASE_URL, or baseUrl in the profile`];
}

/** All places that settings come from, read. */
export async function readSources(
  given: Pick<Sources, 'flags' | 'env'>,
  cwd: string,
  atHand: AtHand = {},
): Promise<{ readonly sources: Sources; readonly profileFile: ProfileFile | null }> {
  const plain: Sources = { ...given, dotenv: atHand.dotenv ?? readDotenv(cwd) };
  const profileFile = atHand.profile ?? (await loadProfile(plain, cwd));
  return { sources: profileFile ? { ...plain, profile: profileFile } : plain, profileFile };
}

/** The profile that is named, if any. */
export async function loadProfile(sources: Sources, cwd: string): Promise<ProfileFile | null> {
  const found = findSetting(sources, 'profile');
  if (!found) return null;
  const { readProfile } = await import('./read-profile.js');
  return readProfile(found, cwd);
}

/** Modification belongs to the run unless the profile claims other operations only. */
function modifies(profileFile: ProfileFile | null): boolean {
  return profileFile?.value.claims?.includes('modifyOrder') ?? true;
}

/** Checks what names clauses; the catalogue is read only where something does. */
export async function resolveOnly(
  only: string | undefined,
  profileFile: ProfileFile | null,
  now: Date,
  subject: 'service' | 'client' = 'service',
): Promise<string[] | null> {
  const { checkProfileClauses, chooseClauses, namesClauses } = await import('./clause-choice.js');
  if (only === undefined && !(profileFile && namesClauses(profileFile.value))) return null;
  const { loadCatalogue } = await import('../contract/catalogue.js');
  const catalogue = loadCatalogue();
  if (profileFile) checkProfileClauses(profileFile, catalogue, now);
  return only === undefined ? null : chooseClauses(only, catalogue, '--only', subject);
}

type TokenFound = Pick<ResolvedSettings, 'tokenCommand'> & { readonly token: string };

const NO_TOKEN: TokenFound = { token: '', tokenCommand: null };

async function resolveToken(
  sources: Sources,
  { cwd, say = () => undefined, stop, onNoToken }: Pick<SettingsInput, 'cwd' | 'say' | 'stop' | 'onNoToken'>,
): Promise<TokenFound> {
  const token = findSetting(sources, 'token');
  const tokenCommand = findSetting(sources, 'tokenCommand');
  if (token && (!tokenCommand || token.level <= tokenCommand.level)) {
    return { ...NO_TOKEN, token: parseToken(token.value, token.where) };
  }
  if (tokenCommand) {
    const printed = runTokenCommand(tokenCommand, { cwd, say, stop }).catch((error: unknown) => {
      if (onNoToken === undefined || !(error instanceof SuiteError)) throw error;
      onNoToken(error);
      return '';
    });
    return { token: await printed, tokenCommand };
  }
  throw new SuiteError(
    'There is a base URL, but no token.',
    'environment, .env',
    'set TRADECERT_TOKEN to the JWT, or TRADECERT_TOKEN_COMMAND to a command that prints a fresh one',
  );
}

function resolveBounds(sources: Sources): Pick<Settings, 'maxTimeMs' | 'maxRequests'> {
  const [time, requests] = [findSetting(sources, 'maxTime'), findSetting(sources, 'maxRequests')];
  return {
    ...(time && { maxTimeMs: parseDuration(time) }),
    ...(requests && { maxRequests: parseRequestCount(requests) }),
  };
}

type Signing = Pick<Settings, 'signingKey' | 'signingKeyEncoding' | 'signatureTemplate' | 'env'>;

async function resolveSigning(
  sources: Sources,
  { needed, readOnlyBy }: { readonly needed: boolean; readonly readOnlyBy: string },
): Promise<Signing> {
  const key = findSetting(sources, 'signingKey');
  const signingKeyEncoding = parseKeyEncoding(findSetting(sources, 'signingKeyEncoding'));
  if (!key && needed) {
    throw new SuiteError(
      'Modifications cannot be signed: there is no signing key.',
      'environment, .env',
      `set TRADECERT_SIGNING_KEY, or ${readOnlyBy}`,
    );
  }
  const signingKey = key ? parseSigningKeyText(key) : null;
  const template = findSetting(sources, 'signatureTemplate');
  const { DEFAULT_TEMPLATE, resolveTemplate } = await import('../wire/signature-template.js');
  if (key && signingKey !== null) located(key, () => decodeKey(signingKey, signingKeyEncoding));
  if (!template) return { signingKey, signingKeyEncoding, signatureTemplate: DEFAULT_TEMPLATE, env: {} };
  const { envNames } = located(template, () => resolveTemplate(template.value));
  const env = templateVariables(envNames, template, sources);
  return { signingKey, signingKeyEncoding, signatureTemplate: template.value, env };
}

/** Runs a check of another layer and says which setting it was about. */
export function located<T>(found: Found, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof SuiteError)) throw error;
    const [position = ''] = /, character \d+/.exec(error.where) ?? [];
    throw new SuiteError(error.message, found.where + position, error.remedy);
  }
}

/** Reads the name of a key's encoding. */
export function parseKeyEncoding(found: Found | null): KeyEncoding {
  if (!found) return 'utf8';
  const known = KEY_ENCODINGS.find((encoding) => encoding === found.value);
  if (known) return known;
  const what = `The key encoding "${found.value.slice(0, 40)}" is unknown.`;
  const isBase32 = /^base-?32(?:hex)?$/i.test(found.value);
  const remedy = isBase32
    ? FROM_BASE32
    : didYouMean(found.value, KEY_ENCODINGS, `use one of ${KEY_ENCODINGS.join(', ')}`);
  throw new SuiteError(what, found.where, remedy);
}

/** Values of the variables that `{env:NAME}` reads, from the environment, then `.env`. */
export function templateVariables(
  names: readonly string[],
  { where }: Found,
  { env, dotenv }: Pick<Sources, 'env' | 'dotenv'>,
): Settings['env'] {
  const values = names.map((name) => [name, ownValue(env, name) ?? ownValue(dotenv, name)] as const);
  const missing = values.find(([, value]) => value === undefined);
  if (!missing) return Object.fromEntries(values);
  throw new SuiteError(
    `The signature covers the variable ${missing[0]}, which is not set.`,
    where,
    `set ${missing[0]}`,
  );
}

async function resolveOutDir(input: SettingsInput, baseUrl: URL | null, settings: SecretSettings): Promise<string> {
  const { flags, cwd, now, outDir, resumed } = input;
  if (resumed !== undefined) return resumed;
  if (outDir === null) return '';
  if (outDir !== undefined) return makeOutDir(outDir, cwd, 'default folder');
  return chooseOutDir(flags['out'], { cwd, now, subject: subjectName(baseUrl), settings });
}

/** That the profile that `tradecert init` writes is there and does not count, if so. */
function unnamedProfileWarning(cwd: string): string[] {
  if (!existsSync(join(cwd, INIT_PROFILE))) return [];
  return [`${INIT_PROFILE} is here, but does not count: name it by TRADECERT_PROFILE=${INIT_PROFILE}, such as in .env`];
}

/** That the key has white space around it, which nobody sees, if so. */
function keySpaceWarning(key: Found | null): string[] {
  if (key === null || key.value === key.value.trim()) return [];
  return [
    `${key.where} begins or ends with white space, which is read as part of the key: take it out where it is not`,
  ];
}

/** One line for each value in quotation marks, which nobody took out where no shell reads it, such as a file of Docker's. */
function quoteWarnings(sources: Sources): string[] {
  const found = (['signingKey', 'signatureTemplate'] as const).flatMap((key) => findSetting(sources, key) ?? []);
  return found
    .filter(({ value }) => /^(["'`]).*\1$/s.test(value))
    .map(
      ({ where }) => `${where} is in quotation marks, which are read as part of it: take them out where they are not`,
    );
}

/** That the key may be in base32, if it looks so and nothing says that it is text. */
function base32Warning(sources: Sources): string[] {
  const key = findSetting(sources, 'signingKey');
  const isText = findSetting(sources, 'signingKeyEncoding')?.value === 'utf8';
  if (key === null || isText || !looksLikeBase32(key.value)) return [];
  const silent = 'where it is not, TRADECERT_SIGNING_KEY_ENCODING says what it is, such as utf8';
  return [`${key.where} looks like base32, which is no key encoding here: where it is, ${FROM_BASE32}; ${silent}`];
}

/** That the token travels unencrypted, if it does. */
export function plainTextWarning(baseUrl: URL | null): string[] {
  if (baseUrl?.protocol !== 'http:' || isLoopback(baseUrl.hostname)) return [];
  return [`the base URL begins with http://: the token travels to ${baseUrl.hostname} unencrypted`];
}

async function secretWarnings(
  secrets: Pick<Settings, 'token' | 'signingKey' | 'env'>,
  isPrinted: boolean,
): Promise<string[]> {
  if (secrets.token === '' && secrets.signingKey === null) return [];
  const { weakSecretWarnings } = await import('./weak-secrets.js');
  return weakSecretWarnings(secrets, isPrinted);
}

function templateWarning(isAssumed: boolean): string[] {
  const page = docPage('signature.md');
  const warning = `TRADECERT_SIGNATURE_TEMPLATE is not set: what the signature covers is assumed (see ${page})`;
  return isAssumed ? [warning] : [];
}
