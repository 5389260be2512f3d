import type { ServerResponse } from 'node:http';
import type { Instrument, OrderRequest } from '../contract/order.js';
import type { Answer, Call, Page } from './call.js';
import type { OrderIdentity, OrderName, StoredOrder } from './order-book.js';
import type { Refusal } from './refusal.js';

/** One check of a request: a refusal, or `null` to go on. It may fill in the call for later steps. */
export type Check = (call: Call) => Refusal | null;

/** The checks, each one small enough that a fault replaces exactly it. */
export interface Checks {
  /** Sets `operation` or `named`. */
  readonly route: Check;
  /** Authorization once, `Bearer <JWT>`; sets `token`. */
  readonly readToken: Check;
  /** Three parts, of which two are JSON objects; sets `tokenParts`. */
  readonly verifyTokenForm: Check;
  readonly verifyTokenAlgorithm: Check;
  readonly verifyTokenSignature: Check;
  readonly verifyTokenClaims: Check;
  readonly verifyTokenExpiry: Check;
  /** X-Timestamp once, whole seconds; sets `timestamp`. */
  readonly readTimestamp: Check;
  readonly withinWindow: Check;
  readonly checkSize: Check;
  readonly verifySignature: Check;
  readonly checkNoQuery: Check;
  readonly checkContentType: Check;
  /** Sets `body`. */
  readonly parseBody: Check;
  readonly checkMembers: Check;
  readonly checkMandatory: Check;
  readonly checkFieldTypes: Check;
  readonly checkDateTime: Check;
  readonly checkOrderType: Check;
  readonly checkSide: Check;
  readonly checkSwitches: Check;
  /** By orderDateTime and orderNo; sets `order`. */
  readonly findOrder: Check;
  readonly checkAgreement: Check;
  readonly checkState: Check;
  readonly checkBarrierPrice: Check;
  readonly checkOrderPrice: Check;
  readonly checkTakeProfit: Check;
  readonly checkStopLoss: Check;
  readonly checkTrailing: Check;
  readonly checkBounds: Check;
  readonly checkNoBody: Check;
  /** Sets `parameters`. */
  readonly readQuery: Check;
  readonly checkGroup: Check;
  /** Sets `position` from nextKey. */
  readonly readPosition: Check;
}

export type CheckName = keyof Checks;

/** Everything that the reference service does between a request and its answer, in steps that can be replaced. */
export interface Behaviour extends Checks {
  /** The checks after `route`, in order; the first refusal ends the call. */
  readonly modifyChecks: readonly CheckName[];
  readonly listChecks: readonly CheckName[];
  /** Those of the operations that the document only names. */
  readonly namedChecks: readonly CheckName[];
  /** How far X-Timestamp may be from the clock, in seconds, inclusive. */
  readonly window: { readonly pastS: number; readonly futureS: number };

  /** Whether the order source has an order of that kind. */
  readonly offers: (wanted: OrderRequest) => boolean;
  /** How an order stands, at this time of the service. */
  readonly stateOf: (order: StoredOrder, nowMs: number) => OrderIdentity['state'];
  /** What the order with this index is called, counted from 0; no two of them alike. */
  readonly nameOrder: (index: number) => OrderName;

  /** Changes the order of an accepted call. */
  readonly apply: (call: Call) => void;
  /** `data` of an accepted modification. */
  readonly modifyData: (call: Call) => unknown;

  /** All instruments of the filter, in the order of the pages. */
  readonly selectInstruments: (call: Call) => readonly Instrument[];
  readonly pageOf: (call: Call, selected: readonly Instrument[]) => Page;
  /** The nextKey for a position within a filter. */
  readonly keyOf: (call: Call, position: number) => string;
  /** The position of a nextKey that is not empty; `null` where it was not given for this filter. */
  readonly readKey: (call: Call, key: string) => number | null;
  readonly recordOf: (call: Call, instrument: Instrument) => unknown;
  readonly sellPricesOf: (call: Call, page: Page) => unknown;
  readonly buyPricesOf: (call: Call, page: Page) => unknown;
  /** `data` of a page. */
  readonly pageData: (call: Call, page: Page) => unknown;

  /** `data` of an operation that the document only names; none of them changes anything. */
  readonly namedData: (call: Call) => unknown;

  /** The whole body of a success. */
  readonly envelope: (call: Call, data: unknown) => unknown;
  /** JSON text of a body, success or refusal. */
  readonly serialize: (call: Call, body: unknown) => string;
  /** Status and body of a refusal. */
  readonly refusal: (call: Call, refusal: Refusal) => { readonly status: number; readonly body: unknown };
  /** The last word on an answer before it goes out, whatever came before. */
  readonly respond: (call: Call, answer: Answer) => Answer;
  /** Puts the answer on the wire: the place for answers that are cut short, late, or no HTTP. */
  readonly transmit: (call: Call, answer: Answer, response: ServerResponse) => void;
}

/** A change of behaviour with a name: a fault, or another legal reading of the document. */
export interface Alteration {
  /** Kebab-case. */
  readonly name: string;
  /** One sentence on what the service then does. */
  readonly does: string;
  /** The steps that differ, given those that stood before; what it remembers is of one service. */
  readonly apply: (before: Behaviour) => Partial<Behaviour>;
}

/** Another legal reading of the document: a service that breaks no clause. */
export interface LegalTwin extends Alteration {
  /** Required and expected clauses that are left open with it in every run. */
  readonly leaves?: readonly string[];
}

/** One misbehaviour that breaks one clause. */
export interface Fault extends Alteration {
  /** Id of the clause that it breaks first. */
  readonly clause: string;
  /** Further clauses that the same behaviour breaks, or shows in, in every run; most faults have none. */
  readonly also?: readonly string[];
  /** Those that it may show in: it hangs on the cases of the run, or on the moment. */
  readonly atTimes?: readonly string[];
  /** What the service is started with, where the fault does not show otherwise. */
  readonly needs?: Setup;
}

/** What a fault may need of the service; its client must know of each, too. */
export interface Setup {
  /** A template or the name of a preset; default `concat`. */
  readonly signatureTemplate?: string;
  /** Also serves the operations that the document only names, at places of its own; default false. */
  readonly operations?: boolean;
  /** What the path of the base URL is; default `/public/v1`. */
  readonly prefix?: string;
}

/** A behaviour with alterations on top, the last one outermost. */
export function alter(behaviour: Behaviour, alterations: readonly Alteration[]): Behaviour {
  return alterations.reduce<Behaviour>((before, { apply }) => ({ ...before, ...apply(before) }), behaviour);
}
