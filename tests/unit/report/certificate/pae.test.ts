import { Buffer } from 'node:buffer';
import { createPublicKey, verify } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { preAuthEncoding } from '../../../../src/report/certificate/pae.js';

/** The example of the DSSE protocol, version 1.0.0: payload, type, encoding, key and signature as published. */
const EXAMPLE = {
  payload: 'hello world',
  type: 'http://example.com/HelloWorld',
  encoded: 'DSSEv1 29 http://example.com/HelloWorld 11 hello world',
  x: 46950820868899156662930047687818585632848591499744589407958293238635476079160n,
  y: 5640078356564379163099075877009565129882514886557779369047442380624545832820n,
  signature: 'A3JqsQGtVsJ2O2xqrI5IcnXip5GToJ3F+FnZ+O88SjtR6rDAajabZKciJTfUiHqJPcIAriEGAHTVeCUjW2JIZA==',
} as const;

const encode = (type: string, payload: string): string =>
  Buffer.from(preAuthEncoding(type, Buffer.from(payload))).toString('utf8');

test("the encoding is that of DSSE's published example", () => {
  expect(encode(EXAMPLE.type, EXAMPLE.payload)).toBe(EXAMPLE.encoded);
});

test("the signature of DSSE's published example is over our encoding", () => {
  const coordinate = (value: bigint): string =>
    Buffer.from(value.toString(16).padStart(64, '0'), 'hex').toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(EXAMPLE.x), y: coordinate(EXAMPLE.y) };
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const signature = Buffer.from(EXAMPLE.signature, 'base64');
  const signed = (payload: string): boolean =>
    verify(
      'sha256',
      preAuthEncoding(EXAMPLE.type, Buffer.from(payload)),
      { key, dsaEncoding: 'ieee-p1363' },
      signature,
    );
  expect(signed(EXAMPLE.payload)).toBe(true);
  expect(signed('hello worle')).toBe(false);
});

test('lengths are counted in bytes, and an empty payload has one', () => {
  expect(encode('é', 'ü€')).toBe('DSSEv1 2 é 5 ü€');
  expect(encode('', '')).toBe('DSSEv1 0  0 ');
});
