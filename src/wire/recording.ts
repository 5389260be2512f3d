import type { OperationId } from '../contract/clause.js';
import type {
  Exchange,
  Expected,
  Headers,
  Origin,
  ParsedJson,
  RecordedResponse,
  Trouble,
  WalkMark,
  WireRequest,
} from './exchange.js';
import { decodeUtf8, MAX_DEPTH, parseJson, whyUnread } from './json.js';
import { oddBytes } from './odd-bytes.js';
import type { Redactor } from './redaction.js';

/** Bodies above this are not kept whole as text; their JSON is. */
export const MAX_KEPT_BYTES = 1024 * 1024;

/** What is kept of a larger body. */
const KEPT_CHARACTERS = 64 * 1024;

/** An answer as it arrived, its body decoded. May hold secrets: never recorded as it is. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** Everything about one request that is to be recorded. Exactly one of `response` and `trouble` is set. */
export interface Recordable {
  readonly number: number;
  readonly clause: string;
  readonly expects?: Expected | undefined;
  readonly way?: string | undefined;
  readonly walk?: WalkMark | undefined;
  readonly origin?: Origin;
  readonly operation: OperationId | null;
  readonly request: WireRequest;
  readonly response?: WireResponse;
  readonly trouble?: Trouble;
  readonly sentAtMs: number;
  readonly receivedAtMs: number;
  readonly waits: number;
}

/** An exchange, and whether its answer's body had to be redacted. */
export interface Recording {
  readonly exchange: Exchange;
  /** The answer's text before redaction, where that changed it. */
  readonly unredacted: string | null;
}

/** Redacts one request with its answer. The only way from the wire into an {@link Exchange}. */
export function recordExchange(redactor: Redactor, recordable: Recordable): Recording {
  const { number, clause, expects, way, walk, origin, operation, request } = recordable;
  const { response, sentAtMs, receivedAtMs, waits } = recordable;
  const read = response === undefined ? null : recordResponse(redactor, response);
  const isUnread = read !== null && isSuccess(read.response.status) && whyUnread(read.response.json) !== null;
  // a refusal is one by its status, but what an answer of success says is not known
  const [recorded, trouble] = isUnread ? [null, UNREAD] : [read, recordable.trouble];
  const exchange: Exchange = {
    number,
    clause,
    ...(expects === undefined ? {} : { expects }),
    ...(way === undefined ? {} : { way }),
    ...(walk === undefined ? {} : { walk }),
    ...(origin === undefined ? {} : { origin }),
    operation,
    request: {
      method: redactor.text(request.method),
      target: redactor.target(request.target),
      headers: redactor.headers(request.headers),
      text: keep(redactor, request.body),
      ...oddBytesOf(redactor, request.body),
      size: request.body?.length ?? 0,
    },
    ...(recorded === null ? {} : { response: recorded.response }),
    ...(trouble === undefined ? {} : { trouble }),
    sentAtMs,
    receivedAtMs,
    waits,
  };
  return { exchange, unredacted: recorded?.unredacted ?? null };
}

const UNREAD: Trouble = {
  kind: 'oversize',
  because: `the answer is nested more than ${MAX_DEPTH} levels deep, which is as deep as is read`,
};

const isSuccess = (status: number): boolean => status >= 200 && status <= 299;

function recordResponse(
  redactor: Redactor,
  { status, headers, body }: WireResponse,
): { response: RecordedResponse; unredacted: string | null } {
  const shown = redactor.headers(headers.map(([name, value]) => [name.toLowerCase(), value] as const));
  const original = decodeUtf8(body);
  const { text, json } = readBody(redactor, original);
  return {
    response: {
      status,
      headers: shown,
      text: text === null ? null : shorten(text, body.length),
      ...(original === null && oddBytesOf(redactor, body)),
      size: body.length,
      json,
    },
    unredacted: text === original ? null : original,
  };
}

function readBody(redactor: Redactor, original: string | null): { text: string | null; json: ParsedJson } {
  if (original === null) return { text: null, json: { ok: false, because: 'its bytes are no valid UTF-8' } };
  const text = redactor.text(original);
  const json = parseJson(text);
  if (!json.ok || !text.includes('\\')) return { text, json };
  // escapes can spell a secret in ways that no search for known spellings finds
  const plain = JSON.stringify(json.value);
  const redacted = redactor.text(plain);
  return redacted === plain ? { text, json } : { text: redacted, json: parseJson(redacted) };
}

function keep(redactor: Redactor, body: Uint8Array | null): string | null {
  if (body === null) return null;
  const text = decodeUtf8(body);
  if (text === null) return null;
  // only what has escapes is read as JSON
  const redacted = text.includes('\\') ? readBody(redactor, text).text : redactor.text(text);
  return redacted === null ? null : shorten(redacted, body.length);
}

/** The bytes of a body that is no text. */
function oddBytesOf(redactor: Redactor, body: Uint8Array | null): { readonly base64?: string } {
  if (body === null || decodeUtf8(body) !== null) return {};
  const base64 = oddBytes(redactor, body);
  return base64 === undefined ? {} : { base64 };
}

function shorten(text: string, size: number): string {
  if (size <= MAX_KEPT_BYTES) return text;
  return `${text.slice(0, KEPT_CHARACTERS)} … cut: ${size} bytes`;
}
