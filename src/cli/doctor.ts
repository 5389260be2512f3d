import { amount } from '../contract/amount.js';
import { printedJson } from '../report/plain-text.js';
import { SuiteError } from '../contract/suite-error.js';
import { toPaste } from '../contract/to-paste.js';
import { ok, type Check } from '../doctor/check.js';
import { isComplete, renderCheck, renderOutcome } from '../doctor/render-checks.js';
import { withoutSecretsIn } from '../examine/without-secrets.js';
import { shownValue } from '../signature/explain-template.js';
import { fingerprint } from '../wire/fingerprint.js';
import { shownTemplate } from '../wire/shown-template.js';
import type { Surroundings } from './command-line.js';
import { EXIT } from './exit-status.js';
import { parseFlags } from './flags.js';
import { SETTING_FLAGS, SETTING_NAMES, type SettingKey } from './setting-names.js';
import { findSetting } from './setting-sources.js';
import { EMBEDDED_MEANT, plainTextWarning, resolveSettings, type ResolvedSettings } from './settings.js';
import { warningLine } from './warning-line.js';

const DOCTOR_FLAGS = {
  ...SETTING_FLAGS,
  'read-only': { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

/** How a value is shown: as it is, by its length and fingerprint, or without what may be a secret in it. */
const SHOWN: Partial<Record<SettingKey, (value: string) => string>> = {
  token: concealed,
  signingKey: concealed,
  certificateKey: concealed,
  tokenCommand: (value) => `a command of ${amount(value.length, 'character')}`,
  ordersCommand: (value) => `a command of ${amount(value.length, 'character')}`,
  ordersUrl: addressOf,
  baseUrl: addressOf,
  signatureTemplate: (value) => shownValue(shownTemplate(value)),
};

/** `tradecert doctor`: checks what a run rests on. Judges nothing, writes nothing. */
export async function doctor(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const flags = parseFlags(args, DOCTOR_FLAGS, 'doctor');
  const { env, cwd, out, err } = surroundings;
  const isJson = flags.has('json');
  const checks: Check[] = [];
  let noToken: SuiteError | undefined;
  const resolved = await resolveSettings({
    onNoToken: (because) => (noToken = because),
    ...{ flags: flags.text, env, cwd, readOnly: flags.has('read-only'), now: new Date(), outDir: null },
    say: (line) => err(`token command: ${line}\n`),
  });
  const { settings, tokenCommand, warnings } = resolved;
  const note = ({ digests, brief, ...found }: Check): void => {
    const clean = <T>(value: T): T => withoutSecretsIn(value, settings, digests);
    const check = clean(found);
    checks.push(check);
    if (!isJson) out(renderCheck({ ...check, ...(brief && { brief: clean(brief) }) }));
  };
  // The check of TLS says so, too.
  const told = settings.baseUrl === '' ? [] : plainTextWarning(new URL(settings.baseUrl));
  // Nothing is about the embedded service here, and a missing base URL ends it.
  const isTold = (one: string): boolean => told.includes(one) || one.startsWith(EMBEDDED_MEANT);
  for (const warning of warnings.filter((one) => !isTold(one))) err(warningLine(warning));
  if (settings.baseUrl === '') {
    throw new SuiteError(
      'There is no base URL, so there is no service to look at.',
      'environment, .env, profile',
      `set TRADECERT_BASE_URL, or baseUrl in the profile, which ${toPaste('init')} writes; without it, a run certifies the embedded reference service`,
    );
  }
  note(checkSettings(resolved));
  const { examineSetup } = await import('../doctor/examine-setup.js');
  await examineSetup(settings, {
    ...{ onCheck: note, hasFreshTokens: tokenCommand !== null },
    noToken,
    isCommandOverruled: tokenCommand === null && findSetting(resolved.sources, 'tokenCommand') !== null,
    ...{ now: Date.now, stopSignal: new AbortController().signal, env: { ...process.env, ...env } },
  });
  const outcome = renderOutcome(checks);
  if (isJson) out(printedJson({ ready: !hasFailed(checks), complete: isComplete(checks), checks }));
  else out(`\n${outcome}`);
  return hasFailed(checks) ? EXIT.nonConformant : EXIT.conformant;
}

const hasFailed = (checks: readonly Check[]): boolean => checks.some(({ status }) => status === 'failed');

/** Settings of which one counts: which one that is. */
function rivals({
  settings,
  tokenCommand,
}: ResolvedSettings): readonly (readonly [SettingKey, readonly SettingKey[]])[] {
  const orders = { url: 'ordersUrl', command: 'ordersCommand', file: 'ordersFile' } as const;
  return [
    [tokenCommand === null ? 'token' : 'tokenCommand', ['token', 'tokenCommand']],
    ...(settings.orders === null ? [] : [[orders[settings.orders.kind], Object.values(orders)] as const]),
  ];
}

/** Every setting that is given, where it came from, and what does not count beside another one. */
function checkSettings(resolved: ResolvedSettings): Check {
  const { sources } = resolved;
  const overruled = new Map(
    rivals(resolved).flatMap(([counts, all]) =>
      all.filter((key) => key !== counts).map((key) => [key, counts] as const),
    ),
  );
  let unused = 0;
  const details = (Object.keys(SETTING_NAMES) as SettingKey[]).flatMap((key) => {
    const found = findSetting(sources, key);
    if (found === null) return [];
    const show = SHOWN[key] ?? ((value: string) => value.slice(0, 120));
    const by = overruled.get(key);
    if (by !== undefined) unused += 1;
    const place = `from ${placeOf(found.where)}${by ? `; does not count: ${SETTING_NAMES[by].variable} overrules it` : ''}`;
    return [`${SETTING_NAMES[key].variable.padEnd(30)} ${show(found.value)}, ${place}`];
  });
  const less = unused === 0 ? '' : `, ${unused} of them overruled by another`;
  return ok('settings', 'settings', `${details.length} are given and read well${less}`, details);
}

/** The place alone: the name stands before it. */
function placeOf(where: string): string {
  return /^--/.test(where) ? 'the flag' : where.replace(/^\S+ in /, '');
}

function concealed(value: string): string {
  const digits = Buffer.from(fingerprint(value), 'base64').toString('hex').slice(0, 8);
  return `${amount(value.length, 'character')}, fingerprint ${digits}`;
}

/** A query may hold a secret. */
function addressOf(value: string): string {
  const { origin, pathname } = new URL(value);
  return origin + pathname;
}
