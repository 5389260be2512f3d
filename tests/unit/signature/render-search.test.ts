import { Buffer } from 'node:buffer';
import { expect, test } from '@playwright/test';
import type { Search } from '../../../src/signature/find-template.js';
import { renderSearch } from '../../../src/signature/render-search.js';

function shown(isInCapitals: boolean): string {
  const signature = { hash: 'sha512', spelling: 'hexadecimal', isInCapitals } as const;
  const search: Search = { found: [], signature, tried: 1, isWhole: true, misses: [] };
  const request = { method: 'POST', target: '/v1/orders/modify', headers: [], body: Buffer.from('{}') };
  return renderSearch(search, [{ request, origin: 'https://host' }], 1);
}

test('a signature in capitals is told of, since tradecert sends small letters', () => {
  expect(shown(true)).toContain('The signature of this request is in capitals. tradecert sends small letters');
  expect(shown(false)).not.toContain('capitals');
});
