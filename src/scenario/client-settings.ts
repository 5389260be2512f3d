import type { Settings } from '../contract/settings.js';

/** What of a run's settings matters where the subject is a client. */
export type ClientSettings = Pick<
  Settings,
  | 'outDir'
  | 'seed'
  | 'depth'
  | 'only'
  | 'strict'
  | 'profile'
  | 'profileFile'
  | 'token'
  | 'signingKey'
  | 'signingKeyEncoding'
  | 'signatureTemplate'
  | 'env'
>;
