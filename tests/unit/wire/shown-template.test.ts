import { expect, test } from '@playwright/test';
import { shownTemplate } from '../../../src/wire/shown-template.js';

test('a template is shown without what may be a secret in it', () => {
  expect(shownTemplate('APPSECRET-7f3a{timestamp}{body}')).toBe('…{timestamp}{body}');
  expect(shownTemplate(String.raw`k=8f3a91c2\n{query|sort|pre(canary-77ab)}`)).toBe(String.raw`…\n{query|sort|pre(…)}`);
});

test('a preset, sources, transforms and separators are shown as they are', () => {
  const plain = [
    'lines-hash',
    String.raw`{timestamp}\n{method|lower}\n{path}{query|sort|pre(?)}\n{body|sha256|hex}`,
    '{env:APPLICATION_KEY}:{header:X-Timestamp}.{body}',
    '{target}{({timestamp}\\n{body|minify})|sha256|hex}',
  ];
  for (const template of plain) expect(shownTemplate(template)).toBe(template);
});

test('what may be a secret is hidden in a group as well', () => {
  expect(shownTemplate('{(canary-77ab{timestamp}{body|pre(canary-78cd)})|sha256}')).toBe(
    '{(…{timestamp}{body|pre(…)})|sha256}',
  );
  expect(shownTemplate('{(a{body})|pre(canary-77ab)}')).not.toContain('canary');
  expect(shownTemplate('{(canary-77ab{body})')).not.toContain('canary');
});

test('the path of an operation is no secret, and what stands around it is hidden as elsewhere', () => {
  for (const template of [
    '{timestamp}|{method}|/orders/modify|{body}',
    '{timestamp}:/gate/v1/fx/orders/modify:{({body|pre(/public/v1/orders/modify)})|sha256|hex}',
    'GET/public/v1/stocks/orders{timestamp}',
  ])
    expect(shownTemplate(template)).toBe(template);
  expect(shownTemplate('APPSECRET-7f3a/orders/modify{body}')).toBe('…/orders/modify{body}');
  expect(shownTemplate('/8f3a91c2/orders/modify-8f3a91c2{body}')).toBe('…/orders/modify…{body}');
});
