import { causeOf, lookup, modify, newOrder, send, shownOrder } from './client.js';
import { expect, test } from './fixture.js';

test('a body in another JSON spelling is accepted', async ({ service }) => {
  const order = await newOrder(service);
  const reversed = JSON.stringify(Object.fromEntries(Object.entries(order).reverse()), null, '\t');
  const escaped = JSON.stringify(order)
    .replace('"orderNo"', '"order\\u004eo"')
    .replace('"barrierPrice":0', '"barrierPrice":-0.0e3');
  for (const body of [reversed, escaped, `\r\n ${JSON.stringify(order)} `]) {
    expect([body, (await modify(service, body)).cause]).toEqual([body, 'accepted']);
  }
});

test('a body that is no plain JSON object is refused', async ({ service }) => {
  const text = JSON.stringify(await newOrder(service));
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  const cases: [string | Buffer, string][] = [
    ['', 'body-missing'],
    [' ', 'body-json'],
    [text.slice(0, -1), 'body-json'],
    [`${text}x`, 'body-json'],
    [text.replace('}', ',}'), 'body-json'],
    ['orderNo=1', 'body-json'],
    [`\ufeff${text}`, 'body-json'],
    [Buffer.from([...Buffer.from(text.slice(0, -2)), 0xff, 0x22, 0x7d]), 'body-encoding'],
    [Buffer.from(text, 'utf16le'), 'body-json'],
    ['[]', 'body-object'],
    ['null', 'body-object'],
    ['"text"', 'body-object'],
    ['1', 'body-object'],
    [text.replace('{', '{"orderNo":"1",'), 'body-duplicate'],
    [text.replace('{', '{"order\\u004eo":"1",'), 'body-duplicate'],
    [text.replace('{', '{"note":1,'), 'member-unknown'],
    [text.replace('{', '{"__proto__":1,'), 'member-unknown'],
    [text.replace('{', `{"stockcd":1,`), 'member-unknown'],
    [nested(17), 'body-depth'],
    [nested(16), 'body-object'],
    [nested(30_000), 'body-depth'],
  ];
  for (const [body, cause] of cases) {
    const seen = await modify(service, body);
    expect([body, seen.cause]).toEqual([body, cause]);
    expect(seen.status).toBe(400);
  }
});

test('a body of 64 KiB is read and one byte more is not', async ({ service }) => {
  const text = JSON.stringify(await newOrder(service));
  expect((await modify(service, text.padEnd(64 * 1024))).cause).toBe('accepted');
  expect((await modify(service, text.padEnd(64 * 1024 + 1))).cause).toBe('body-too-large');
  expect((await modify(service, text.padEnd(3_000_000))).status).toBe(400);
});

test('Content-Type is application/json, at most with a charset of UTF-8', async ({ service }) => {
  const order = await newOrder(service);
  for (const contentType of ['application/json', 'Application/JSON', 'application/json; charset=UTF-8']) {
    expect([contentType, await causeOf(service, order, {}, { contentType })]).toEqual([contentType, 'accepted']);
  }
  for (const contentType of ['', 'text/plain', 'application/jsonp', 'application/json; charset=latin1']) {
    expect([contentType, await causeOf(service, order, {}, { contentType })]).toEqual([contentType, 'body-type']);
  }
  expect(await causeOf(service, order, {}, { headers: { 'Content-Type': undefined } })).toBe('body-type');
  expect(await causeOf(service, order, {}, { headers: { 'Content-Encoding': 'gzip' } })).toBe('body-encoding');
});

test('a modify has no query and a lookup has no body', async ({ service }) => {
  const order = await newOrder(service);
  expect(await causeOf(service, order, {}, { path: '/orders/modify?a=1' })).toBe('query-unexpected');
  expect((await lookup(service, '')).cause).toBe('accepted');
  const headers = { Authorization: `Bearer ${service.token}` };
  const seen = await send(service.baseUrl, 'GET', '/public/v1/stocks/orders', Buffer.from('{}'), headers);
  expect(seen.cause).toBe('body-unexpected');
});

test('other paths and methods are answered in JSON', async ({ service }) => {
  const order = await newOrder(service);
  for (const path of ['/orders', '/orders/modify/', '/Orders/modify', '/orders/mod%69fy', '/stocks']) {
    expect([path, (await modify(service, order, { path })).status]).toEqual([path, 404]);
  }
  for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    const seen = await modify(service, order, { method });
    expect([method, seen.status, seen.cause, seen.headers['allow']]).toEqual([method, 405, 'wrong-method', 'POST']);
  }
  const seen = await modify(service, order, { method: 'HEAD', path: '/stocks/orders' });
  expect([seen.status, seen.headers['allow']]).toEqual([405, 'GET']);
});

test('a refusal has status 400 and the documented body', async ({ service }) => {
  const order = await newOrder(service);
  const before = await shownOrder(service, order);
  const seen = await modify(service, { ...order, orderPrice: 0 });
  expect(seen.status).toBe(400);
  expect(seen.headers['content-type']).toBe('application/json');
  expect(seen.json).toEqual({
    status: 'ERROR',
    code: 40033,
    message: 'The order type needs this price.',
    cause: 'price-missing',
    field: 'orderPrice',
  });
  expect(await shownOrder(service, order)).toEqual(before);
});
