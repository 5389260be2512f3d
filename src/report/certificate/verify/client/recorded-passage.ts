import { Buffer } from 'node:buffer';
import type { Exchange, Headers } from '../../../../wire/exchange.js';
import type { Passage } from '../../../../wire/passage.js';
import type { RereadExchange } from '../recorded-exchange.js';

/** What stands in the record in the place of a token. */
export const TOKEN_PLACEHOLDER = '[redacted:token]';
const REDACTED = /\[redacted:[a-z0-9-]+\]/;

/** A request of a client as it can be judged once more, and what of it the record does not have. */
export interface RecordedPassage {
  readonly passage: Passage;
  readonly exchange: Exchange;
  /** The body is not there byte for byte. */
  readonly isBodyVague: boolean;
  /** How a walk goes on is not there: the answer was cut, or a key was taken out. */
  readonly isPageVague: boolean;
}

/**
 * Makes of a recorded exchange what passed, with placeholders for its secrets: each client has a token of its own, and
 * every token is taken for one in the form of the document, where the record does not say otherwise.
 */
export function recordedPassage({ exchange, isCut }: RereadExchange): RecordedPassage {
  const { origin, request, response, trouble, sentAtMs, receivedAtMs } = exchange;
  const body = bodyOf(request);
  const passage: Passage = {
    request: {
      method: request.method,
      // A placeholder may stand for what is no secret as well: where tokens are is not judged again.
      target: request.target.replaceAll(TOKEN_PLACEHOLDER, '[redacted]'),
      headers: headersOf(request.headers, origin?.client ?? 0),
      body: body ?? Buffer.alloc(Math.min(request.size, 1)),
    },
    isBodyCut: origin?.isBodyCut === true,
    ...(response && {
      response: { status: response.status, headers: response.headers, body: Buffer.from(response.text ?? '') },
    }),
    ...(trouble && { trouble }),
    arrivedAtMs: sentAtMs,
    answeredAtMs: receivedAtMs,
    ...(origin?.clockSetByMs !== undefined && { clockSetByMs: origin.clockSetByMs }),
    connection: origin?.connection ?? 0,
  };
  const isLookup = exchange.operation === 'listOrderableStocks';
  const hasOddKey = isLookup && [request.target, response?.text ?? ''].some((text) => REDACTED.test(text));
  return { passage, exchange, isBodyVague: body === null, isPageVague: isCut || hasOddKey };
}

/** The bytes of a body; `null` where the record does not have all of them as they were. */
function bodyOf({ text, base64, size }: Exchange['request']): Uint8Array | null {
  if (size === 0) return new Uint8Array();
  const bytes = text !== null ? Buffer.from(text) : Buffer.from(base64 ?? '', 'base64');
  return bytes.length !== size || REDACTED.test(text ?? '') ? null : bytes;
}

function headersOf(headers: Headers, client: number): Headers {
  return headers.map(([name, value]) => {
    if (name.toLowerCase() !== 'authorization') return [name, value.replaceAll(TOKEN_PLACEHOLDER, '[redacted]')];
    // Without a scheme, a value that is no known token may have one that was taken out with it.
    const shown = value === '[redacted:authorization]' ? `Bearer ${value}` : value;
    // The header of a JWT alone, `{}`, and what tells the clients apart.
    return [name, shown.replace(REDACTED, `e30.client-${client}.`)];
  });
}
