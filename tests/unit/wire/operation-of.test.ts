import { expect, test } from '@playwright/test';
import { normalPath, operationAt, operationOf, originForm } from '../../../src/wire/operation-of.js';

const PREFIX = '/public/v1';
const modify = (target: string, prefix = PREFIX): string | null => operationOf('POST', target, prefix);
const lookup = (target: string, prefix = PREFIX): string | null => operationOf('GET', target, prefix);

test('an operation is told by its method and its path', () => {
  expect(modify('/public/v1/orders/modify')).toBe('modifyOrder');
  expect(modify('/public/v1/orders/modify?x=1')).toBe('modifyOrder');
  expect(lookup('/public/v1/stocks/orders?nextKey=/../x')).toBe('listOrderableStocks');
  expect(lookup('/public/v1/orders/modify')).toBeNull();
  expect(modify('/public/v1/stocks/orders')).toBeNull();
  expect(operationAt('/public/v1/stocks/orders', PREFIX)).toBe('listOrderableStocks');
});

test('a target in absolute-form is the same resource, whatever authority it names', () => {
  for (const origin of ['http://127.0.0.1:4010', 'HTTPS://user@api.example', 'http://[::1]:80']) {
    expect(modify(`${origin}/public/v1/orders/modify`), origin).toBe('modifyOrder');
    expect(originForm(`${origin}/a?b=http://c/d`), origin).toBe('/a?b=http://c/d');
  }
  expect(originForm('http://api.example')).toBe('/');
  expect(originForm('http://api.example?x=/y')).toBe('/?x=/y');
  expect(originForm('*')).toBe('*');
  expect(originForm('api.example:443')).toBe('api.example:443');
  expect(originForm('/http://x/y')).toBe('/http://x/y');
  expect(modify('ftp://api.example/public/v1/orders/modify')).toBeNull();
  expect(modify('http://api.example/orders/modify')).toBeNull();
});

test('what is percent-encoded without need is the same resource', () => {
  expect(modify('/public/v1/%6frders/modify')).toBe('modifyOrder');
  expect(modify('/%70ublic/v%31/%6Frders/%6d%6F%64ify')).toBe('modifyOrder');
  expect(modify('/a%2fb/v1/orders/modify', '/a%2Fb/v1')).toBe('modifyOrder');
  expect(modify('/~me/v1/orders/modify', '/%7eme/v1')).toBe('modifyOrder');
  expect(modify('/public/v1/./x/../orders/modify')).toBe('modifyOrder');
  expect(modify('/public/v1/%2e%2E/v1/orders/modify')).toBe('modifyOrder');
});

test('what is not equivalent is another resource', () => {
  for (const path of [
    '/orders/modify/',
    '/orders/Modify',
    '//orders/modify',
    '/orders//modify',
    '/orders%2fmodify',
    '/%256frders/modify',
    '/orders/modify/.',
    '/orders/modify/x/..',
    '/orders/modify%20',
    '/orders/modify;v=1',
  ]) {
    expect(modify(PREFIX + path), path).toBeNull();
  }
  expect(modify('/orders/modify')).toBeNull();
  expect(modify('/v1/orders/modify', '/V1')).toBeNull();
});

test('a base URL may have no path, or a slash at its end', () => {
  for (const prefix of ['', '/']) expect(modify('/orders/modify', prefix)).toBe('modifyOrder');
  expect(modify('/v1/orders/modify', '/v1/')).toBe('modifyOrder');
});

test('a path has one spelling, and what climbs above the root ends there', () => {
  expect(normalPath('/a/../../b')).toBe('/b');
  expect(normalPath('/..')).toBe('/');
  expect(normalPath('/a/.')).toBe('/a/');
  expect(normalPath('/%zz%4')).toBe('/%zz%4');
  expect(normalPath('/%c3%a9')).toBe('/%C3%A9');
});
