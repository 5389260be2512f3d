/** A modify body that every rule allows, with all fields of section 2.3. */
export const MODIFY_BODY: Readonly<Record<string, unknown>> = {
  stockCd: 'EURUSD',
  orderTypeCd: 'LIMIT_STOP',
  sideCd: 'BUY',
  orderDateTime: '2026-01-31T09:30:00Z',
  orderNo: '1001',
  orderQuantity: 2,
  barrierPrice: 1.1,
  orderPrice: 1.2,
  profitRealizationYn: 'Y',
  profitRealizationBarrierPrice: 1.3,
  lossCutYn: 'N',
  lossCutBarrierPrice: 0,
  lossTrackingYn: 'N',
};

/** The fields of section 2.7 with their types, as the document's table has them. */
export const INSTRUMENT_FIELDS: Readonly<Record<string, 'string' | 'number' | 'boolean'>> = {
  stockCd: 'string',
  standardCurrencyCd: 'string',
  tradeCurrencyCd: 'string',
  lotMultiple: 'number',
  priceMultiplier: 'number',
  pointUnit: 'number',
  pipUnit: 'number',
  stockGroupCd: 'string',
  symbolGroupCd: 'string',
  isMarginUsage: 'boolean',
  marginRate: 'number',
  isSpreadUsage: 'boolean',
  buySpread: 'number',
  sellSpread: 'number',
  closePrice: 'number',
  monTradeStartTime: 'string',
  monTradeEndTime: 'string',
  tueTradeStartTime: 'string',
  tueTradeEndTime: 'string',
  wedTradeStartTime: 'string',
  wedTradeEndTime: 'string',
  thuTradeStartTime: 'string',
  thuTradeEndTime: 'string',
  friTradeStartTime: 'string',
  friTradeEndTime: 'string',
  satTradeStartTime: 'string',
  satTradeEndTime: 'string',
  sunTradeStartTime: 'string',
  sunTradeEndTime: 'string',
  maxOrderQuantity: 'number',
  minOrderQuantity: 'number',
  orderUnit: 'number',
  marginTypeCode: 'string',
};

const SAMPLE_VALUES = { string: '', number: -0.5, boolean: false };

/** A record with every field of section 2.7 and no other. */
export const INSTRUMENT: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(Object.entries(INSTRUMENT_FIELDS).map(([field, type]) => [field, SAMPLE_VALUES[type]])),
  stockGroupCd: 'INDEX',
};

/** Data of one page, section 2.8. */
export const PAGE: Readonly<Record<string, unknown>> = {
  hasNext: true,
  nextKey: 'k2',
  details: [INSTRUMENT],
  sellPrices: { EURUSD: '1.1' },
  buyPrices: {},
};

/** A copy without one member. */
export function without(value: Readonly<Record<string, unknown>>, member: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== member));
}
