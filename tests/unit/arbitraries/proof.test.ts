import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { additions } from '../../../src/arbitraries/breakages/conditions.js';
import { lowerCaseMarket } from '../../../src/arbitraries/breakages/wrong-codes.js';
import { BREAKABLE_CLAUSES, breakages, type Breakage, type BrokenBody } from '../../../src/arbitraries/invalid-body.js';
import { leastOrderFor, orderFor, structures } from '../../../src/arbitraries/structures.js';
import { oddPriceBody, plainBody, quantityBody, validBody } from '../../../src/arbitraries/valid-body.js';
import type { ModifyBody, Order } from '../../../src/contract/order.js';
import { brokenClauses, isValid, judgeBody } from '../../../src/oracle/modify-body.js';
import { secondValidator } from '../../support/second-validator.js';
import { samples, type Sample } from './sample-orders.js';
import { clausesBySchema } from './schema-clauses.js';

const SEEDS = [1, 42, 20_260_105];
const BAND = 0.02;

/** Broken by what the order or its instrument is: no schema of the body alone can see it. */
const ONLY_BY_ORDER = /^(?:ORD-00[23567]|TPS-01[1-5])$/;

test('where the quantity of an order is no multiple of the unit, none is between two units: steps may begin elsewhere', () => {
  const [{ instrument, order }] = samples as [Sample];
  const alone = breakages('ORD-007').filter(({ beside }) => beside === undefined);
  const made = (orderQuantity: number): string[] =>
    alone.map(({ make }) => typeof make({ ...order({ orderTypeCd: 'LIMIT' }), orderQuantity }, instrument));
  expect(new Set(made(0.355))).toEqual(new Set(['string']));
  expect(made(0.35)).not.toContain('string');
});

test('where no quantity is between two units and the bounds, one between two units is above the maximum', () => {
  const [{ instrument, order }] = samples as [Sample];
  const one = { ...instrument, minOrderQuantity: 10, maxOrderQuantity: 10, orderUnit: 10 };
  const own = { ...order({ orderTypeCd: 'LIMIT' }), orderQuantity: 10 };
  const bodies = breakages('ORD-007').flatMap(({ make }) => {
    const made = make(own, one);
    return typeof made === 'string' ? [] : fc.sample(made, { seed: 1, numRuns: 2 });
  });
  const changes = bodies.map(({ bytes, change }) => [change, ...brokenClauses(bytes, own, one)]);
  expect(new Set(changes.map(String))).toEqual(new Set(['orderQuantity is 15,ORD-005,ORD-007']));
});

/** Broken by bytes, by something that is nearly JSON, or by a number that JavaScript has no value for. */
const NO_VALUE = /^MOD-(?:06[124]|090)$/;

/** A field under another name is an unknown member, too: whether one is refused is an open question. */
const isNoName = (clause: string): boolean => !clause.startsWith('additionalProperties');

const named = (...clauses: readonly (string | undefined)[]): string[] => clauses.flatMap((id) => id ?? []).sort();

/** `undefined` where there is no value that a schema could be held against. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function ofClient(bytes: Uint8Array, order: Order, instrument: Sample['instrument']): string[] {
  const { rulings } = judgeBody(bytes, order, instrument);
  return [...new Set(rulings.flatMap(({ clause, flaw }) => (flaw === null ? [] : [clause])))].sort();
}

/** Facts that three judges agree on; the first that does not hold ends a test. */
async function judges(): Promise<{
  valid: (body: ModifyBody, order: Order, sample: Sample) => string[];
  broken: (body: BrokenBody, breakage: Breakage, order: Order, sample: Sample) => string[];
}> {
  const second = await secondValidator('modify-request');
  const decoder = new TextDecoder();
  const tell = (name: string, found: unknown, expected: unknown, text: string): string[] =>
    JSON.stringify(found) === JSON.stringify(expected)
      ? []
      : [`${name}: ${JSON.stringify(found)} rather than ${JSON.stringify(expected)} for ${text.slice(0, 400)}`];
  return {
    valid: (body, order, { instrument }) => {
      const text = JSON.stringify(body);
      return [
        ...tell('Ajv', clausesBySchema(JSON.parse(text), order), [], text),
        ...tell('second validator', second(JSON.parse(text)), true, text),
        ...tell('oracle', brokenClauses(new TextEncoder().encode(text), order, instrument), [], text),
      ];
    },
    broken: ({ bytes, change }, { clause, beside }, order, { instrument }) => {
      const text = decoder.decode(bytes);
      const shown = `${change} in ${text}`;
      const byOracle = tell('oracle', brokenClauses(bytes, order, instrument), named(clause, beside), shown);
      const value = NO_VALUE.test(clause) ? undefined : parsed(text);
      if (value === undefined) return byOracle;
      // A schema knows nothing of conversions: what it sees broken is what a client breaks.
      const bySchema = ofClient(bytes, order, instrument).filter((id) => !ONLY_BY_ORDER.test(id));
      return [
        ...byOracle,
        ...tell('Ajv', clausesBySchema(value, order).filter(isNoName), bySchema, shown),
        ...tell('second validator', second(value), bySchema.length === 0, shown),
      ];
    },
  };
}

test('there are 384 structures, all different', () => {
  const all = structures();
  expect(all).toHaveLength(384);
  expect(new Set(all.map((structure) => JSON.stringify(structure))).size).toBe(384);
  expect(all.filter(({ stopLoss, trailing }) => stopLoss === 'N' && trailing === 'Y')).toEqual([]);
});

test('every valid body passes by Ajv, by a second validator and by the oracle', async () => {
  const { valid } = await judges();
  const wrong: string[] = [];
  let bodies = 0;
  for (const seed of SEEDS) {
    for (const [index, structure] of structures().entries()) {
      const sample = samples[index % samples.length] as Sample;
      const { instrument } = sample;
      const order = sample.order(index % 2 === 0 ? orderFor(structure) : leastOrderFor(structure));
      const limits = { band: BAND, instrument: index % 5 === 0 ? null : instrument };
      const arbitraries = [
        validBody(order, structure, limits),
        oddPriceBody(order, structure, limits),
        quantityBody(order, structure, instrument) ?? fc.constant(plainBody(order, structure)),
        fc.constant(plainBody(order, structure, instrument)),
      ];
      for (const body of arbitraries.flatMap((arbitrary) => fc.sample(arbitrary, { seed, numRuns: 3 }))) {
        bodies += 1;
        wrong.push(...valid(body, order, sample));
      }
    }
  }
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(bodies).toBeGreaterThan(10_000);
});

test('every invalid body breaks exactly the clause it names, by Ajv, by a second validator and by the oracle', async () => {
  const { broken } = await judges();
  const wrong: string[] = [];
  let bodies = 0;
  for (const seed of SEEDS) {
    for (const { breakage, order, sample, made } of allMade()) {
      for (const body of fc.sample(made, { seed, numRuns: 8 })) {
        bodies += 1;
        wrong.push(...broken(body, breakage, order, sample));
      }
    }
  }
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(bodies).toBeGreaterThan(10_000);
});

test('what is sent to MARKET orders beside the rest breaks exactly the clause it names', async () => {
  const { broken } = await judges();
  const wrong: string[] = [];
  for (const breakage of [...lowerCaseMarket, ...additions]) {
    for (const sample of samples) {
      const order = sample.order({ ...breakage.needs, orderTypeCd: 'MARKET' });
      const made = breakage.make(order, sample.instrument);
      if (typeof made === 'string') throw new Error(made);
      for (const body of fc.sample(made, { seed: 1, numRuns: 4 })) {
        wrong.push(...broken(body, breakage, order, sample));
      }
    }
  }
  expect(wrong.slice(0, 5)).toEqual([]);
});

test('an invalid body still breaks that clause alone at every step of shrinking', async () => {
  const { broken } = await judges();
  const wrong: string[] = [];
  let steps = 0;
  for (const seed of SEEDS) {
    for (const { breakage, order, sample, made } of allMade()) {
      // The property never holds, so that every step is taken.
      const property = fc.property(made, (body) => {
        steps += 1;
        wrong.push(...broken(body, breakage, order, sample));
        return false;
      });
      fc.check(property, { seed, numRuns: 1 });
    }
  }
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(steps).toBeGreaterThan(3_000);
});

test('every way to break a clause can be made for an order of the kind it asks for', () => {
  const made = new Set(allMade().map(({ breakage }) => breakage));
  const never = BREAKABLE_CLAUSES.flatMap(breakages).filter(
    (breakage) => !made.has(breakage) && breakage.beside !== 'ORD-005',
  );
  expect(never.map(({ clause, way }) => `${clause} ${way}`)).toEqual([]);
});

test('the same seed gives the same bodies, another one others', () => {
  const [structure] = structures();
  if (structure === undefined) throw new Error('there are no structures');
  const sample = samples[0] as Sample;
  const limited = sample.order({ ...orderFor(structure), orderTypeCd: 'LIMIT' });
  const arbitrary = validBody(limited, structure, { band: BAND, instrument: sample.instrument });
  const drawn = (seed: number): string => JSON.stringify(fc.sample(arbitrary, { seed, numRuns: 50 }));
  expect(drawn(1)).toBe(drawn(1));
  expect(drawn(1)).not.toBe(drawn(2));
  const broken = (seed: number): string =>
    JSON.stringify(allMade().flatMap(({ made }) => fc.sample(made, { seed, numRuns: 1 }).map(({ change }) => change)));
  expect(broken(1)).toBe(broken(1));
  expect(broken(1)).not.toBe(broken(2));
});

test('a plain body changes something and breaks nothing', () => {
  for (const sample of samples) {
    for (const structure of structures()) {
      const order = sample.order(orderFor(structure));
      const body = plainBody(order, structure, sample.instrument);
      expect(isValid(new TextEncoder().encode(JSON.stringify(body)), order, sample.instrument)).toBe(true);
      if (order.orderTypeCd !== 'MARKET') {
        expect([body.barrierPrice, body.orderPrice]).not.toEqual([order.barrierPrice, order.orderPrice]);
      }
    }
  }
});

interface MadeBodies {
  readonly breakage: Breakage;
  readonly order: Order;
  readonly sample: Sample;
  readonly made: fc.Arbitrary<BrokenBody>;
}

/** Every way to break a clause on every sample where it can be done. */
function allMade(): MadeBodies[] {
  return BREAKABLE_CLAUSES.flatMap(breakages).flatMap((breakage) =>
    samples.flatMap((sample) => {
      const order = sample.order(breakage.needs);
      const made = breakage.make(order, sample.instrument);
      return typeof made === 'string' ? [] : [{ breakage, order, sample, made }];
    }),
  );
}
