const price = { type: 'number', minimum: 0 };
const yesOrNo = { type: 'string', enum: ['Y', 'N'] };

/** The body of section 2.3, and the rules of 2.1. */
export const modifySchema = {
  body: {
    type: 'object',
    required: ['stockCd', 'orderTypeCd', 'sideCd', 'orderDateTime', 'orderNo', 'orderQuantity'],
    properties: {
      stockCd: { type: 'string', minLength: 1 },
      orderTypeCd: { type: 'string', enum: ['MARKET', 'LIMIT', 'STOP', 'LIMIT_STOP'] },
      sideCd: { type: 'string', enum: ['BUY', 'SELL', 'SELL_TO_CLOSE', 'BUY_TO_COVER'] },
      orderDateTime: { type: 'string', format: 'date-time' },
      orderNo: { type: 'string', minLength: 1 },
      orderQuantity: { type: 'number', exclusiveMinimum: 0 },
      barrierPrice: { ...price, default: 0 },
      orderPrice: { ...price, default: 0 },
      profitRealizationYn: yesOrNo,
      profitRealizationBarrierPrice: price,
      lossCutYn: yesOrNo,
      lossCutBarrierPrice: price,
      lossTrackingYn: yesOrNo,
    },
  },
};

/** The query of section 4.3. */
export const listSchema = {
  querystring: {
    type: 'object',
    properties: {
      stockGroupCd: { type: 'string', enum: ['ALL', 'FOREIGN', 'INDEX', 'COMMODITY', 'CRYPTO'], default: 'ALL' },
      stockCd: { type: 'string', default: '' },
      nextKey: { type: 'string', default: '' },
    },
  },
};
