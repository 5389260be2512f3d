import { Buffer } from 'node:buffer';
import { expect, test } from '@playwright/test';
import type { Search } from '../../../src/signature/find-template.js';
import { renderSearch } from '../../../src/signature/render-search.js';

function shown(isInCapitals: boolean): string {
  const signature = { hash: 'sha512', spelling: 'hexadecimal', isInCapitals } as const;
  const search: Search = { found: [], signature, tried: 1, isWhole: true, misses: [] };
  return render(search);
}

function render(search: Search): string {
  const request = { method: 'POST', target: '/v1/orders/modify', headers: [], body: Buffer.from('{}') };
  return renderSearch(search, [{ request, origin: 'https://host' }], 1);
}

test('a signature in capitals is told of, since tradecert sends small letters', () => {
  expect(shown(true)).toContain('The signature of this request is in capitals. tradecert sends small letters');
  expect(shown(false)).not.toContain('capitals');
});

test('where nothing comes near, the key is what to check first; where something does, that is said in its place', () => {
  const signature = { hash: 'sha512', spelling: 'hexadecimal', isInCapitals: false } as const;
  const none: Search = { found: [], signature, tried: 7, isWhole: true, misses: [] };
  const key = 'So check the key first';
  expect(render(none)).toContain(`No template comes to this signature.\nNone of the templates that were tried`);
  expect(render(none)).toContain(key);
  const misses = [{ differs: 'the key is in upper case', template: '{body}' }];
  expect(render({ ...none, misses })).toContain('It would come out if\n  the key is in upper case: {body}');
  expect(render({ ...none, misses })).not.toContain(key);
});

test('a template that covers a header which no run sends comes with a word about that', () => {
  const signature = { hash: 'sha512', spelling: 'hexadecimal', isInCapitals: false } as const;
  const found = (text: string): Search['found'] => [{ text, preset: null, keyEncoding: 'utf8', alike: [] }];
  const shownFor = (text: string): string =>
    render({ found: found(text), signature, tried: 7, isWhole: true, misses: [] });
  expect(shownFor('{header:x-app-key}{timestamp}')).toContain(
    '\nBut the signature template covers the header x-app-key, which tradecert does not send',
  );
  expect(shownFor('{header:Host}{timestamp}')).not.toContain('But the');
});
