import type { Clause } from '../contract/clause.js';
import type { RunPlan } from '../contract/results.js';
import type { Settings } from '../contract/settings.js';
import { shownTemplate } from '../wire/shown-template.js';

/** What a run with these settings was asked for: nothing of it is secret. */
export function planOf(settings: Settings, clauses: readonly Clause[]): RunPlan {
  const { only, embedded, orders, signingKey, signingKeyEncoding, signatureTemplate } = settings;
  return {
    clauses: clauses.map(({ id }) => id),
    ...(only !== null && { only }),
    ...(embedded && { embedded }),
    orders: orders?.kind ?? 'none',
    ...(signingKey !== null && {
      signature: { template: shownTemplate(signatureTemplate), keyEncoding: signingKeyEncoding },
    }),
  };
}
