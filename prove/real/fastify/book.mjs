import { instruments } from './stocks.mjs';

/** The orders, in memory, and the rules of sections 2.1 and 2.4. */
export class Book {
  #orders = new Map();

  find(orderNo) {
    const kept = this.#orders.get(orderNo);
    return kept && { ...kept.values, state: kept.state };
  }

  /** Makes an order of the kind that is asked for. */
  place({ orderTypeCd, sideCd, state, takeProfit, stopLoss, trailing }) {
    const number = this.#orders.size + 1;
    const instrument = instruments[number % instruments.length];
    const { pointUnit, closePrice } = instrument;
    const long = sideCd.startsWith('BUY') ? 1 : -1;
    const away = (isThere, fraction) =>
      isThere ? Number((Math.round((closePrice * (1 + fraction)) / pointUnit) * pointUnit).toFixed(6)) : 0;
    const values = {
      ...{ stockCd: instrument.stockCd, orderTypeCd, sideCd },
      ...{ orderDateTime: new Date().toISOString(), orderNo: `F-${String(number).padStart(8, '0')}` },
      orderQuantity: instrument.orderUnit * 2,
      barrierPrice: away(orderTypeCd.includes('STOP'), 0.02 * long),
      orderPrice: away(orderTypeCd.includes('LIMIT'), 0.03 * long),
      profitRealizationYn: takeProfit ? 'Y' : 'N',
      profitRealizationBarrierPrice: away(takeProfit, 0.1 * long),
      lossCutYn: stopLoss ? 'Y' : 'N',
      lossCutBarrierPrice: away(stopLoss, -0.1 * long),
      lossTrackingYn: trailing ? 'Y' : 'N',
    };
    this.#orders.set(values.orderNo, { values, state, instrument, hadTakeProfit: takeProfit, hadStopLoss: stopLoss });
    return values;
  }

  /** Returns why it is refused; null where it is done. */
  modify(body) {
    const kept = this.#orders.get(body.orderNo);
    if (kept === undefined || Date.parse(kept.values.orderDateTime) !== Date.parse(body.orderDateTime)) {
      return 'no such order';
    }
    if (kept.state !== 'unfilled') return 'the order is filled';
    if (['stockCd', 'orderTypeCd', 'sideCd'].some((name) => body[name] !== kept.values[name])) {
      return 'the order is another one';
    }
    const problem =
      quantityProblem(body.orderQuantity, kept.instrument) ??
      priceProblem('barrierPrice', body.barrierPrice, body.orderTypeCd.includes('STOP')) ??
      priceProblem('orderPrice', body.orderPrice, body.orderTypeCd.includes('LIMIT')) ??
      switchProblem('take-profit', body.profitRealizationYn, body.profitRealizationBarrierPrice, kept.hadTakeProfit) ??
      switchProblem('stop-loss', body.lossCutYn, body.lossCutBarrierPrice, kept.hadStopLoss);
    if (problem !== null) return problem;
    if (body.lossTrackingYn === 'Y' && !kept.hadStopLoss) return 'there is no stop-loss to trail';
    for (const name of Object.keys(kept.values)) {
      if (body[name] !== undefined && name !== 'orderDateTime') kept.values[name] = body[name];
    }
    return null;
  }
}

function quantityProblem(quantity, { minOrderQuantity, maxOrderQuantity, orderUnit }) {
  const isInside = quantity >= minOrderQuantity && quantity <= maxOrderQuantity;
  return isInside && quantity % orderUnit === 0 ? null : 'orderQuantity is out of bounds';
}

function priceProblem(name, price, isNeeded) {
  return isNeeded === price > 0 ? null : `${name} ${isNeeded ? 'is required' : 'has to be 0'}`;
}

function switchProblem(name, yn, price = 0, had = false) {
  if ((yn === 'Y' || price > 0) && !had) return `the order has no ${name}`;
  if (yn !== undefined && (yn === 'Y') !== price > 0) return `the price of the ${name} does not go with ${yn}`;
  return null;
}
