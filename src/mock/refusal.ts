/** Every reason for which the reference service refuses, with the code and text of its answer. */
const TEXTS = {
  'unknown-path': [40400, 'There is no such path.'],
  'unknown-order': [40401, 'There is no such order.'],
  'wrong-method': [40500, 'The path does not answer this method.'],
  'token-missing': [40001, 'The Authorization header is missing or given more than once.'],
  'token-scheme': [40002, 'Authorization has to be of the form "Bearer <JWT>".'],
  'token-form': [40003, 'The bearer token is no JWT.'],
  'token-algorithm': [40004, 'The token names an algorithm that is not accepted.'],
  'token-signature': [40005, 'The signature of the token does not match.'],
  'token-claims': [40006, 'The claims of the token are not those of a known subject.'],
  'token-expired': [40007, 'The token is expired or not yet valid.'],
  'timestamp-missing': [40008, 'The X-Timestamp header is missing or given more than once.'],
  'timestamp-form': [40009, 'X-Timestamp has to be a Unix time in whole seconds.'],
  'timestamp-window': [40010, 'X-Timestamp is not within 60 seconds of the service.'],
  'signature-missing': [40011, 'The X-Signature header is missing or given more than once.'],
  'signature-form': [40012, 'X-Signature has to be 128 hexadecimal digits.'],
  'signature-mismatch': [40013, 'X-Signature does not match the request.'],
  'query-unexpected': [40014, 'The operation has no query parameters.'],
  'body-too-large': [40015, 'The body is larger than 64 KiB.'],
  'body-unexpected': [40016, 'The operation has no request body.'],
  'body-missing': [40017, 'The request body is missing.'],
  'body-type': [40018, 'Content-Type has to be application/json.'],
  'body-encoding': [40019, 'The body has to be plain, well-formed UTF-8.'],
  'body-json': [40020, 'The body is no JSON text.'],
  'body-depth': [40021, 'The body is nested too deeply.'],
  'body-duplicate': [40022, 'The body has a member twice.'],
  'body-object': [40023, 'The body has to be a JSON object.'],
  'member-unknown': [40024, 'The body has a member that the operation does not know.'],
  'member-missing': [40025, 'A mandatory member is missing.'],
  'member-type': [40026, 'A member is of the wrong type.'],
  'member-empty': [40027, 'A member is empty.'],
  'date-time-form': [40028, 'orderDateTime has to be an ISO 8601 timestamp.'],
  'code-unknown': [40029, 'A member holds a code that is not defined.'],
  'order-unknown': [40030, 'No order has this orderDateTime and orderNo.'],
  'order-mismatch': [40031, 'A member does not agree with the original order.'],
  'order-not-modifiable': [40032, 'The order is no longer unfilled.'],
  'price-missing': [40033, 'The order type needs this price.'],
  'price-not-positive': [40034, 'A price has to be greater than 0.'],
  'price-not-needed': [40035, 'The order type does not need this price: send 0 or omit it.'],
  'condition-new': [40036, 'A condition that the order did not have cannot be added.'],
  'condition-price-missing': [40037, 'A condition that is switched on needs its price.'],
  'condition-price-not-zero': [40038, 'A condition that is switched off takes the price 0.'],
  'quantity-not-positive': [40039, 'orderQuantity has to be greater than 0.'],
  'quantity-below': [40040, 'orderQuantity is below minOrderQuantity.'],
  'quantity-above': [40041, 'orderQuantity is above maxOrderQuantity.'],
  'quantity-step': [40042, 'orderQuantity is no multiple of orderUnit.'],
  'query-form': [40043, 'The query is not well formed.'],
  'parameter-unknown': [40044, 'The operation has no such query parameter.'],
  'parameter-duplicate': [40045, 'A query parameter is given more than once.'],
  'group-unknown': [40046, 'stockGroupCd is not defined.'],
  'key-unknown': [40047, 'nextKey was not given for this filter.'],
  'request-form': [40048, 'The request is not well-formed HTTP.'],
  'order-request-form': [40049, 'The order request is not well formed.'],
  'service-broken': [50000, 'The service failed in its own code.'],
} as const satisfies Record<string, readonly [code: number, message: string]>;

export type Cause = keyof typeof TEXTS;

export const CAUSES = Object.keys(TEXTS) as readonly Cause[];

/** A decision against a request. */
export interface Refusal {
  readonly cause: Cause;
  /** The member, parameter or header that it is about, where there is one. */
  readonly field: string | null;
}

export function refuse(cause: Cause, field: string | null = null): Refusal {
  return { cause, field };
}

/** The status that the reference gives: 404 and 405 outside the two operations, and 400 for everything else. */
export function statusOf({ cause }: Refusal): number {
  const [code] = TEXTS[cause];
  return Math.floor(code / 100);
}

/** The documented body of a refusal. */
export function bodyOf({ cause, field }: Refusal): Readonly<Record<string, unknown>> {
  const [code, message] = TEXTS[cause];
  return { status: 'ERROR', code, message, cause, ...(field === null ? {} : { field }) };
}
