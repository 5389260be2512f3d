import type { Settings } from '../contract/settings.js';

/** What of the settings matters where traffic is judged that others make. */
export type TrafficSettings = Pick<
  Settings,
  | 'outDir'
  | 'certificate'
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
