import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import type { BrokenBody } from '../../../src/arbitraries/breakage.js';
import { BREAKABLE_CLAUSES, breakages } from '../../../src/arbitraries/invalid-body.js';
import { ODD_QUESTIONS, oddities } from '../../../src/arbitraries/oddities.js';
import { clauseById } from '../../../src/contract/catalogue.js';
import { brokenClauses } from '../../../src/oracle/modify-body.js';
import { samples } from './sample-orders.js';

/** Bodies where a reader that takes the other of two members, or rounds to 0, sees a clause broken. */
const READS_AS_BROKEN = /is there twice, last|is 1e-400$/;

test('oddities put the open questions about a body, and no others', () => {
  const all = ODD_QUESTIONS.map((id) => clauseById(id));
  expect(ODD_QUESTIONS).toEqual(Array.from({ length: 16 }, (_, index) => `OPN-${String(index + 1).padStart(3, '0')}`));
  expect(all.every(({ kind, section }) => kind === 'observe' && section.startsWith('2.'))).toBe(true);
});

test('every oddity can be made for an order of the kind it asks for, and breaks no clause', () => {
  const never: string[] = [];
  const wrong: string[] = [];
  for (const { way, needs, make } of ODD_QUESTIONS.flatMap(oddities)) {
    let made = 0;
    for (const { order: orderOf, instrument } of samples) {
      const asked = way.includes('on an order of another type') ? { orderTypeCd: 'STOP' as const } : {};
      const other = way.startsWith('orderTypeCd is STOP') ? { orderTypeCd: 'LIMIT' as const } : asked;
      const order = orderOf({ ...other, ...needs });
      const bodies = make(order, instrument);
      if (typeof bodies === 'string') continue;
      made += 1;
      for (const { bytes, change } of fc.sample(bodies, { seed: 5, numRuns: 5 })) {
        const found = brokenClauses(bytes, order, instrument);
        if (found.length > 0 && !READS_AS_BROKEN.test(way)) wrong.push(`${way}, ${change}: ${found.join()}`);
      }
    }
    if (made === 0) never.push(way);
  }
  expect(wrong).toEqual([]);
  expect(never).toEqual([]);
});

test('no two ways of a clause or a question have one name', () => {
  const names = [
    ...ODD_QUESTIONS.flatMap(oddities).map(({ question, way }) => `${question} ${way}`),
    ...BREAKABLE_CLAUSES.flatMap(breakages).map(({ clause, way }) => `${clause} ${way}`),
  ];
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('large bodies are over 64 KiB, and deep ones 10,000 levels deep', () => {
  const [sample] = samples;
  const order = sample?.order({});
  if (sample === undefined || order === undefined) throw new Error('there are no samples');
  const bodies = oddities('OPN-012').flatMap(({ make }) => {
    const made = make(order, sample.instrument);
    return typeof made === 'string' ? [] : fc.sample<BrokenBody>(made, { seed: 1, numRuns: 1 });
  });
  expect(bodies.filter(({ bytes }) => bytes.length > 65_536).length).toBeGreaterThanOrEqual(4);
  const texts = bodies.map(({ bytes }) => new TextDecoder().decode(bytes));
  expect(texts.filter((text) => text.includes('['.repeat(10_000))).length).toBe(1);
});
