import { expect, test } from '@playwright/test';
import { SIDES } from '../../../src/contract/order.js';
import { validatorFor } from '../../../src/contract/schemas.js';
import { misjudged, type Case } from './misjudged.js';
import { MODIFY_BODY, without } from './samples.js';

/** The shortest body of a type, with the members given; `undefined` leaves one out. */
function body(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const identity = { orderDateTime: '2026-01-31T09:30:00Z', orderNo: '1' };
  const all: Readonly<Record<string, unknown>> = { orderTypeCd: 'MARKET', ...identity, ...members };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

test.describe('modify request, section 2.1', () => {
  const table = [
    { orderTypeCd: 'MARKET', barrierPrice: false, orderPrice: false },
    { orderTypeCd: 'LIMIT', barrierPrice: false, orderPrice: true },
    { orderTypeCd: 'STOP', barrierPrice: true, orderPrice: false },
    { orderTypeCd: 'LIMIT_STOP', barrierPrice: true, orderPrice: true },
  ];
  const prices = [undefined, 0, 1.5, -1.5, 1e-9];
  const fits = (price: number | undefined, needed: boolean) => (needed ? price !== undefined && price !== 0 : !price);

  for (const { orderTypeCd, ...needed } of table) {
    test(`${orderTypeCd} takes exactly the prices of its row`, async () => {
      const cases = prices.flatMap((barrierPrice) =>
        prices.map((orderPrice): Case => {
          const valid = fits(barrierPrice, needed.barrierPrice) && fits(orderPrice, needed.orderPrice);
          return [body({ orderTypeCd, barrierPrice, orderPrice }), valid];
        }),
      );
      expect(cases.some(([, valid]) => valid)).toBe(true);
      expect(await misjudged('modify-request', cases)).toEqual([]);
    });
  }

  test('another order type, or none, is refused', async () => {
    const types = [undefined, null, '', 'limit', 'LIMIT ', 'MARKET_STOP', 1, ['MARKET']];
    const cases = types.map((orderTypeCd): Case => [body({ orderTypeCd }), false]);
    expect(await misjudged('modify-request', cases)).toEqual([]);
  });

  test('a broken row is explained by the rule and the price', () => {
    expect(validatorFor('modify-request')(body({ orderTypeCd: 'LIMIT', orderPrice: 0, barrierPrice: 2 }))).toEqual([
      expect.objectContaining({ pointer: '/barrierPrice', expected: 'the number 0', actual: 'the number 2' }),
      expect.objectContaining({
        pointer: '/orderPrice',
        keyword: 'not',
        expected: 'anything but the number 0',
        actual: 'the number 0',
        rule: 'a LIMIT order needs orderPrice; barrierPrice is 0 or left out (2.1)',
      }),
    ]);
  });
});

test.describe('modify request, section 2.4', () => {
  const switches = [
    ['profitRealizationYn', 'profitRealizationBarrierPrice'],
    ['lossCutYn', 'lossCutBarrierPrice'],
  ] as const;
  for (const [yn, price] of switches) {
    test(`${yn} Y needs its price, N needs it to be 0, and without the switch any price may stand`, async () => {
      const cases: Case[] = [
        [body({ [yn]: 'Y', [price]: 1.5 }), true],
        [body({ [yn]: 'Y', [price]: -1.5 }), true],
        [body({ [yn]: 'Y', [price]: 0 }), false],
        [body({ [yn]: 'Y' }), false],
        [body({ [yn]: 'Y', [price]: null }), false],
        [body({ [yn]: 'Y', [price]: '1.5' }), false],
        [body({ [yn]: 'N', [price]: 0 }), true],
        [body({ [yn]: 'N', [price]: 1.5 }), false],
        [body({ [yn]: 'N' }), false],
        [body({ [yn]: 'N', [price]: null }), false],
        [body({ [yn]: 'N', [price]: '0' }), false],
        [body({ [price]: 1.5 }), true],
        [body({ [price]: 0 }), true],
        [body({}), true],
        ...['y', 'n', '', 'YES', true, false, null, 1].map((value): Case => [body({ [yn]: value, [price]: 0 }), false]),
      ];
      expect(await misjudged('modify-request', cases)).toEqual([]);
    });
  }

  test('the two switches do not lean on each other', async () => {
    const cases: Case[] = [
      [body({ profitRealizationYn: 'Y', lossCutBarrierPrice: 1 }), false],
      [
        body({ profitRealizationYn: 'Y', profitRealizationBarrierPrice: 1, lossCutYn: 'N', lossCutBarrierPrice: 0 }),
        true,
      ],
      [
        body({ profitRealizationYn: 'Y', profitRealizationBarrierPrice: 1, lossCutYn: 'N', lossCutBarrierPrice: 1 }),
        false,
      ],
      [
        body({ profitRealizationYn: 'N', profitRealizationBarrierPrice: 0, lossCutYn: 'Y', lossCutBarrierPrice: 1 }),
        true,
      ],
    ];
    expect(await misjudged('modify-request', cases)).toEqual([]);
  });

  test('lossTrackingYn is Y or N and asks for nothing else', async () => {
    const cases: Case[] = [
      [body({ lossTrackingYn: 'Y' }), true],
      [body({ lossTrackingYn: 'N' }), true],
      ...['y', '', true, null, 0].map((lossTrackingYn): Case => [body({ lossTrackingYn }), false]),
    ];
    expect(await misjudged('modify-request', cases)).toEqual([]);
  });
});

test.describe('modify request, section 2.3', () => {
  test('only the identity of the order and its type are required of every body', async () => {
    const required = [
      'orderTypeCd',
      'orderDateTime',
      'orderNo',
      'barrierPrice',
      'orderPrice',
      'profitRealizationBarrierPrice',
    ];
    const cases = Object.keys(MODIFY_BODY).map((field): Case => {
      const needed = required.includes(field) || field === 'lossCutBarrierPrice'; // the prices by 2.1 and 2.4
      return [without(MODIFY_BODY, field), !needed];
    });
    expect(await misjudged('modify-request', [[MODIFY_BODY, true], ...cases])).toEqual([]);
  });

  test('each field has the type of the table', async () => {
    const numbers = [
      'orderQuantity',
      'barrierPrice',
      'orderPrice',
      'profitRealizationBarrierPrice',
      'lossCutBarrierPrice',
    ];
    const cases = Object.keys(MODIFY_BODY).flatMap((field) => {
      const wrong = [null, true, [], {}, numbers.includes(field) ? '1' : 1];
      return wrong.map((value): Case => [{ ...MODIFY_BODY, [field]: value }, false]);
    });
    expect(await misjudged('modify-request', cases)).toEqual([]);
  });

  test('codes are those of the tables, and texts that identify are not empty', async () => {
    const change = (member: object, valid: boolean): Case => [{ ...MODIFY_BODY, ...member }, valid];
    const cases = [
      ...SIDES.map((sideCd) => change({ sideCd }, true)),
      ...['', 'buy', 'HOLD'].map((sideCd) => change({ sideCd }, false)),
      ...['stockCd', 'orderNo'].map((field) => change({ [field]: '' }, false)),
      ...[0, -1, 0.001, 1e300].map((orderQuantity) => change({ orderQuantity }, true)),
    ];
    expect(await misjudged('modify-request', cases)).toEqual([]);
  });

  test('orderDateTime is an ISO 8601 timestamp', async () => {
    const good = ['2026-01-31T09:30', '2024-02-29T23:59:60Z', '2026-01-31T09:30:00.123456789+09:00'];
    const alsoGood = ['2026-01-31T09:30:00,5-0330', '2026-01-31T09:30:00+09', '20260131T093000Z', '20260131T0930+0900'];
    const bad = ['', '2026-01-31', '2026-01-31 09:30:00', '2026-02-29T00:00:00Z', '2026-13-01T00:00:00Z', 'T', 'now'];
    const alsoBad = ['2026-01-31T24:00:00Z', '2026-01-31T09:60:00Z', '2026-01-31t09:30:00z', '2026-1-31T09:30:00Z'];
    const mixed = [
      '2026-01-31T093000Z',
      '20260131T09:30:00Z',
      '2026-01-31T09:30:00.Z',
      '2026-01-31T09:30:00+24:00',
      '1769851800',
    ];
    const cases = [
      ...[...good, ...alsoGood].map((orderDateTime): Case => [body({ orderDateTime }), true]),
      ...[...bad, ...alsoBad, ...mixed].map((orderDateTime): Case => [body({ orderDateTime }), false]),
    ];
    expect(await misjudged('modify-request', cases)).toEqual([]);
  });

  test('the body is closed and an object', async () => {
    const values = [{ ...MODIFY_BODY, orderprice: 1 }, {}, null, [], [MODIFY_BODY], 'text', 0];
    const cases = values.map((value): Case => [value, false]);
    expect(await misjudged('modify-request', cases)).toEqual([]);
    expect(validatorFor('modify-request')({ ...MODIFY_BODY, orderprice: 'secret' })).toEqual([
      {
        pointer: '/orderprice',
        keyword: 'additionalProperties',
        schemaPointer: '#/additionalProperties',
        expected: 'absent',
        actual: 'present',
      },
    ]);
  });
});
