import { expect, test } from '@playwright/test';
import { coverage, parseTemplate } from '../../../src/wire/signature-template.js';
import { preimage, type SigningInput } from '../../../src/wire/signing.js';

const RIGHT = '/public/v1/orders/modify';

/** What a template signs in place of the path `RIGHT`. */
function signedFor(template: string, path: string): string {
  const input: SigningInput = {
    ...{ timestamp: '1', method: 'POST', target: path, origin: '', body: Buffer.from('{}'), token: '' },
    pathInstead: { of: RIGHT, path },
  };
  return preimage(parseTemplate(template), input).toString();
}

test('a path that a template writes out is covered', () => {
  for (const template of [
    '{timestamp}|/orders/modify|{body}',
    'POST/v1/orders/modify{body}',
    '{(/orders/modify{body})|sha256}',
  ])
    expect([template, coverage(parseTemplate(template)).has('path')]).toEqual([template, true]);
  for (const template of ['{timestamp}|/orders|{body}', '/orders/modifying{body}', '/orders/modify/x{body}'])
    expect([template, coverage(parseTemplate(template)).has('path')]).toEqual([template, false]);
});

test('another path is signed in the place of the one that a template writes out, with as much of the prefix', () => {
  for (const [template, lookup, bare] of [
    ['|/orders/modify|{body}', '|/stocks/orders|{}', '|/orders/modify|{}'],
    ['POST/v1/orders/modify{body}', 'POST/v1/stocks/orders{}', 'POST/orders/modify{}'],
    ['/public/v1/orders/modify:{body}', '/public/v1/stocks/orders:{}', '/orders/modify:{}'],
    ['/other/orders/modify:{body}', '/other/stocks/orders:{}', '/other/orders/modify:{}'],
    ['{path}/orders', '/public/v1/stocks/orders/orders', '/orders/modify/orders'],
  ] as const) {
    expect(signedFor(template, '/public/v1/stocks/orders')).toBe(lookup);
    expect(signedFor(template, '/orders/modify')).toBe(bare);
  }
});
