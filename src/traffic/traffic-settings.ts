import type { Results } from '../contract/results.js';
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
> & {
  /** What the client is called in the report; absent: by its command, or by the base URL. */
  readonly clientName?: string;
  /** The client is given no modify. */
  readonly readOnly?: boolean;
  /** Size that exchanges.jsonl does not exceed, in bytes; absent: none. */
  readonly mostRecordBytes?: number;
};

/** The client as the subject of results. */
export function clientSubject({ clientName }: TrafficSettings, baseUrl: string, command?: string): Results['subject'] {
  return {
    role: 'client',
    baseUrl,
    ...(command !== undefined && { command }),
    ...(clientName !== undefined && { name: clientName }),
  };
}
