import { expect, test } from '@playwright/test';
import { prefixHints } from '../../../src/doctor/prefix-hints.js';
import { resolveTemplate } from '../../../src/wire/signature-template.js';

const ORIGIN = 'http://127.0.0.1:4010';
const told = (template: string, path = '/public/v1'): string | undefined =>
  prefixHints(resolveTemplate(template), ORIGIN + path)[0]?.split(', write ')[1];

test('the template that signs the path without the prefix is told', () => {
  expect(prefixHints(resolveTemplate('concat'), `${ORIGIN}/public/v1`)).toEqual([
    'where the service signs the path without the prefix /public/v1, as behind a router or a gateway that takes it off, write /orders/modify in place of {target}: {timestamp}{method}/orders/modify{body}',
  ]);
  expect(told('lines-hash')).toBe(
    '/orders/modify in place of {path}: {method}\\n/orders/modify\\n{query}\\n{body|sha512|hex}\\n{timestamp}',
  );
  expect(told('{({timestamp}{path})|sha256|hex}{target}')).toBe(
    '/orders/modify in place of {path} and {target}: {({timestamp}/orders/modify)|sha256|hex}/orders/modify',
  );
});

test('what may be a secret in a template is not told, and line ends are made visible', () => {
  expect(told('a-secret-literal\n{path}{body}')).toBe('/orders/modify in place of {path}: …\\n/orders/modify{body}');
});

test('nothing is told where there is no prefix, or the template does not sign the path as it is sent', () => {
  for (const template of ['{body}', '{url}{body}', '/orders/modify{body}', '{path|sha256|hex}{body}'])
    expect([template, told(template)]).toEqual([template, undefined]);
  for (const path of ['', '/']) expect(told('concat', path)).toBeUndefined();
});
