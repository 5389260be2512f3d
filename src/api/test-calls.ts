import { KeyObject } from 'node:crypto';
import type { LookupEdits, ModifyRecipe, StockQuery } from '../client/request-recipe.js';
import { ORDER_TYPES, SIDES, type OrderRequest } from '../contract/order.js';
import { HASHES } from '../wire/signing.js';
import { checkedCall, isFunction, objectWith, type MembersOf, type Taken } from './call-checks.js';
import { isObject } from './option-checks.js';

const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNull = (value: unknown): boolean => value === null || isText(value);

const TEXT: Taken = { what: 'a text', holds: isText };
const TEXT_OR_NULL: Taken = { what: 'a text, or null for none', holds: isTextOrNull };
const SWITCH: Taken = { what: 'true or false', holds: (value) => typeof value === 'boolean' };
const BYTES: Taken = { what: 'a text or bytes', holds: (value) => isText(value) || value instanceof Uint8Array };

const TIMESTAMP: Taken = {
  what: 'a text, or a function that makes one from the present second',
  holds: (value) => isText(value) || isFunction(value),
  gives: TEXT,
};

const TOKEN: Taken = {
  what: 'a text, null for none, or a function that makes one from the present token',
  holds: (value) => isTextOrNull(value) || isFunction(value),
  gives: TEXT_OR_NULL,
};

const oneOf = (...values: readonly unknown[]): Taken => ({
  what: values.join(' or '),
  names: values.filter((value) => typeof value === 'string'),
  holds: (value) => values.includes(value),
});

/** What both operations take. The last line says what a request is for, and on which connection: nothing in it changes. */
const EDITS: MembersOf<Omit<LookupEdits, 'body'>> = {
  ...{ token: TOKEN, authorization: TOKEN, method: TEXT, target: TEXT },
  headers: {
    what: 'a function that makes a list of headers from that of the request',
    holds: isFunction,
    gives: { what: 'a list of pairs of texts', holds: (value) => value === undefined || isHeaderList(value) },
  },
  ...{ expects: oneOf('refusal'), way: TEXT, walk: { what: 'an object', holds: isObject }, isApart: oneOf(true) },
};

const SIGNED_OVER: MembersOf<NonNullable<ModifyRecipe['signedOver']>> = {
  ...{ method: TEXT, path: TEXT, query: TEXT, token: TEXT, timestamp: TIMESTAMP, body: BYTES },
};

const RECIPE: MembersOf<ModifyRecipe> = {
  body: { what: 'a text, bytes, or what can be written as JSON', holds: isBody },
  ...{ timestamp: TIMESTAMP, omitTimestamp: SWITCH },
  signature: { what: 'a function that makes one from the right one', holds: isFunction, gives: TEXT_OR_NULL },
  signedOver: objectWith(SIGNED_OVER),
  key: { what: 'a KeyObject, as createSecretKey makes it', holds: isSecretKey },
  ...{ hash: oneOf(...HASHES), contentType: TEXT_OR_NULL, ...EDITS },
};

const QUERY: MembersOf<StockQuery> = { stockGroupCd: TEXT, stockCd: TEXT, nextKey: TEXT };

const WANTED: MembersOf<OrderRequest> = {
  ...{ orderTypeCd: oneOf(...ORDER_TYPES), sideCd: oneOf(...SIDES), state: oneOf('unfilled', 'filled') },
  ...{ takeProfit: SWITCH, stopLoss: SWITCH, trailing: SWITCH },
};

/** The recipe of a modify, checked as by {@link checkedCall}. @throws SuiteError */
export const checkedRecipe = (recipe: ModifyRecipe): ModifyRecipe => checkedCall('modifyOrder', recipe, RECIPE, 'body');

/** What a lookup asks for, checked likewise. @throws SuiteError */
export const checkedQuery = (query: StockQuery): StockQuery => checkedCall('listOrderableStocks', query, QUERY);

/** How a lookup is sent otherwise, checked likewise. @throws SuiteError */
export const checkedEdits = (edits: LookupEdits): LookupEdits =>
  checkedCall('listOrderableStocks (second argument)', edits, { ...EDITS, body: BYTES });

/** What an order is to be like, checked likewise. @throws SuiteError */
export const checkedWanted = (wanted: Partial<OrderRequest>): Partial<OrderRequest> =>
  checkedCall<Partial<OrderRequest>>('takeOrder', wanted, WANTED);

/** One that was forgotten to wait for would be sent as `{}`. */
function isBody(value: unknown): boolean {
  if (value instanceof Promise) return false;
  try {
    return value instanceof Uint8Array || typeof JSON.stringify(value) === 'string';
  } catch {
    return false;
  }
}

function isSecretKey(value: unknown): boolean {
  return value instanceof KeyObject && value.type === 'secret';
}

function isHeaderList(value: unknown): boolean {
  return Array.isArray(value) && value.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every(isText));
}
