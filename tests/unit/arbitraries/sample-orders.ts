import type { Instrument, Order, OrderRequest } from '../../../src/contract/order.js';

/** One instrument with an order of it: prices, quantity and spelling differ in what trips generators up. */
export interface Sample {
  readonly instrument: Instrument;
  readonly order: (request: Partial<OrderRequest>) => Order;
}

const TRADE_TIMES = {
  ...{ monTradeStartTime: '06:05', monTradeEndTime: '23:55', tueTradeStartTime: '06:05', tueTradeEndTime: '23:55' },
  ...{ wedTradeStartTime: '06:05', wedTradeEndTime: '23:55', thuTradeStartTime: '06:05', thuTradeEndTime: '23:55' },
  ...{ friTradeStartTime: '06:05', friTradeEndTime: '23:55', satTradeStartTime: '00:00', satTradeEndTime: '00:00' },
  ...{ sunTradeStartTime: '00:00', sunTradeEndTime: '00:00' },
};

type Bounds = Pick<
  Instrument,
  'stockCd' | 'pointUnit' | 'closePrice' | 'minOrderQuantity' | 'maxOrderQuantity' | 'orderUnit'
>;

/** Samples: five decimals, a whole number, a step of a half, and codes and numbers of digits. */
export const samples: readonly Sample[] = [
  sample(
    {
      stockCd: 'EUR/USD',
      pointUnit: 0.00001,
      closePrice: 1.08412,
      minOrderQuantity: 0.02,
      maxOrderQuantity: 100,
      orderUnit: 0.01,
    },
    { orderNo: '2026000001', orderDateTime: '2026-01-05T09:00:00.120+09:00', orderQuantity: 0.35 },
  ),
  sample(
    {
      stockCd: '005930',
      pointUnit: 100,
      closePrice: 71_400,
      minOrderQuantity: 10,
      maxOrderQuantity: 5_000,
      orderUnit: 10,
    },
    { orderNo: '9000000000000000017', orderDateTime: '20260105T090000Z', orderQuantity: 120 },
  ),
  sample(
    {
      stockCd: 'BTC/USD',
      pointUnit: 0.5,
      closePrice: 69_702.5,
      minOrderQuantity: 0.001,
      maxOrderQuantity: 20,
      orderUnit: 0.001,
    },
    { orderNo: 'ORD-20260105-0a3f', orderDateTime: '2026-01-05T09:00Z', orderQuantity: 1.007 },
  ),
  sample(
    {
      stockCd: '8',
      pointUnit: 1e-7,
      closePrice: 0.000_031_2,
      minOrderQuantity: 3,
      maxOrderQuantity: 9_000_000,
      orderUnit: 3,
    },
    { orderNo: '7', orderDateTime: '2026-02-28T23:59:59', orderQuantity: 33 },
  ),
];

function sample(bounds: Bounds, identity: Pick<Order, 'orderNo' | 'orderDateTime' | 'orderQuantity'>): Sample {
  const instrument: Instrument = {
    ...bounds,
    ...TRADE_TIMES,
    ...{
      standardCurrencyCd: 'USD',
      tradeCurrencyCd: 'USD',
      lotMultiple: 1,
      priceMultiplier: 1,
      pipUnit: bounds.pointUnit,
    },
    ...{ stockGroupCd: 'FOREIGN', symbolGroupCd: 'MAJOR', isMarginUsage: true, marginRate: 0.01, isSpreadUsage: true },
    ...{ buySpread: 1, sellSpread: 1, marginTypeCode: 'CROSS' },
  };
  return { instrument, order: (request) => orderOf(instrument, identity, request) };
}

function orderOf(
  { stockCd, closePrice, pointUnit }: Instrument,
  identity: Pick<Order, 'orderNo' | 'orderDateTime' | 'orderQuantity'>,
  {
    orderTypeCd = 'LIMIT',
    sideCd = 'BUY',
    takeProfit = false,
    stopLoss = false,
    trailing = false,
  }: Partial<OrderRequest>,
): Order {
  const at = (fraction: number): number =>
    Number((Math.round((closePrice * fraction) / pointUnit) * pointUnit).toFixed(7));
  return {
    ...{ stockCd, orderTypeCd, sideCd, ...identity },
    barrierPrice: orderTypeCd.includes('STOP') ? at(1.01) : 0,
    orderPrice: orderTypeCd.includes('LIMIT') ? at(1.03) : 0,
    ...(takeProfit && { profitRealizationYn: 'Y', profitRealizationBarrierPrice: at(1.1) }),
    ...(stopLoss && { lossCutYn: 'Y', lossCutBarrierPrice: at(0.93), lossTrackingYn: trailing ? 'Y' : 'N' }),
  };
}
