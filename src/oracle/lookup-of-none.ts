import { broken, pass, unverified, type Outcome } from '../contract/verdict.js';
import { envelopeOf, isOfGateway } from '../wire/envelope.js';
import type { Exchange } from '../wire/exchange.js';
import { showExchange } from './show-exchange.js';

/** Marks the two lookups with a wrong Authorization that {@link judgeLookupOfNone} compares, so that they are told in a record. */
export const OF_NONE = 'of a stockCd that no instrument has';
export const TWIN_OF_NONE = 'of a first page, to compare';

/**
 * Judges a lookup of a stockCd that no instrument has, with a wrong Authorization. It discloses nothing, refused or not: what
 * tells is whether the answer says of itself that it is a success, while that to a first page does not.
 *
 * @param twin - a lookup of a first page with the same wrong Authorization
 * @param accepted - the same with the right one
 * @param way - what is wrong with the Authorization: completes "a success, although …"
 * @clause AUT-002 AUT-004 AUT-006
 */
export function judgeLookupOfNone(ofNone: Exchange, twin: Exchange, accepted: Exchange, way: string): Outcome {
  const { response, trouble } = ofNone;
  if (response === undefined) return unverified(trouble?.because ?? 'no answer came');
  if (!isSuccessLike(accepted, ofNone) || isSuccessLike(accepted, twin)) return pass;
  if (twin.response === undefined || isOfGateway(twin)) {
    const status = twin.response?.status ?? 'by nothing';
    return unverified(`a lookup of a first page was answered ${status}, so that nothing is compared`);
  }
  return broken({
    cause: 'a lookup of a stockCd that no instrument has is answered without a right Authorization',
    at: 'response',
    expected: 'a refusal, as of a first page',
    actual: `status ${response.status} with the status and code of a success, although ${way}`,
    shown: showExchange(ofNone),
    sibling: showExchange(twin),
  });
}

/** Whether an answer has a 2xx status, and in its body the marks of one that was accepted. */
function isSuccessLike(accepted: Exchange, exchange: Exchange): boolean {
  const [own, wanted] = [envelopeOf(exchange), envelopeOf(accepted)];
  const status = exchange.response?.status ?? 0;
  if (own === null || wanted === null || status < 200 || status > 299) return false;
  return own.status === wanted.status && own.code === wanted.code;
}
