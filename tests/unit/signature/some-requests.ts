import { Buffer } from 'node:buffer';
import type { SignedRequest } from '../../../src/signature/signed-request.js';
import type { Headers } from '../../../src/wire/exchange.js';
import { decodeKey } from '../../../src/wire/decode-key.js';
import { parseTemplate } from '../../../src/wire/signature-template.js';
import { sign, signingInputOf } from '../../../src/wire/signing.js';

export const KEY = 'a-secret-key-of-some-length';
export const TOKEN = 'eyJhbGciOiJub25lIn0.e30.c2lnbmVk';
const BODY = '{"stockCd": "EUR/USD", "orderTypeCd": "LIMIT", "orderNo": "A1", "orderPrice": 1.25}';

/** A modify with these headers besides its own, not signed. */
export function unsigned(others: Headers = [], body = BODY): SignedRequest {
  const headers: Headers = [
    ['Authorization', `Bearer ${TOKEN}`],
    ['X-Timestamp', '1700000000'],
    ['Content-Type', 'application/json'],
    ...others,
  ];
  return {
    origin: 'https://api.example',
    request: { method: 'POST', target: '/public/v1/orders/modify', headers, body: Buffer.from(body) },
  };
}

/** The same request with this X-Signature. */
export function withSignature(signed: SignedRequest, value: string): SignedRequest {
  const { request } = signed;
  return { ...signed, request: { ...request, headers: [...request.headers, ['X-Signature', value]] } };
}

/** The same request, signed over this template. */
export function signedOver(
  template: string,
  given: SignedRequest = unsigned(),
  key = decodeKey(KEY, 'utf8'),
  env: Readonly<Record<string, string>> = {},
): SignedRequest {
  const { request, origin } = given;
  return withSignature(given, sign(parseTemplate(template), key, signingInputOf(request, { origin, env })));
}
