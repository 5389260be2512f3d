import { expect, test } from '@playwright/test';
import { OutsideRequests } from '../../../src/proxy/outside-requests.js';

const BASE = 'http://127.0.0.1:4030/public/v1';

test('a client with the origin alone is told of once, with the count at the end', () => {
  const outside = new OutsideRequests(BASE);
  expect(outside.see('/stocks/orders?nextKey=secret')).toBe(
    `1 request came to /stocks/orders, outside the base path /public/v1: is the client's base URL ${BASE}?`,
  );
  expect(outside.see('/stocks/orders?nextKey=')).toBeNull();
  expect(outside.note()).toContain('2 requests came to /stocks/orders and the like, outside the base path');
});

test('what is inside, or is no operation, is not told of while it passes', () => {
  const outside = new OutsideRequests(BASE);
  for (const target of [
    ...['/public/v1/stocks/orders?x', '/public/v1', '/public/v1/other', '/public/%761/orders/modify'],
    'http://127.0.0.1:4030/public/v1/stocks/orders?x',
  ])
    outside.see(target);
  expect(outside.note()).toBeNull();
  expect(outside.see('/oauth/token')).toBeNull();
  expect(outside.see('/public/v10/orders/modify')).toContain('2 requests came to /public/v10/orders/modify');
});

test('what a browser asks for by itself is no sign of a wrong base URL', () => {
  const outside = new OutsideRequests(BASE);
  for (const target of ['/favicon.ico', '/robots.txt', '/']) expect(outside.see(target)).toBeNull();
  expect(outside.note()).toBeNull();
});

test('a path is shown bounded and without control characters', () => {
  const outside = new OutsideRequests(BASE);
  const told = outside.see(`/\u001b[2J${'a'.repeat(9_000)}/orders/modify`) ?? '';
  expect(told).toMatch(/^1 request came to \/\\u001b\[2Ja+… \(\d+ more characters\), outside/);
  expect(told.length).toBeLessThan(400);
});
