import type { Order } from '../../contract/order.js';
import type { Template } from '../../wire/signature-template.js';
import type { KeyObject } from '../../wire/signing.js';
import type { Bounds } from '../modify-body.js';
import type { Task } from './task.js';

/** What is known of a client and of what it was given. */
export interface ClientFacts {
  /** Path of the base URL, such as `/public/v1`. */
  readonly prefix: string;
  /** What the client may take for the service's origin. */
  readonly origins: readonly string[];
  readonly template: Template;
  /** `null`: signatures are unverified. */
  readonly key: KeyObject | null;
  /** For `{env:NAME}`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The one given to the client; `null`: not known. */
  readonly token: string | null;
  /** As given to the client, to find it where it must not be. */
  readonly signingKeyText: string | null;
  /** The order as it was when it was new; `undefined`: not known which orders there are. */
  readonly order: (orderNo: string) => Order | null | undefined;
  readonly instrument: (stockCd: string) => Bounds | null;
  /** What the client was asked to do; `null`: not known. */
  readonly task: Task | null;
  /** Something is wrong in the walk of the task: it may be left where it is, and a careful client may be refused. */
  readonly mayBeLeft: boolean;
  /** How far the times of passages may be from the service's, in milliseconds: 0 live, more for a recording. */
  readonly clockSlackMs: number;
}
