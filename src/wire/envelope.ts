import type { Exchange } from './exchange.js';
import { isJsonObject } from './json.js';

/** The members of the envelope of section 4.1, as they came: nothing about their types is certain. */
export interface Envelope {
  readonly status: unknown;
  readonly code: unknown;
  readonly data: unknown;
}

/** The envelope of an answer; `null` where the answer is missing or no JSON object. */
export function envelopeOf(exchange: Exchange): Envelope | null {
  const json = exchange.response?.json;
  if (!json?.ok || !isJsonObject(json.value)) return null;
  const { status, code, data } = json.value;
  return { status, code, data };
}

/** Members of the envelope's `data`; `null` where it is no object. */
export function dataOf(exchange: Exchange): Readonly<Record<string, unknown>> | null {
  const data = envelopeOf(exchange)?.data;
  return isJsonObject(data) ? data : null;
}

/**
 * Whether the service did what was asked: for a modification, status 200 and `data.success` true; for a lookup,
 * {@link hasDisclosed}; for any other operation, a status of 200 to 299.
 */
export function isAccepted(exchange: Exchange): boolean {
  const { operation, response } = exchange;
  if (response === undefined) return false;
  if (operation === 'modifyOrder') return response.status === 200 && dataOf(exchange)?.['success'] === true;
  if (operation === 'listOrderableStocks') return hasDisclosed(exchange);
  return response.status >= 200 && response.status < 300;
}

/** Whether a walk came to its end by this page. */
export function isLastPage(exchange: Exchange): boolean {
  const { operation, response } = exchange;
  return operation === 'listOrderableStocks' && response?.status === 200 && dataOf(exchange)?.['hasNext'] === false;
}

/** Whether a lookup gave away any instrument: status 200 and `data.details` an array that is not empty. */
export function hasDisclosed(exchange: Exchange): boolean {
  if (exchange.response?.status !== 200) return false;
  const details = dataOf(exchange)?.['details'];
  return Array.isArray(details) && details.length > 0;
}

/**
 * Whether the service answered and declined: neither accepted, nor a breakdown (5xx), nor asked to wait (429), nor said
 * something between: `data.success` true with a status that the document does not have for that (another 2xx), or a
 * `data.success` that is no boolean.
 */
export function isRefusal(exchange: Exchange): boolean {
  const { response } = exchange;
  if (response === undefined || exchange.trouble !== undefined || isBetween(exchange, response.status)) return false;
  return response.status < 500 && response.status !== 429 && !isAccepted(exchange);
}

/** Statuses by which a gateway says that it got no answer, so that nothing tells what became of the request. */
const OF_GATEWAYS: readonly number[] = [502, 503, 504];

/** Whether a gateway answered in place of the service. */
export function isOfGateway({ response }: Exchange): boolean {
  return response !== undefined && OF_GATEWAYS.includes(response.status);
}

/** Whether the service itself failed over the request: a 5xx that is not a gateway's. */
export function isBreakdown(exchange: Exchange): boolean {
  return exchange.response !== undefined && exchange.response.status >= 500 && !isOfGateway(exchange);
}

/** What a gateway answers to which the service's answer did not come: the modify may have been carried out. */
const BAD_GATEWAY = 502;
const GATEWAY_TIMEOUT = 504;

/**
 * Whether it is not known what came of a modify: there is no answer, or only a gateway's that it had none. A 500 says as
 * little, but the service itself has spoken, so that a client may take it for a refusal.
 */
export function isUnknown({ response }: Exchange): boolean {
  return response === undefined || response.status === BAD_GATEWAY || response.status === GATEWAY_TIMEOUT;
}

function isBetween(exchange: Exchange, status: number): boolean {
  if (status < 200 || status > 299) return false;
  const success = dataOf(exchange)?.['success'] ?? false;
  if (status > 200) return success === true;
  return exchange.operation === 'modifyOrder' && typeof success !== 'boolean';
}
