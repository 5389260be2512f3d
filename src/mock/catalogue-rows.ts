/** What instruments of one kind have in common. */
export interface Kind {
  readonly stockGroupCd: 'FOREIGN' | 'INDEX' | 'COMMODITY' | 'CRYPTO';
  readonly lotMultiple: number;
  readonly marginRate: number;
  readonly minOrderQuantity: number;
  readonly maxOrderQuantity: number;
  readonly orderUnit: number;
  /** Open and close from Monday to Friday, and at the week-end. */
  readonly week: readonly [start: string, end: string];
  readonly weekend: readonly [start: string, end: string];
  readonly rows: readonly Row[];
}

export type Row = readonly [
  stockCd: string,
  standardCurrencyCd: string,
  tradeCurrencyCd: string,
  pointUnit: number,
  price: number,
  symbolGroupCd: string,
];

const CLOSED = ['00:00', '00:00'] as const;

const FOREIGN: Kind = {
  stockGroupCd: 'FOREIGN',
  lotMultiple: 100_000,
  marginRate: 0.01,
  minOrderQuantity: 0.01,
  maxOrderQuantity: 100,
  orderUnit: 0.01,
  week: ['06:05', '23:55'],
  weekend: CLOSED,
  rows: [
    ['EUR/USD', 'EUR', 'USD', 0.00001, 1.08412, 'MAJOR'],
    ['USD/JPY', 'USD', 'JPY', 0.001, 151.238, 'MAJOR'],
    ['GBP/USD', 'GBP', 'USD', 0.00001, 1.26355, 'MAJOR'],
    ['USD/CHF', 'USD', 'CHF', 0.00001, 0.90213, 'MAJOR'],
    ['AUD/USD', 'AUD', 'USD', 0.00001, 0.65178, 'MAJOR'],
    ['USD/CAD', 'USD', 'CAD', 0.00001, 1.35844, 'MAJOR'],
    ['NZD/USD', 'NZD', 'USD', 0.00001, 0.60021, 'MAJOR'],
    ['EUR/JPY', 'EUR', 'JPY', 0.001, 163.957, 'MINOR'],
    ['GBP/JPY', 'GBP', 'JPY', 0.001, 191.084, 'MINOR'],
    ['EUR/GBP', 'EUR', 'GBP', 0.00001, 0.85799, 'MINOR'],
    ['AUD/JPY', 'AUD', 'JPY', 0.001, 98.571, 'MINOR'],
    ['USD/KRW', 'USD', 'KRW', 0.01, 1_345.27, 'EXOTIC'],
    ['USD/SGD', 'USD', 'SGD', 0.00001, 1.34672, 'EXOTIC'],
    ['USD/MXN', 'USD', 'MXN', 0.0001, 16.7231, 'EXOTIC'],
  ],
};

const INDEX: Kind = {
  stockGroupCd: 'INDEX',
  lotMultiple: 1,
  marginRate: 0.05,
  minOrderQuantity: 0.1,
  maxOrderQuantity: 50,
  orderUnit: 0.1,
  week: ['07:00', '22:15'],
  weekend: CLOSED,
  rows: [
    ['US30', 'USD', 'USD', 1, 39_127, 'AMERICA'],
    ['US500', 'USD', 'USD', 0.1, 5_211.4, 'AMERICA'],
    ['NAS100', 'USD', 'USD', 0.1, 18_254.6, 'AMERICA'],
    ['GER40', 'EUR', 'EUR', 0.1, 18_161.3, 'EUROPE'],
    ['UK100', 'GBP', 'GBP', 0.1, 7_952.6, 'EUROPE'],
    ['FRA40', 'EUR', 'EUR', 0.1, 8_205.8, 'EUROPE'],
    ['JP225', 'JPY', 'JPY', 1, 40_168, 'ASIA'],
    ['HK50', 'HKD', 'HKD', 1, 16_541, 'ASIA'],
    ['KR200', 'KRW', 'KRW', 0.05, 375.15, 'ASIA'],
  ],
};

const COMMODITY: Kind = {
  stockGroupCd: 'COMMODITY',
  lotMultiple: 100,
  marginRate: 0.1,
  minOrderQuantity: 1,
  maxOrderQuantity: 500,
  orderUnit: 1,
  week: ['08:00', '21:00'],
  weekend: CLOSED,
  rows: [
    ['GOLD', 'XAU', 'USD', 0.01, 2_229.87, 'METAL'],
    ['GOLD.MINI', 'XAU', 'USD', 0.01, 2_229.87, 'METAL'],
    ['SILVER', 'XAG', 'USD', 0.001, 24.963, 'METAL'],
    ['COPPER', 'USD', 'USD', 0.0005, 4.0085, 'METAL'],
    ['WTI', 'USD', 'USD', 0.01, 83.17, 'ENERGY'],
    ['BRENT', 'USD', 'USD', 0.01, 87.48, 'ENERGY'],
    ['NGAS', 'USD', 'USD', 0.001, 1.763, 'ENERGY'],
  ],
};

const CRYPTO: Kind = {
  stockGroupCd: 'CRYPTO',
  lotMultiple: 1,
  marginRate: 0.5,
  minOrderQuantity: 0.001,
  maxOrderQuantity: 20,
  orderUnit: 0.001,
  week: ['00:00', '23:59'],
  weekend: ['00:00', '23:59'],
  rows: [
    ['BTC/USD', 'BTC', 'USD', 0.5, 69_702.5, 'COIN'],
    ['ETH/USD', 'ETH', 'USD', 0.01, 3_511.04, 'COIN'],
    ['XRP/USD', 'XRP', 'USD', 0.00001, 0.61472, 'ALT'],
    ['SOL/USD', 'SOL', 'USD', 0.01, 187.45, 'ALT'],
    ['ADA/USD', 'ADA', 'USD', 0.00001, 0.64811, 'ALT'],
    ['LTC/USD', 'LTC', 'USD', 0.01, 95.62, 'ALT'],
    ['DOGE/USD', 'DOGE', 'USD', 0.00001, 0.20734, 'ALT'],
  ],
};

export const KINDS: readonly Kind[] = [FOREIGN, INDEX, COMMODITY, CRYPTO];
