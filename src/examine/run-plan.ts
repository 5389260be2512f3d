import type { Clause } from '../contract/clause.js';
import type { RunPlan } from '../contract/results.js';
import type { Settings } from '../contract/settings.js';
import { shownTemplate } from '../wire/shown-template.js';
import { withoutSecrets } from './without-secrets.js';

/** What a run with these settings was asked for: nothing of it is secret. */
export function planOf(settings: Settings, clauses: readonly Clause[]): RunPlan {
  const {
    only,
    embedded,
    orders,
    profileFile,
    signingKey,
    signingKeyEncoding,
    signatureTemplate,
    rate,
    flagsToGoOn = [],
  } = settings;
  const flags = flagsToGoOn.map(([flag, value]) => [flag, mayBeSecret(flag, value, settings) ? null : value] as const);
  return {
    clauses: clauses.map(({ id }) => id),
    ...(only !== null && { only }),
    ...(embedded && { embedded }),
    orders: orders?.kind ?? 'none',
    ...(signingKey !== null && {
      signature: { template: shownTemplate(signatureTemplate), keyEncoding: signingKeyEncoding },
    }),
    ...(profileFile !== null && { profile: withoutSecrets(profileFile.path, settings) }),
    ...(rate !== null && { rate }),
    ...(flags.length > 0 && { flags: Object.fromEntries(flags) }),
  };
}

/** Commands, queries and literal text of a template may hold secrets that nobody told of. */
function mayBeSecret(flag: string, value: string, settings: Settings): boolean {
  if (flag === 'orders-command' || (flag === 'orders-url' && value.includes('?'))) return true;
  if (flag === 'signature-template' && shownTemplate(value) !== value) return true;
  return withoutSecrets(value, settings) !== value;
}
