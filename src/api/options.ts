import { createHash } from 'node:crypto';
import { KNOWN_VARIABLES, SETTING_NAMES, type SettingKey, type SettingName } from '../cli/setting-names.js';
import { checkProfile, memberPath, type ProfileFile } from '../cli/read-profile.js';
import type { AtHand } from '../cli/settings.js';
import type { Variables } from '../cli/setting-sources.js';
import type { Depth, KeyEncoding, Profile } from '../contract/profile.js';
import { SuiteError } from '../contract/suite-error.js';
import {
  FUNCTION,
  isObject,
  isText,
  members,
  NUMBER,
  rivals,
  SIGNAL,
  sort,
  SWITCH,
  TEXT,
  TEXTS_BY_NAME,
  textsLike,
  type OptionChecks,
} from './option-checks.js';

/** One part of a run that is split over several machines: `1/3` is the first of three. */
export type ShardText = `${number}/${number}`;

/** How the certificate of a run is made. */
export interface CertificateOptions {
  /** Ed25519, PKCS#8 in PEM, as `tradecert keygen` writes it; absent: the certificate is not signed. */
  readonly key?: string;
  /** A file with that key, in place of it; relative to `cwd`. */
  readonly keyFile?: string;
  /** How long it holds, in days; default 90. */
  readonly days?: number;
}

/** What every certification can be told. Nothing is read from the environment or `.env` unless it is asked for. */
export interface CertifyOptions {
  /**
   * Folder of the report, new or empty; absent: nothing is kept, and the results are all there is.
   * Relative to `cwd`.
   */
  readonly out?: string;
  /** Repeats the generated cases of an earlier run, 0 to 4294967295; default random. */
  readonly seed?: number;
  /** How many cases are generated; default `standard`. */
  readonly depth?: Depth;
  /** Ids of clauses or globs such as `SIG-*`; default all. */
  readonly only?: readonly string[];
  /** Warnings, and answers that differ from pinned ones, make the run non-conformant; default false. */
  readonly strict?: boolean;
  /** Nothing is modified: a client is given walks alone; default false. */
  readonly readOnly?: boolean;
  /** A profile, or the path of one in YAML. */
  readonly profile?: Profile | string;
  /** The HMAC key, written as `signingKeyEncoding` says. */
  readonly signingKey?: string;
  /** Default `utf8`. */
  readonly signingKeyEncoding?: KeyEncoding;
  /** What the signature covers: a template, or the name of a preset; default `concat`. */
  readonly signatureTemplate?: string;
  readonly certificate?: CertificateOptions;
  /** Values for `{env:NAME}` in the template, by name. Those of `TRADECERT_` variables do not count. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Takes what is not given here from `TRADECERT_` variables and `.env`, as the command does; default false. */
  readonly fromEnvironment?: boolean;
  /**
   * Writes the observed answers to open questions as pins into this profile in YAML, new or there already; relative to `cwd`.
   * Where required clauses are broken, `onWarning` is told.
   */
  readonly writeProfile?: string;
  /** Where relative paths begin, and `.env` is; default the current folder. */
  readonly cwd?: string;
  /**
   * Ends the run early: what was under way is given up, orders are set back, and the results say what was not examined.
   */
  readonly signal?: AbortSignal;
  /** Told of what the user of a command would be warned of, in one sentence each. */
  readonly onWarning?: (warning: string) => void;
}

/** What each of them may be. */
export const COMMON_OPTIONS: OptionChecks<CertifyOptions> = {
  ...{ out: TEXT, seed: NUMBER, depth: TEXT, only: textsLike('SIG-*'), strict: SWITCH, readOnly: SWITCH },
  profile: sort(
    'is neither a path nor a profile',
    (value) => isText(value) || isObject(value),
    "give the path of a YAML file, or an object such as { signatureTemplate: 'concat' }",
  ),
  ...{ signingKey: TEXT, signingKeyEncoding: TEXT, signatureTemplate: TEXT, env: TEXTS_BY_NAME },
  certificate: members<CertificateOptions>({ key: TEXT, keyFile: TEXT, days: NUMBER }, rivals('key', 'keyFile')),
  ...{ fromEnvironment: SWITCH, writeProfile: TEXT, cwd: TEXT, signal: SIGNAL, onWarning: FUNCTION },
};

/** Options in the form in which a command has its flags and variables. */
export interface GivenSettings {
  readonly flags: Variables;
  readonly env: Variables;
  readonly cwd: string;
  readonly atHand: AtHand;
}

/** Settings that take each other's place: one that is given as an option keeps the others from being read elsewhere. */
const RIVALS: readonly (readonly SettingKey[])[] = [
  ['token', 'tokenCommand'],
  ['certificateKey', 'certificateKeyFile'],
];

/**
 * Brings options into the form of a command's flags and variables.
 *
 * @param own - settings beside the common ones
 * @param environment - of this process
 */
export function givenSettings(
  options: CertifyOptions,
  own: Partial<Record<SettingKey, string | undefined>>,
  environment: Variables,
): GivenSettings {
  const { signingKey, signingKeyEncoding, signatureTemplate, certificate, profile, fromEnvironment = false } = options;
  const { seed, depth, only, out, cwd = process.cwd() } = options;
  const given: Partial<Record<SettingKey, string | undefined>> = {
    ...{ signingKey, signingKeyEncoding, signatureTemplate, ...own },
    ...{ certificateKey: certificate?.key, certificateKeyFile: certificate?.keyFile },
    certificateDays: textOf(certificate?.days),
    ...(typeof profile === 'string' && { profile }),
  };
  const named = Object.entries(given) as [SettingKey, string | undefined][];
  const flags = named.flatMap(([key, value]) => {
    const { flag }: SettingName = SETTING_NAMES[key];
    return flag === undefined ? [] : [[flag, value] as const];
  });
  const variables = named.flatMap(([key, value]) => {
    const { flag, variable }: SettingName = SETTING_NAMES[key];
    return flag === undefined && value !== undefined ? [[variable, value] as const] : [];
  });
  const outside = fromEnvironment ? without(environment, rivalsOf(given)) : {};
  return {
    flags: { ...Object.fromEntries(flags), seed: textOf(seed), depth, only: only?.join(','), out },
    env: { ...outside, ...without(options.env ?? {}, KNOWN_VARIABLES), ...Object.fromEntries(variables) },
    cwd,
    atHand: {
      ...(!fromEnvironment && { dotenv: {} }),
      ...(typeof profile === 'object' && { profile: profileAtHand(profile) }),
    },
  };
}

export const textOf = (value: number | undefined): string | undefined =>
  value === undefined ? undefined : String(value);

/** Variables that an option has taken the place of, though it has another name. */
function rivalsOf(given: Partial<Record<SettingKey, string | undefined>>): string[] {
  const overruled = RIVALS.filter((keys) => keys.some((key) => given[key] !== undefined)).flat();
  return overruled.map((key) => SETTING_NAMES[key].variable);
}

function without(variables: Variables, names: readonly string[]): Variables {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !names.includes(name)));
}

function profileAtHand(profile: Profile): ProfileFile {
  const path = 'option profile';
  const text = asJson(profile, path);
  const placeOf = (pointer: string): string => (pointer === '' ? path : `${path}.${memberPath(pointer)}`);
  const value = checkProfile(JSON.parse(text), placeOf);
  return { path, sha256: createHash('sha256').update(text).digest('hex'), value };
}

function asJson(profile: Profile, where: string): string {
  try {
    return JSON.stringify(profile);
  } catch {
    throw new SuiteError(
      'The profile cannot be written as JSON.',
      where,
      'give texts, numbers, lists and objects only',
    );
  }
}

/**
 * Runs a task whose errors and warnings name flags and variables, and names the options of the caller in their place, unless
 * they may be about the environment.
 */
export async function inOptionWords<T>(
  { fromEnvironment = false, onWarning }: CertifyOptions,
  task: (warn: (warning: string) => void) => Promise<T>,
): Promise<T> {
  const inWords = fromEnvironment ? (text: string): string => text : nameOptions;
  try {
    return await task((warning) => onWarning?.(inWords(warning)));
  } catch (error) {
    if (!(error instanceof SuiteError)) throw error;
    throw new SuiteError(error.message, inWords(error.where), inWords(error.remedy));
  }
}

/** Of variables that begin alike, the longer one first. */
const NAMES = (Object.entries(SETTING_NAMES) as [SettingKey, SettingName][]).sort(
  ([, a], [, b]) => b.variable.length - a.variable.length,
);

function nameOptions(text: string): string {
  if (text === 'environment, .env') return 'options';
  const ofRun = text.replaceAll(/--([a-z-]+)/g, (flag, name: string) =>
    Object.hasOwn(OWN_NAMES, name) ? `option ${OWN_NAMES[name] ?? ''}` : flag,
  );
  return NAMES.reduce((said, [key, { variable, flag }]) => {
    const option = OPTION_NAMES[key] ?? key;
    const named = said.replaceAll(`${variable} in the environment`, `option ${option}`).replaceAll(variable, option);
    return flag === undefined ? named : named.replaceAll(new RegExp(`--${flag}(?![-a-z])`, 'g'), `option ${option}`);
  }, ofRun);
}

/** Options by the flags of a command that are no settings. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  ...{ seed: 'seed', depth: 'depth', only: 'only', out: 'out', shard: 'shard', resume: 'resume', name: 'name' },
  ...{ 'read-only': 'readOnly', 'write-profile': 'writeProfile', scenario: 'scenarios', exec: 'client' },
};

/** The option that gives a setting, be it by a member of its own. */
export function optionOf(key: SettingKey): string {
  const [option = key] = (OPTION_NAMES[key] ?? key).split('.');
  return option;
}

/** Options that have another name than their setting. */
const OPTION_NAMES: Partial<Record<SettingKey, string>> = {
  ordersUrl: 'orders.url',
  ordersCommand: 'orders.command',
  ordersFile: 'orders.file',
  ordersShow: 'orders.show',
  certificateKey: 'certificate.key',
  certificateKeyFile: 'certificate.keyFile',
  certificateDays: 'certificate.days',
};
