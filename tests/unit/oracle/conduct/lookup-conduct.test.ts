import { expect, test } from '@playwright/test';
import { STOCK_GROUPS } from '../../../../src/contract/order.js';
import { conductOf, lookupPassage } from '../../../support/conduct-builder.js';

const asked = (query: string): readonly string[] => conductOf([lookupPassage(query)]).broken;

test('CLI-003: a lookup has no body', () => {
  expect(conductOf([lookupPassage(undefined, { body: '{}' })]).broken).toEqual(['CLI-003']);
  expect(conductOf([lookupPassage(undefined, { body: '' })]).broken).toEqual([]);
  expect(conductOf([lookupPassage()]).passed).toContain('CLI-003');
});

test('CLI-004: a lookup has three parameters, each once at most', () => {
  for (const query of [
    'stockGroupCd=ALL&stockCd=&nextKey=&limit=10',
    'stockGroupCd=ALL&stockCd=&nextKey=&nextKey=',
    'stockGroupCd=ALL&stockgroupcd=ALL&nextKey=',
    'stockGroupCd=ALL&stockGroupCd=ALL&nextKey=',
    'stockGroupCd=ALL&nextKey=&=',
  ]) {
    expect(asked(query), query).toEqual(['CLI-004']);
  }
  for (const query of ['nextKey=', 'nextKey=&stockCd=&stockGroupCd=ALL', 'stockGroupC%64=ALL&nextKey=', '&nextKey=&']) {
    expect(asked(query), query).toEqual([]);
  }
});

test('LKP-002 LKP-003: stockGroupCd is one of its codes', () => {
  for (const group of STOCK_GROUPS) expect(asked(`stockGroupCd=${group}&nextKey=`), group).toEqual([]);
  for (const group of ['STOCK', 'ALL ', ' ', 'NULL', 'INDEX,CRYPTO', '%00']) {
    expect(asked(`stockGroupCd=${group}&nextKey=`), group).toEqual(['LKP-002']);
  }
  for (const group of ['all', 'Index', 'cRYPTO']) {
    expect(asked(`stockGroupCd=${group}&nextKey=`), group).toEqual(['LKP-003']);
  }
});

test('whether a parameter may be left out or empty is open', () => {
  for (const query of ['stockGroupCd=&stockCd=&nextKey=', 'nextKey=', 'stockCd=EUR%2FUSD&nextKey=']) {
    expect(asked(query), query).toEqual([]);
  }
});
