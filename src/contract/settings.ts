import type { Depth, Environment, KeyEncoding, Profile } from './profile.js';

/** Where orders come from that may be modified; the document gives no way to make one. */
export type OrderSource =
  | ({ readonly kind: 'url'; readonly url: string } & Asked)
  | ({ readonly kind: 'command'; readonly command: string } & Asked)
  | { readonly kind: 'file'; readonly path: string };

interface Asked {
  /** Whether it may be asked to show an order that it gave; default true. */
  readonly isAskedToShow?: false;
}

/** How long a certificate holds from the end of its run, where nothing else is said. */
export const DEFAULT_DAYS = 90;

/** How a run's certificate is made. */
export interface CertificateSettings {
  /** Ed25519, PKCS#8 in PEM; `null`: the certificate is not signed. */
  readonly key: string | null;
  /** How long it holds, in days from the end of the run. */
  readonly days: number;
}

/** Everything a run needs to know, resolved from flags, environment, `.env`, profile and defaults, and checked. */
export interface Settings {
  /** With prefix, without trailing slash, such as `https://staging.example/public/v1`. */
  readonly baseUrl: string;
  /** The subject is the reference service that this run started. */
  readonly embedded: boolean;
  readonly environment: Environment | 'loopback';
  readonly token: string;
  /** `null` where none was given: then the clauses that need a signature are `unverified`. */
  readonly signingKey: string | null;
  readonly signingKeyEncoding: KeyEncoding;
  readonly signatureTemplate: string;
  readonly orders: OrderSource | null;
  /** Most requests a second; `null`: no limit. */
  readonly rate: number | null;
  /** After this time nothing new is begun; absent: no bound. */
  readonly maxTimeMs?: number;
  /** Most requests of the run, without those that set orders back; absent: no bound. */
  readonly maxRequests?: number;
  readonly profile: Profile;
  /** Path and SHA-256 of the profile file. */
  readonly profileFile: { readonly path: string; readonly sha256: string } | null;
  readonly seed: number;
  readonly depth: Depth;
  /** Clause ids to examine, from `--only`; `null`: all. */
  readonly only: readonly string[] | null;
  /** Nothing is modified: `--read-only`, or a production environment. */
  readonly readOnly: boolean;
  /** Warnings and drift fail the run. */
  readonly strict: boolean;
  readonly outDir: string;
  /** What was given as flags, and must be given again where the subject is asked again, such as `--rate`. */
  readonly flags?: readonly (readonly [flag: string, value: string])[];
  /** What was given as flags, and must be given again where a stopped run goes on; it may hold secrets. */
  readonly flagsToGoOn?: readonly (readonly [flag: string, value: string])[];
  /** Absent: not signed. */
  readonly certificate?: CertificateSettings;
  /** Variables that `{env:NAME}` in the signature template may read. */
  readonly env: Readonly<Record<string, string | undefined>>;
}
