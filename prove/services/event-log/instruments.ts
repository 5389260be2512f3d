import { roundTo } from './decimal.js';

export type Group = 'FOREIGN' | 'INDEX' | 'COMMODITY' | 'CRYPTO';

/** What an order can be placed in. */
export interface Instrument {
  readonly stockCd: string;
  readonly group: Group;
  /** Currency bought, and currency paid with. */
  readonly currencies: readonly [string, string];
  /** Smallest step of a price. */
  readonly step: number;
  readonly close: number;
  /** Smallest quantity, which is also the step, and largest. */
  readonly quantities: readonly [number, number];
}

function instrument(
  group: Group,
  stockCd: string,
  [base, quote, close, step]: readonly [string, string, number, number],
  quantities: readonly [number, number],
): Instrument {
  return { stockCd, group, currencies: [base, quote], step, close, quantities };
}

/** 20 instruments on 5 full pages; FOREIGN and CRYPTO, too, end with a full page. Codes hold what a URL must encode. */
export const INSTRUMENTS: readonly Instrument[] = [
  instrument('CRYPTO', 'BTC~USD', ['BTC', 'USD', 67412.5, 0.5], [0.001, 12.5]),
  instrument('FOREIGN', 'EUR/USD', ['EUR', 'USD', 1.08455, 0.00005], [100, 2000000]),
  instrument('FOREIGN', 'USD/JPY', ['USD', 'JPY', 151.255, 0.005], [100, 2000000]),
  instrument('INDEX', 'S&P 500', ['SPX', 'USD', 5241.75, 0.25], [0.1, 300]),
  instrument('COMMODITY', 'WTI+', ['WTI', 'USD', 81.37, 0.01], [5, 4000]),
  instrument('CRYPTO', 'ETH~USD', ['ETH', 'USD', 3180.2, 0.1], [0.01, 250]),
  instrument('FOREIGN', 'GBP/USD', ['GBP', 'USD', 1.26315, 0.00005], [100, 2000000]),
  instrument('INDEX', 'DAX 40', ['DAX', 'EUR', 18477, 1], [0.1, 300]),
  instrument('FOREIGN', 'EUR/GBP', ['EUR', 'GBP', 0.8561, 0.0001], [100, 2000000]),
  instrument('COMMODITY', 'XAU=', ['XAU', 'USD', 2233.4, 0.1], [1, 900]),
  instrument('INDEX', '日経225', ['NKY', 'JPY', 40370, 10], [1, 50]),
  instrument('FOREIGN', 'AUD/NZD', ['AUD', 'NZD', 1.0904, 0.0001], [100, 1500000]),
  instrument('CRYPTO', 'SHIB~USD', ['SHIB', 'USD', 0.00002417, 0.00000001], [10000, 90000000]),
  instrument('FOREIGN', 'USD/CHF', ['USD', 'CHF', 0.9013, 0.0001], [100, 2000000]),
  instrument('INDEX', 'FTSE%100', ['UKX', 'GBP', 7952.5, 0.5], [0.1, 300]),
  instrument('COMMODITY', 'Coffee "C"', ['KC', 'USD', 188.85, 0.05], [10, 700]),
  instrument('FOREIGN', 'USD/TRY', ['USD', 'TRY', 32.3471, 0.0001], [500, 400000]),
  instrument('CRYPTO', 'XRP~USD', ['XRP', 'USD', 0.6218, 0.0002], [10, 800000]),
  instrument('INDEX', 'VIX', ['VIX', 'USD', 13.02, 0.01], [1, 5000]),
  instrument('FOREIGN', 'USD/KRW', ['USD', 'KRW', 1348, 1], [1000, 900000]),
];

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

function tradeTimes(group: Group): Record<string, string> {
  const hours = DAYS.flatMap((day): [string, string][] => {
    const closed = group !== 'CRYPTO' && (day === 'sat' || day === 'sun');
    const [start, end] = group === 'CRYPTO' ? ['T0000', 'T2400'] : ['T0705', day === 'fri' ? 'T2155' : 'T3055'];
    return [
      [`${day}TradeStartTime`, closed ? '' : start],
      [`${day}TradeEndTime`, closed ? '' : end],
    ];
  });
  return Object.fromEntries(hours);
}

/** An instrument as the lookup shows it, with members beyond those of the document. */
export function recordOf(instrument: Instrument): Record<string, unknown> {
  const { stockCd, group, currencies, step, close, quantities } = instrument;
  return {
    caption: `${stockCd} (${currencies.join(' in ')})`,
    stockGroupCd: group,
    symbolGroupCd: group === 'FOREIGN' && currencies[1] !== 'USD' ? 'CROSS' : `${group[0] ?? ''}1`,
    stockCd,
    tradeCurrencyCd: currencies[0],
    standardCurrencyCd: currencies[1],
    lotMultiple: group === 'FOREIGN' ? 1e5 : 1,
    priceMultiplier: 1,
    pointUnit: step,
    pipUnit: roundTo(step * 10, step),
    isMarginUsage: true,
    marginRate: group === 'CRYPTO' ? 0.5 : 0.05,
    isSpreadUsage: group !== 'INDEX',
    buySpread: 0,
    sellSpread: -1.5,
    closePrice: close,
    ...tradeTimes(group),
    minOrderQuantity: quantities[0],
    maxOrderQuantity: quantities[1],
    orderUnit: quantities[0],
    marginTypeCode: '',
    tags: [],
  };
}
