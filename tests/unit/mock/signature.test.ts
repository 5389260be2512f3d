import { createHmac } from 'node:crypto';
import { causeOf, modify, newOrder, shownOrder, withService, type Tweaks } from './client.js';
import { expect, test } from './fixture.js';

const NOW_S = 1_800_000_000;

test('X-Timestamp is within 60 seconds of the clock, inclusive, on both sides', async () => {
  let nowMs = NOW_S * 1000;
  await withService({ clock: () => nowMs }, async (service) => {
    const order = await newOrder(service);
    for (const [distance, cause] of [
      [0, 'accepted'],
      [-60, 'accepted'],
      [60, 'accepted'],
      [-61, 'timestamp-window'],
      [61, 'timestamp-window'],
    ] as const) {
      for (const fractionMs of [0, 999]) {
        nowMs = NOW_S * 1000 + fractionMs;
        const got = await causeOf(service, order, {}, { timestamp: String(NOW_S + distance) });
        expect([distance, fractionMs, got]).toEqual([distance, fractionMs, cause]);
      }
    }
  });
});

test('X-Timestamp is given once, in whole seconds', async ({ service }) => {
  const order = await newOrder(service);
  const now = String(Math.floor(Date.now() / 1000));
  for (const timestamp of ['', 'now', `+${now}`, `-${now}`, `0${now}`, `${now}.0`, '1.8e9', `${now} ${now}`]) {
    expect([timestamp, await causeOf(service, order, {}, { timestamp })]).toEqual([timestamp, 'timestamp-form']);
  }
  expect(await causeOf(service, order, {}, { timestamp: `${now}000` })).toBe('timestamp-window');
  for (const value of [undefined, [now, now]]) {
    expect(await causeOf(service, order, {}, { headers: { 'X-Timestamp': value } })).toBe('timestamp-missing');
  }
});

test('X-Signature is the HMAC-SHA512 of timestamp, method, target and body in either case of hexadecimal', async ({
  service,
}) => {
  const order = await newOrder(service);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const mac = createHmac('sha512', service.signingKey);
  mac.update(`${timestamp}POST/public/v1/orders/modify${JSON.stringify(order)}`);
  const right = mac.digest();
  const hex = right.toString('hex');
  const cases: [string | string[] | undefined, string][] = [
    [hex, 'accepted'],
    [hex.toUpperCase(), 'accepted'],
    [undefined, 'signature-missing'],
    [[hex, hex], 'signature-missing'],
    ['', 'signature-form'],
    [hex.slice(0, 127), 'signature-form'],
    [`${hex}0`, 'signature-form'],
    [right.toString('base64'), 'signature-form'],
    ['0'.repeat(128), 'signature-mismatch'],
    [hex.slice(0, 127) + (hex.endsWith('0') ? '1' : '0'), 'signature-mismatch'],
  ];
  for (const [signature, cause] of cases) {
    const got = await causeOf(service, order, {}, { timestamp, headers: { 'X-Signature': signature } });
    expect([signature, got]).toEqual([signature, cause]);
  }
});

test('a signature of another key, body or time does not match', async ({ service }) => {
  const order = await newOrder(service);
  const wrong: Tweaks[] = [
    { key: 'another key' },
    { signedBody: JSON.stringify({ ...order, orderPrice: 1 }) },
    { headers: { 'X-Timestamp': String(Math.floor(Date.now() / 1000) - 1) } },
  ];
  for (const tweaks of wrong) expect(await causeOf(service, order, {}, tweaks)).toBe('signature-mismatch');
});

test('the raw bytes of the body are signed', async ({ service }) => {
  const order = await newOrder(service);
  const spaced = JSON.stringify(order, null, 2);
  expect((await modify(service, spaced)).cause).toBe('accepted');
  expect((await modify(service, spaced, { signedBody: JSON.stringify(order) })).cause).toBe('signature-mismatch');
});

test('a byte-identical request is accepted again inside the window', async ({ service }) => {
  const order = await newOrder(service);
  const timestamp = String(Math.floor(Date.now() / 1000));
  for (let i = 0; i < 3; i += 1) expect(await causeOf(service, order, {}, { timestamp })).toBe('accepted');
});

test('the template can cover token, headers and variables', async () => {
  const signatureTemplate = '{timestamp}{method}{target}{body}{token}{header:X-App}{env:APP}';
  await withService({ signatureTemplate, signatureEnv: { APP: 'secret' } }, async (service) => {
    const order = await newOrder(service);
    const signedBody = `${JSON.stringify(order)}${service.token}onesecret`;
    expect(await causeOf(service, order, {}, { signedBody, headers: { 'X-App': 'one' } })).toBe('accepted');
    expect(await causeOf(service, order, {}, { signedBody, headers: { 'X-App': 'two' } })).toBe('signature-mismatch');
  });
});

test('a request that is not authorised changes nothing', async ({ service }) => {
  const order = await newOrder(service);
  const before = await shownOrder(service, order);
  await causeOf(service, order, { orderPrice: 1 }, { key: 'another key' });
  expect(await shownOrder(service, order)).toEqual(before);
});
