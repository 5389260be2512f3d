/** What of an instrument is out of the ordinary, and as legal as EUR/USD at 1.08412. */
export interface OddInstrument {
  readonly stockCd: string;
  readonly pointUnit: number;
  readonly closePrice: number;
}

const USUAL = { pointUnit: 0.00001, closePrice: 1.08412 };

/** With characters that mean something in JSON, in a URL, or in both. */
export const TO_ESCAPE: OddInstrument = { ...USUAL, stockCd: 'S&P "500"\\US+1#50% ?=/' };

/** With letters of one, two and three bytes, and one beyond the first plane. */
export const BEYOND_ASCII: OddInstrument = { ...USUAL, stockCd: 'é키\u{1F4B6}/USD' };

/** Worth so little that its prices are written with an exponent. */
export const TINY: OddInstrument = { stockCd: 'SHIB/USD', pointUnit: 1e-12, closePrice: 0.000012345678 };

/** Of many digits, before the point and after it. */
export const LONG: OddInstrument = { stockCd: 'BTC/KRW', pointUnit: 1e-6, closePrice: 98765432.123457 };
