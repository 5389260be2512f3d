import { roundTo } from './decimal.js';
import { INSTRUMENTS } from './instruments.js';
import { ORDER_TYPES, SIDES, type OrderLogs, type Terms } from './order-log.js';
import { Problem } from './problem.js';

/** What is asked of the order source, see docs/settings.md. */
type Wish = Pick<Terms, 'orderTypeCd' | 'sideCd'> & {
  readonly state: 'unfilled' | 'filled';
  readonly takeProfit: boolean;
  readonly stopLoss: boolean;
  readonly trailing: boolean;
};

function isWish(json: unknown): json is Wish {
  if (typeof json !== 'object' || json === null) return false;
  const { orderTypeCd, sideCd, state } = json as Wish;
  return ORDER_TYPES.includes(orderTypeCd) && SIDES.includes(sideCd) && ['unfilled', 'filled'].includes(state);
}

/** Two days on which numbers are given out alike: each number stands for two orders, of different moments. */
function identify(count: number): Pick<Terms, 'orderDateTime' | 'orderNo'> {
  const [day, serial] = [count % 2, Math.floor(count / 2)];
  const moment = new Date(Date.UTC(2026, 2, 3 + day, 0, 10) + serial * 1370 + day * 417).toISOString().slice(0, 23);
  return { orderDateTime: `${moment}+09:00`, orderNo: `${900719925474099300n + BigInt(serial)}` };
}

function termsOf({ orderTypeCd, sideCd, takeProfit, stopLoss, trailing }: Wish, count: number): Terms {
  const instrument = INSTRUMENTS[(count * 7) % INSTRUMENTS.length] ?? INSTRUMENTS[0];
  if (instrument === undefined) throw new Error('There are no instruments.');
  const { stockCd, step, close, quantities } = instrument;
  const up = sideCd.startsWith('BUY') ? 1 : -1;
  const at = (share: number): number => roundTo(close * (1 + up * share), step);
  return {
    ...{ stockCd, orderTypeCd, sideCd, ...identify(count) },
    orderQuantity: roundTo(quantities[0] * (2 + (count % 5)), quantities[0]),
    barrierPrice: orderTypeCd.endsWith('STOP') ? at(0.04) : 0,
    orderPrice: orderTypeCd.startsWith('LIMIT') ? at(-0.06) : 0,
    profit: takeProfit ? at(0.11) : null,
    loss: stopLoss ? at(-0.13) : null,
    tracking: trailing,
  };
}

/** Places an order for tests, which is the order source of this service. */
export class OrderDesk {
  readonly #logs: OrderLogs;
  #count = 0;

  constructor(logs: OrderLogs) {
    this.#logs = logs;
  }

  place(wish: unknown): Record<string, unknown> {
    if (!isWish(wish)) throw new Problem(400, 'Unfit wish', 'no order can be like that');
    const { profit, loss, tracking, ...terms } = termsOf(wish, (this.#count += 1));
    this.#logs.open({ profit, loss, tracking, ...terms });
    if (wish.state === 'filled') this.#logs.append(terms.orderDateTime, terms.orderNo, [{ kind: 'filled' }]);
    return {
      ...terms,
      profitRealizationYn: profit === null ? 'N' : 'Y',
      profitRealizationBarrierPrice: profit ?? 0,
      lossCutYn: loss === null ? 'N' : 'Y',
      lossCutBarrierPrice: loss ?? 0,
      lossTrackingYn: tracking ? 'Y' : 'N',
      state: wish.state,
    };
  }
}
