import type { Order } from '../../contract/order.js';

/** What a client is asked to do: the JSON of `TRADECERT_TASK`. */
export type Task =
  | { readonly task: 'list-instruments'; readonly stockGroupCd: string; readonly stockCd: string }
  | {
      readonly task: 'modify-order';
      readonly order: Order;
      /** Only the members to change. */
      readonly change: Readonly<Record<string, unknown>>;
    };

/** What a client says came of its task. */
export type Declared =
  | { readonly kind: 'instruments'; readonly stockCds: readonly string[] }
  /** `{"success":true}` */
  | { readonly kind: 'success' }
  /** `{"success":false}` */
  | { readonly kind: 'no success' }
  /** `{"error":…}`: it could not be done, or what came of it is not known. */
  | { readonly kind: 'error' }
  /** No outcome was declared: silence, a crash, a time-out, no JSON. */
  | { readonly kind: 'nothing'; readonly because: string };
