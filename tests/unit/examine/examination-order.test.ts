import { expect, test } from '@playwright/test';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import { examinationOrder } from '../../../src/examine/examination-order.js';

const ordered = examinationOrder(loadCatalogue());
const placeOf = (wanted: string): number => ordered.findIndex(({ id }) => id === wanted);

test('every clause has its place, once', () => {
  expect(ordered.map(({ id }) => id).sort()).toEqual(
    loadCatalogue()
      .map(({ id }) => id)
      .sort(),
  );
});

test('clauses that nothing can break, and those about every answer, come after all others', () => {
  const isLate = ordered.map(({ kind, passive }) => kind === 'observe' || passive);
  expect(isLate.slice(isLate.indexOf(true)).every(Boolean)).toBe(true);
});

test('what takes hundreds of requests comes after what takes few', () => {
  expect(placeOf('AUT-001')).toBeLessThan(placeOf('MOD-011'));
  expect(placeOf('MOD-011')).toBeLessThan(placeOf('MOD-064'));
  expect(placeOf('MOD-064')).toBeLessThan(placeOf('MOD-008'));
});

test('clauses of the same cost keep the order of the catalogue', () => {
  expect(placeOf('MOD-011')).toBeLessThan(placeOf('MOD-012'));
});
