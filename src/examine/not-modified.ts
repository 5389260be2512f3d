import type { Settings } from '../contract/settings.js';

/** Why nothing may be modified with these settings, as it completes `unverified: …`; `undefined` where it may. */
export function whyNotModified({
  readOnly,
  signingKey,
  orders,
}: Pick<Settings, 'readOnly' | 'signingKey' | 'orders'>): string | undefined {
  if (readOnly) return 'this run is read-only: nothing is modified';
  if (signingKey === null) return 'no signing key was given';
  return orders === null ? 'no order source was named, so there is no order to modify' : undefined;
}
