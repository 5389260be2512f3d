import type { Shard } from '../contract/results.js';
import type { Settings } from '../contract/settings.js';
import { ownValue } from '../wire/own-value.js';
import { withheldVariables } from '../wire/withheld-variables.js';
import { PRIVATE_VARIABLES, SETTING_NAMES } from './setting-names.js';
import type { Found, Variables } from './setting-sources.js';

/** One part of a run, and the clauses that are examined in it. */
export interface ShardClauses extends Shard {
  readonly clauses: readonly string[];
}

/** What `tradecert run` tells Playwright's processes, or the Playwright configuration its workers. */
export interface RunDescription {
  readonly outDir: string;
  /** Which part of a run this is, and its clauses. */
  readonly shard?: ShardClauses;
  /** The folder has the earlier part of this run. */
  readonly resumes?: true;
  /** Absent where Playwright was started on its own: then the global set-up resolves them. */
  readonly settings?: Settings;
  /** Number of the process that waits for the run; absent as `settings` is. */
  readonly startedBy?: number;
  /** The command that gives fresh tokens, where there is one. */
  readonly tokenCommand?: Found;
}

interface Encoded {
  readonly outDir: string;
  readonly shard?: ShardClauses;
  readonly resumes?: true;
  readonly startedBy?: number;
  readonly settings?: Omit<Settings, 'token' | 'signingKey' | 'env' | 'certificate'> & {
    readonly certificateDays?: number;
    readonly envNames: readonly string[];
  };
  readonly tokenCommand?: Omit<Found, 'value'>;
}

const TOKEN_COMMAND = SETTING_NAMES.tokenCommand.variable;
const TOKEN = SETTING_NAMES.token.variable;
const SIGNING_KEY = SETTING_NAMES.signingKey.variable;
const CERTIFICATE_KEY = SETTING_NAMES.certificateKey.variable;

/** Variables that carry a run to a child process: secrets each in their own, all else in one, as JSON. */
export function encodeRun({ settings, tokenCommand, ...rest }: RunDescription): Record<string, string> {
  if (!settings) return { [PRIVATE_VARIABLES.run]: JSON.stringify(rest) };
  const { token, signingKey, env, certificate, ...open } = settings;
  const encoded: Encoded = {
    ...rest,
    settings: { ...open, ...(certificate && { certificateDays: certificate.days }), envNames: Object.keys(env) },
    ...(tokenCommand && { tokenCommand: { where: tokenCommand.where, level: tokenCommand.level } }),
  };
  return {
    ...(env as Record<string, string>),
    [PRIVATE_VARIABLES.run]: JSON.stringify(encoded),
    [TOKEN]: token,
    ...(tokenCommand && { [TOKEN_COMMAND]: tokenCommand.value }),
    [SIGNING_KEY]: signingKey ?? '',
    ...(certificate && { [CERTIFICATE_KEY]: certificate.key ?? '' }),
  };
}

/** Reads what {@link encodeRun} wrote; `null` where this process was not started by it. */
export function decodeRun(env: Variables): RunDescription | null {
  const text = env[PRIVATE_VARIABLES.run];
  if (text === undefined) return null;
  const { settings, tokenCommand, ...rest } = JSON.parse(text) as Encoded;
  if (!settings) return rest;
  const { envNames, certificateDays: days, ...open } = settings;
  const [signingKey, certificateKey] = [env[SIGNING_KEY] ?? '', env[CERTIFICATE_KEY] ?? ''];
  return {
    ...rest,
    ...(tokenCommand && { tokenCommand: { ...tokenCommand, value: env[TOKEN_COMMAND] ?? '' } }),
    settings: {
      ...open,
      token: env[TOKEN] ?? '',
      signingKey: signingKey === '' ? null : signingKey,
      ...(days !== undefined && { certificate: { key: certificateKey === '' ? null : certificateKey, days } }),
      env: Object.fromEntries(envNames.map((name) => [name, ownValue(env, name)])),
    },
  };
}

/**
 * Takes the secrets out of an environment, so that no worker inherits them, and returns how to put them back.
 *
 * @param covered - the variables that a signature covers, which are secrets as well
 */
export function hideSecrets(env: Record<string, string | undefined>, covered: Settings['env'] = {}): () => void {
  const names = [TOKEN, TOKEN_COMMAND, SIGNING_KEY, CERTIFICATE_KEY, ...withheldVariables(covered)];
  const hidden = names.map((name) => [name, env[name]] as const);
  for (const [name] of hidden) Reflect.deleteProperty(env, name);
  return () => {
    for (const [name, value] of hidden) if (value !== undefined) env[name] = value;
  };
}
