import { expect, test } from '@playwright/test';
import { isMultipleOf } from '../../../src/oracle/multiple.js';

test('multiples are told by decimals, not by binary fractions', () => {
  for (const [value, unit] of [
    [4.35, 0.01],
    [1.15, 0.01],
    [0.9, 0.3],
    [12, 0.5],
    [0, 7],
    [-40, 10],
    [-4.5, 1.5],
    [100, 12.5],
    [123_456_789.01, 0.01],
    [1.5e-7, 5e-8],
    [9e21, 3],
    [1e308, 0.01],
    [1e-7, 1e-9],
  ] as const) {
    expect(isMultipleOf(value, unit), `${value} of ${unit}`).toBe(true);
  }
});

test('what lies between two multiples is none', () => {
  for (const [value, unit] of [
    [1.155, 0.01],
    [0.005, 0.01],
    [1, 0.3],
    [35, 10],
    [0.1, 0.03],
    [-4, 1.5],
    [1e-9, 0.01],
    [1.5e-7, 1e-7],
    [1e22, 3],
    [5, 12.5],
    [0.5, 1],
  ] as const) {
    expect(isMultipleOf(value, unit), `${value} of ${unit}`).toBe(false);
  }
});

test('everything is a multiple where there is no unit to speak of', () => {
  for (const unit of [0, -1, NaN]) expect(isMultipleOf(0.5, unit), String(unit)).toBe(true);
  for (const value of [Infinity, -Infinity, NaN]) expect(isMultipleOf(value, 0.01), String(value)).toBe(true);
});
