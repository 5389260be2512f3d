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
  ];
  for (const template of plain) expect(shownTemplate(template)).toBe(template);
});
