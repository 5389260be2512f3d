/** Code, group, pointUnit, closePrice. */
const ROWS = [
  ['USD/JPY', 'FOREIGN', 0.001, 151.25],
  ['EUR/USD', 'FOREIGN', 0.00001, 1.08512],
  ['GBP/JPY', 'FOREIGN', 0.001, 191.772],
  ['AUD/USD', 'FOREIGN', 0.00001, 0.65431],
  ['JP225', 'INDEX', 1, 38915],
  ['US500', 'INDEX', 0.1, 5206.3],
  ['GOLD', 'COMMODITY', 0.1, 2326.5],
  ['CORN', 'COMMODITY', 0.25, 434.25],
  ['BTC/JPY', 'CRYPTO', 1, 10512345],
  ['XRP/JPY', 'CRYPTO', 0.001, 89.512],
] as const;

/** The records of section 2.7 that every service of this folder has. */
export function instruments(): readonly object[] {
  return ROWS.map(([stockCd, stockGroupCd, pointUnit, closePrice]) => ({
    ...{ stockCd, standardCurrencyCd: stockCd.slice(0, 3), tradeCurrencyCd: stockCd.slice(-3) },
    ...{ lotMultiple: 1, priceMultiplier: 1, pointUnit, pipUnit: pointUnit * 10 },
    ...{ stockGroupCd, symbolGroupCd: `${stockGroupCd}-1`, isMarginUsage: true, marginRate: 0.04 },
    ...{ isSpreadUsage: true, buySpread: 2, sellSpread: 2, closePrice },
    ...Object.fromEntries(
      ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].flatMap((day) => [
        [`${day}TradeStartTime`, '07:10'],
        [`${day}TradeEndTime`, '06:50'],
      ]),
    ),
    ...{ maxOrderQuantity: 500, minOrderQuantity: 1, orderUnit: 1, marginTypeCode: 'CROSS' },
  }));
}
