import { createSecretKey } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { openElsewhere } from '../../../src/scenario/elsewhere.js';
import type { Headers } from '../../../src/wire/exchange.js';
import { KEY_TEXT, lookupTarget, TOKEN } from '../../support/conduct-builder.js';

const SIGNATURE = '0123456789abcdef'.repeat(8);
const SENT: Headers = [
  ['Authorization', `Bearer fresh-${TOKEN}`],
  ['X-Signature', SIGNATURE],
];
const ORDER_BODY = JSON.stringify({ orderNo: '2026000001', orderPrice: 1.09713 });

interface Followed {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Where credentials are said to have arrived; empty: nowhere. */
async function carriedBy({ path = lookupTarget(), ...init }: Followed): Promise<string> {
  const key = createSecretKey(Buffer.from(KEY_TEXT));
  const elsewhere = await openElsewhere({ token: TOKEN, key, signingKeyText: KEY_TEXT });
  try {
    await fetch(elsewhere.origin + path, init);
    // The answer to a request may be known here only after where it led to.
    elsewhere.sent(SENT);
    const outcome = elsewhere.judge(undefined);
    return outcome.outcome === 'broken' ? outcome.finding.actual : outcome.outcome === 'pass' ? '' : outcome.outcome;
  } finally {
    await elsewhere.close();
  }
}

test('CLI-042: a redirect may be followed with all that is no credential', async () => {
  const headers = { 'Content-Type': 'application/json', 'X-Timestamp': '1767571200', Cookie: 'own=made-up-1234567890' };
  expect(await carriedBy({ headers })).toBe('');
  expect(await carriedBy({ method: 'POST', headers, body: ORDER_BODY })).toBe('');
  expect(await carriedBy({ path: `${lookupTarget()}&from=client` })).toBe('');
  const nowhere = await openElsewhere({ token: null, key: null, signingKeyText: null });
  expect(nowhere.judge(undefined).outcome).toBe('pass');
  await nowhere.close();
});

test('CLI-042: token, key and signatures are found wherever they are, in any spelling', async () => {
  const inBase64 = Buffer.from(SIGNATURE, 'hex').toString('base64');
  for (const [followed, where] of [
    [{ headers: { Authorization: 'Bearer x' } }, 'authorization'],
    [{ headers: { 'X-Signature': 'anew', Authorization: `Bearer ${TOKEN}` } }, 'authorization, x-signature'],
    [{ headers: { 'X-Token': TOKEN } }, 'another header'],
    [{ headers: { Cookie: `t=fresh-${TOKEN}` } }, 'another header'],
    [{ headers: { 'X-Api-Key': KEY_TEXT } }, 'another header'],
    [{ headers: { 'X-Sign': SIGNATURE.toUpperCase() } }, 'another header'],
    [{ path: `/x?access_token=${TOKEN}` }, 'the URL'],
    [{ path: `/x?t=${TOKEN.replaceAll('.', '%2e')}` }, 'the URL'],
    [{ path: `/x?s=${encodeURIComponent(inBase64)}` }, 'the URL'],
    [{ path: `/x?s=${SIGNATURE}` }, 'the URL'],
    [{ method: 'POST', body: JSON.stringify({ token: TOKEN }) }, 'the body'],
    [{ method: 'POST', body: `key=${Buffer.from(KEY_TEXT).toString('base64')}` }, 'the body'],
  ] as const) {
    expect(await carriedBy(followed), JSON.stringify(followed)).toBe(where);
  }
});
