import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** What the signature covers, in the words of docs/settings.md. */
export const TEMPLATE = '{method} {path}\\n@{timestamp}\\n{body|sha256|base64}';

/** A request as its signature sees it. */
export interface SealedRequest {
  readonly method: string;
  readonly path: string;
  /** The text of X-Timestamp. */
  readonly timestamp: string;
  readonly body: Buffer;
  /** The text of X-Signature. */
  readonly signature: string;
}

const WINDOW_MS = 60_000;

/** Whether it is a Unix timestamp in seconds that is within 60 seconds of the service's time. */
export function isTimely(timestamp: string, nowMs: number): boolean {
  return /^[1-9]\d{0,11}$/.test(timestamp) && Math.abs(Number(timestamp) * 1000 - nowMs) <= WINDOW_MS;
}

/** Whether the signature is the lower-case hexadecimal HMAC-SHA512 of the request. */
export function isSealed(request: SealedRequest, key: Buffer): boolean {
  const { method, path, timestamp, body, signature } = request;
  const text = `${method} ${path}\n@${timestamp}\n${createHash('sha256').update(body).digest('base64')}`;
  const right = Buffer.from(createHmac('sha512', key).update(text).digest('hex'));
  const given = Buffer.from(signature);
  return given.length === right.length && timingSafeEqual(given, right);
}
