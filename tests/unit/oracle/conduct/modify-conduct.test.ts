import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { departures } from '../../../../src/arbitraries/breakages/departures.js';
import { BREAKABLE_CLAUSES, breakages, type Breakage } from '../../../../src/arbitraries/invalid-body.js';
import { asRequested, leastOrderFor, orderFor, structures } from '../../../../src/arbitraries/structures.js';
import { validBody } from '../../../../src/arbitraries/valid-body.js';
import type { Order } from '../../../../src/contract/order.js';
import type { ClientFacts } from '../../../../src/oracle/conduct/client-judge.js';
import {
  BEARER,
  conductOf,
  FULL_ORDER,
  modifyPassage,
  NOW_S,
  ORDER,
  PREFIX,
  someFacts,
  TOKEN,
} from '../../../support/conduct-builder.js';
import { samples } from '../../arbitraries/sample-orders.js';
import { clausesBySchema } from '../../arbitraries/schema-clauses.js';

type Change = Readonly<Record<string, unknown>>;

/** A client that was given one order. */
const given = (order: Order, different: Partial<ClientFacts> = {}): ClientFacts =>
  someFacts({ order: (orderNo) => (orderNo === order.orderNo ? order : null), ...different });

/** A client that was asked for a change of an order. */
const asked = (order: Order, change: Change): ClientFacts =>
  given(order, { task: { task: 'modify-order', order, change } });

/** A client of which nobody knows which orders there are. */
const UNKNOWN = someFacts({ order: () => undefined });

const broken = (body: unknown, facts: ClientFacts): readonly string[] => conductOf([modifyPassage(body)], facts).broken;
const passed = (body: unknown, facts: ClientFacts): readonly string[] => conductOf([modifyPassage(body)], facts).passed;

/** The order without its conditions, with some members changed; `undefined` leaves one out. */
function bodyOf(order: Order, change: Change = {}): Change {
  const bare = Object.fromEntries(Object.entries(order).filter(([name]) => !/^(?:profit|loss)/.test(name)));
  return { ...bare, ...change };
}

const MARKET: Order = { ...ORDER, orderTypeCd: 'MARKET', orderPrice: 0 };
const STOP: Order = { ...ORDER, orderTypeCd: 'STOP', barrierPrice: 1.09, orderPrice: 0 };
const BOTH: Order = { ...ORDER, orderTypeCd: 'LIMIT_STOP', barrierPrice: 1.09 };

test('CLI-001: the content type is application/json, with any parameters', () => {
  const sent = (types: readonly string[]): readonly string[] => {
    const contentTypes = types.map((type) => ['Content-Type', type] as const);
    return conductOf([modifyPassage(ORDER, { headers: [BEARER, ['X-Timestamp', String(NOW_S)], ...contentTypes] })])
      .broken;
  };
  for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON']) {
    expect(sent([type]), type).toEqual([]);
  }
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/problem+json', '']) {
    expect(sent([type]), type).toEqual(['CLI-001']);
  }
  expect(sent([])).toEqual(['CLI-001']);
});

test('CLI-002: a modify has no query parameters', () => {
  const sent = (query: string): readonly string[] =>
    conductOf([modifyPassage(ORDER, { target: `${PREFIX}/orders/modify${query}` })]).broken;
  expect(sent('?orderNo=1')).toEqual(['CLI-002']);
  expect(sent('')).toEqual([]);
  expect(sent('?')).toEqual([]);
});

test('CLI-011: orderNo and orderDateTime are the texts that were given', () => {
  const utc = { orderDateTime: '2026-01-05T00:00:00.120Z' };
  expect(broken(bodyOf(ORDER, utc), given(ORDER))).toEqual(['CLI-011']);
  expect(broken(bodyOf(ORDER, { orderDateTime: '2026-01-05T09:00:00.12+09:00' }), given(ORDER))).toEqual(['CLI-011']);
  expect(broken(bodyOf(ORDER), given(ORDER))).toEqual([]);
  // Another moment is another matter, and so is what is no text.
  expect(broken(bodyOf(ORDER, { orderDateTime: '2026-01-05T09:00:00+09:00' }), given(ORDER))).not.toContain('ORD-003');
  expect(broken(bodyOf(ORDER, { orderDateTime: '2026-01-05T09:00:01+09:00' }), given(ORDER))).toEqual(['ORD-003']);
  expect(broken(bodyOf(ORDER, { orderDateTime: null }), given(ORDER))).toEqual(['MOD-036']);
});

test('CLI-011: another order than that of the task', () => {
  const other = { ...ORDER, orderNo: '2026000002' };
  const facts = given(ORDER, {
    order: (orderNo) => [ORDER, other].find((order) => order.orderNo === orderNo) ?? null,
    task: { task: 'modify-order', order: ORDER, change: { orderPrice: 1.1 } },
  });
  expect(broken(bodyOf(other, { orderPrice: 1.1 }), facts)).toEqual(['CLI-011']);
  expect(broken(bodyOf(ORDER, { orderPrice: 1.1 }), facts)).toEqual([]);
  expect(broken(bodyOf(other, { stockCd: 'USD/JPY', orderPrice: 1 }), facts)).toEqual(['CLI-011']);
  const unsure = { ...facts, order: () => undefined };
  expect(broken(bodyOf(other, { orderPrice: 1.1 }), unsure)).toEqual(['CLI-011']);
});

test('CLI-012: what a modify repeats is that of the order', () => {
  for (const change of [
    { stockCd: 'USD/JPY' },
    { sideCd: 'SELL' },
    { orderQuantity: 0.36 },
    { orderTypeCd: 'LIMIT_STOP', barrierPrice: 1.2 },
  ]) {
    expect(broken(bodyOf(ORDER, change), given(ORDER)), JSON.stringify(change)).toEqual(['CLI-012']);
  }
  const left = { stockCd: undefined, sideCd: undefined, orderQuantity: undefined };
  expect(broken(bodyOf(ORDER, left), given(ORDER))).toEqual(['CLI-056']);
  expect(
    broken(
      '{"orderQuantity":35e-2,"orderNo":"2026000001","orderDateTime":"2026-01-05T09:00:00.120+09:00"}',
      given(ORDER),
    ),
  ).toEqual(['CLI-056']);
  expect(broken(bodyOf(ORDER, { orderQuantity: '0.35' }), given(ORDER))).toEqual(['MOD-035']);
});

test('CLI-012: what is to be changed is not that of the order', () => {
  const facts = asked(ORDER, { orderQuantity: 1 });
  expect(broken(bodyOf(ORDER, { orderQuantity: 1 }), facts)).toEqual([]);
  expect(broken(bodyOf(ORDER), facts)).toEqual(['CLI-014']);
});

test('CLI-013: a condition that is not to be changed is left out', () => {
  const facts = asked(FULL_ORDER, { orderPrice: 1.1 });
  for (const own of [
    { profitRealizationYn: 'Y', profitRealizationBarrierPrice: 1.2 },
    { profitRealizationBarrierPrice: 1.2 },
    { lossCutYn: 'Y', lossCutBarrierPrice: 1.01 },
    { lossTrackingYn: 'N' },
  ]) {
    const body = bodyOf(FULL_ORDER, { orderPrice: 1.1, ...own });
    expect(broken(body, facts), JSON.stringify(own)).toEqual(['CLI-013']);
    expect(broken(body, given(FULL_ORDER)), 'without a task').toEqual([]);
  }
  expect(broken(bodyOf(FULL_ORDER, { orderPrice: 1.1 }), facts)).toEqual([]);
  expect(passed(bodyOf(FULL_ORDER, { orderPrice: 1.1 }), facts)).toContain('CLI-013');
});

test('CLI-013: a switch goes with its price, and with no other condition', () => {
  const change = { profitRealizationBarrierPrice: 1.25 };
  const facts = asked(FULL_ORDER, change);
  expect(broken(bodyOf(FULL_ORDER, { ...change, profitRealizationYn: 'Y' }), facts)).toEqual([]);
  expect(broken(bodyOf(FULL_ORDER, change), facts)).toEqual([]);
  const more = { ...change, profitRealizationYn: 'Y', lossTrackingYn: 'N' };
  expect(broken(bodyOf(FULL_ORDER, more), facts)).toEqual(['CLI-013']);
  const trailing = asked(FULL_ORDER, { lossTrackingYn: 'Y' });
  expect(broken(bodyOf(FULL_ORDER, { lossTrackingYn: 'Y' }), trailing)).toEqual([]);
  const withStop = { lossTrackingYn: 'Y', lossCutYn: 'Y', lossCutBarrierPrice: 1.01 };
  expect(broken(bodyOf(FULL_ORDER, withStop), trailing)).toEqual(['CLI-013']);
});

test('CLI-013: a condition that is added breaks the clause on that, and no other', () => {
  const added = { orderPrice: 1.1, lossCutYn: 'Y', lossCutBarrierPrice: 1 };
  expect(broken(bodyOf(ORDER, added), asked(ORDER, { orderPrice: 1.1 }))).toEqual(['TPS-012']);
});

test('CLI-014: a modify has the values that were asked for', () => {
  const facts = asked(ORDER, { orderPrice: 1.25 });
  expect(broken(bodyOf(ORDER, { orderPrice: 1.25 }), facts)).toEqual([]);
  expect(passed(bodyOf(ORDER, { orderPrice: 1.25 }), facts)).toContain('CLI-014');
  expect(broken(JSON.stringify(bodyOf(ORDER, { orderPrice: 1.25 })).replace('1.25', '125e-2'), facts)).toEqual([]);
  expect(broken(bodyOf(ORDER), facts)).toEqual(['CLI-014']);
  expect(broken(bodyOf(ORDER, { orderPrice: 1.2 }), facts)).toEqual(['CLI-014']);
  expect(broken(bodyOf(ORDER, { orderPrice: undefined }), facts)).toEqual(['MOD-041']);
  const off = asked(FULL_ORDER, { lossCutYn: 'N', lossCutBarrierPrice: 0 });
  expect(broken(bodyOf(FULL_ORDER, { lossCutYn: 'N', lossCutBarrierPrice: 0 }), off)).toEqual([]);
  expect(broken(bodyOf(FULL_ORDER), off)).toEqual(['CLI-014']);
});

test('CLI-014: other prices are those of the order', () => {
  const facts = asked(BOTH, { barrierPrice: 1.1 });
  expect(broken(bodyOf(BOTH, { barrierPrice: 1.1 }), facts)).toEqual([]);
  expect(broken(bodyOf(BOTH, { barrierPrice: 1.1, orderPrice: 1.2 }), facts)).toEqual(['CLI-014']);
  expect(broken(bodyOf(BOTH, { barrierPrice: 1.1, orderPrice: 1.2 }), given(BOTH))).toEqual([]);
  // Which fields are mandatory is not shown: nothing is said of a price whose type is not there.
  const untyped = { barrierPrice: 1.1, orderTypeCd: undefined, orderPrice: undefined };
  expect(broken(bodyOf(BOTH, untyped), facts)).toEqual(['CLI-056']);
});

test('CLI-015: a price that is not needed is 0, and there', () => {
  for (const [order, field, clause] of [
    [ORDER, 'barrierPrice', 'MOD-053'],
    [STOP, 'orderPrice', 'MOD-054'],
    [MARKET, 'barrierPrice', 'MOD-051'],
    [MARKET, 'orderPrice', 'MOD-052'],
  ] as const) {
    expect(broken(bodyOf(order), given(order))).toEqual([]);
    expect(passed(bodyOf(order), given(order))).toContain('CLI-015');
    expect(broken(bodyOf(order, { [field]: undefined }), given(order))).toEqual(['CLI-015']);
    expect(broken(bodyOf(order, { [field]: 1 }), given(order))).toEqual([clause]);
  }
  expect(passed(bodyOf(BOTH), given(BOTH))).not.toContain('CLI-015');
});

test('CLI-016: a condition that is switched off has its price 0', () => {
  for (const [name, price, clause] of [
    ['profitRealizationYn', 'profitRealizationBarrierPrice', 'TPS-025'],
    ['lossCutYn', 'lossCutBarrierPrice', 'TPS-026'],
  ] as const) {
    expect(broken(bodyOf(FULL_ORDER, { [name]: 'N', [price]: 0 }), given(FULL_ORDER))).toEqual([]);
    expect(broken(bodyOf(FULL_ORDER, { [name]: 'N' }), given(FULL_ORDER))).toEqual(['CLI-016']);
    expect(broken(bodyOf(FULL_ORDER, { [name]: 'N', [price]: 1 }), given(FULL_ORDER))).toEqual([clause]);
  }
  expect(broken(bodyOf(FULL_ORDER, { lossTrackingYn: 'N' }), given(FULL_ORDER))).toEqual([]);
});

test('CLI-017: no object of a body names a member twice, with whatever values', () => {
  const facts = asked(ORDER, { orderPrice: 1.25 });
  const text = JSON.stringify(bodyOf(ORDER, { orderPrice: 1.25 }));
  const twice = (member: string): string => text.replace('{', `{${member},`);
  for (const member of ['"orderPrice":99999', '"orderPrice":1.25', '"order\\u0050rice":1.25', '"orderNo":"9"']) {
    expect(broken(twice(member), facts), member).toEqual(['CLI-017']);
  }
  expect(broken(text.replace(/\}$/, ',"orderPrice":99999}'), facts)).toEqual(['CLI-017']);
  expect(broken(twice('"more":{"a":1,"a":1}'), facts)).toEqual(['CLI-017', 'CLI-055']);
  expect(broken(twice('"a":1,"A":1,"more":[{"a":1},{"a":1}],"text":"\\"a\\":1,\\"a\\":1"'), facts)).toEqual([
    'CLI-055',
  ]);
  expect(passed(text, facts)).toContain('CLI-017');
  expect(passed(twice('"orderPrice":99999'), facts)).not.toContain('CLI-014');
  expect(broken('[{"a":1,"a":1}]', facts)).toEqual(['MOD-063']);
  const named = conductOf([modifyPassage(twice(`"${TOKEN}":1,"${TOKEN}":2`))], facts);
  expect(JSON.stringify(named.outcomes.get('CLI-017'))).not.toContain(TOKEN);
});

test('ORD-002: an order that was never handed out', () => {
  expect(broken(bodyOf(ORDER, { orderNo: 'none' }), given(ORDER))).toEqual(['ORD-002']);
  expect(broken(bodyOf(ORDER, { orderNo: 'none' }), asked(ORDER, { orderPrice: 1.1 }))).toEqual(['ORD-002']);
  expect(broken(bodyOf(ORDER, { orderNo: 'any' }), UNKNOWN)).toEqual([]);
});

test('where the order is not known, what needs none is judged all the same', () => {
  expect(broken(bodyOf(ORDER, { lossCutYn: 'Y', lossCutBarrierPrice: 1, orderQuantity: 1e9 }), UNKNOWN)).toEqual([]);
  expect(broken(bodyOf(ORDER, { lossCutYn: 'Y' }), UNKNOWN)).toEqual(['TPS-022']);
  expect(broken(bodyOf(ORDER, { orderNo: 5 }), UNKNOWN)).toEqual(['MOD-035']);
  expect(broken(bodyOf(ORDER, { orderNo: true }), UNKNOWN)).toEqual(['MOD-015']);
  expect(broken(bodyOf(ORDER, { orderDateTime: 'yesterday' }), UNKNOWN)).toEqual(['MOD-034']);
  expect(broken(bodyOf(ORDER, { orderDateTime: '2026-01-05 09:00:00+09:00' }), UNKNOWN)).toEqual([]);
  expect(broken(bodyOf(ORDER, { orderNo: undefined }), UNKNOWN)).toEqual(['ORD-004']);
  const { outcomes } = conductOf([modifyPassage(bodyOf(ORDER))], UNKNOWN);
  for (const clause of ['ORD-002', 'ORD-003', 'ORD-005', 'TPS-011', 'CLI-011', 'CLI-012', 'CLI-014']) {
    expect(outcomes.has(clause), clause).toBe(false);
  }
});

test('the order of the task is the one that a body without an orderNo is meant for', () => {
  const facts = asked(ORDER, { orderPrice: 1.1 });
  expect(broken(bodyOf(ORDER, { orderNo: 2026000001, orderPrice: 1.1 }), facts)).toEqual(['MOD-035']);
  expect(broken(bodyOf(ORDER, { orderNo: 7, orderPrice: 1.1 }), facts)).toEqual(['MOD-015']);
});

test('a body that was not kept whole is not judged', () => {
  const passage = modifyPassage('{"orderNo":', { isBodyCut: true });
  expect(conductOf([passage]).broken).toEqual([]);
});

test('bodies that are no object break what they are', () => {
  expect(broken('', given(ORDER))).toEqual(['MOD-061']);
  expect(broken('orderNo=1', given(ORDER))).toEqual(['MOD-062']);
  expect(broken('[]', given(ORDER))).toEqual(['MOD-063']);
  expect(broken('{"a":1,}', given(ORDER))).toEqual(['MOD-064']);
  expect(broken(Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x7d), given(ORDER))).toEqual(['MOD-064']);
  expect(conductOf([modifyPassage(ORDER, { body: null })]).broken).toEqual(['MOD-061']);
});

test('a finding shows the value as it was recorded, and says where it is', () => {
  const { outcomes } = conductOf([modifyPassage(bodyOf(ORDER, { orderPrice: 0, sideCd: TOKEN }))], given(ORDER));
  expect(outcomes.get('MOD-045')?.[0]).toMatchObject({
    finding: {
      cause: 'orderPrice is 0',
      at: 'request body /orderPrice',
      expected: 'a price, which LIMIT needs',
      actual: 'the number 0',
      shown: { method: 'POST' },
    },
  });
  expect(JSON.stringify(outcomes.get('MOD-032'))).toContain('[redacted:token]');
  expect(JSON.stringify([...outcomes])).not.toContain(TOKEN);
});

test('any valid body of any order is let pass', () => {
  const cases = structures().flatMap((structure, index) => {
    const sample = samples[index % samples.length];
    return sample === undefined ? [] : [{ structure, sample, order: sample.order(orderFor(structure)) }];
  });
  const made = fc.constantFrom(...cases).chain((one) =>
    fc.record({
      one: fc.constant(one),
      body: validBody(one.order, one.structure, { band: 0.02, instrument: one.sample.instrument }),
    }),
  );
  fc.assert(
    fc.property(made, ({ one: { order, sample }, body }) => {
      expect(broken(body, given(order, { instrument: () => sample.instrument }))).toEqual([]);
      expect(broken(body, UNKNOWN)).toEqual([]);
      const change = Object.fromEntries(Object.entries(body).filter(([name]) => /Price|Yn$/.test(name)));
      expect(broken(body, asked(order, change))).toEqual([]);
    }),
    { seed: 11, numRuns: 150 },
  );
});

// A client that sends 1e400 sends a number.
for (const clause of BREAKABLE_CLAUSES.filter((id) => id !== 'MOD-090')) {
  test(`${clause}: every body that a service must not take for it breaks what a client breaks by it, and nothing else`, () => {
    const tried = breakages(clause).flatMap((breakage, index) => {
      const sample = samples[index % samples.length];
      if (sample === undefined) return [];
      const request = {
        ...leastOrderFor({ orderTypeCd: 'LIMIT', sideCd: 'BUY', ...breakage.changes }),
        ...breakage.needs,
      };
      const order = asRequested(sample.order(request), request);
      const made = breakage.make(order, sample.instrument);
      if (typeof made === 'string') return [];
      const facts = given(order, { instrument: () => sample.instrument });
      // The order that is meant is known by the task, where the body does not name it.
      const task = { task: 'modify-order', order, change: {} } as const;
      return fc.sample(made, { seed: 3, numRuns: 3 }).map(({ bytes, change }) => {
        expect(
          broken(bytes, { ...facts, task }).filter((id) => !/^CLI-(?:01[345]|05[56])$/.test(id)),
          change,
        ).toEqual(ofClient(breakage, bytes, order));
      });
    });
    expect(tried.length).toBeGreaterThan(0);
  });
}

/** What a service may convert is none of the client's business: it breaks the type, and so on, of the field, as a schema sees it. */
function ofClient(breakage: Breakage, bytes: Uint8Array, order: Order): readonly string[] {
  if (!isConversion(breakage)) return [breakage.clause, breakage.beside ?? []].flat().sort();
  const text = new TextDecoder().decode(bytes);
  if (/:(?:NaN|-?Infinity)[,}]/.test(text)) return ['MOD-064'];
  return clausesBySchema(JSON.parse(text), order).filter((id) => !id.startsWith('additionalProperties'));
}

function isConversion(breakage: Breakage): boolean {
  return departures.includes(breakage) || /^MOD-0(?:8|9)/.test(breakage.clause);
}
