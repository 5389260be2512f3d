/** Order type codes, section 2.1. */
export const ORDER_TYPES = ['MARKET', 'LIMIT', 'STOP', 'LIMIT_STOP'] as const;
export type OrderType = (typeof ORDER_TYPES)[number];

/** Side codes, section 2.2. */
export const SIDES = ['BUY', 'SELL', 'SELL_TO_CLOSE', 'BUY_TO_COVER'] as const;
export type Side = (typeof SIDES)[number];

/** Stock group codes, section 2.6. */
export const STOCK_GROUPS = ['ALL', 'FOREIGN', 'INDEX', 'COMMODITY', 'CRYPTO'] as const;
export type StockGroup = (typeof STOCK_GROUPS)[number];

/** Which prices a type needs, section 2.1; the other one is 0. */
export const PRICES_OF: Readonly<Record<OrderType, { readonly barrierPrice: boolean; readonly orderPrice: boolean }>> =
  {
    MARKET: { barrierPrice: false, orderPrice: false },
    LIMIT: { barrierPrice: false, orderPrice: true },
    STOP: { barrierPrice: true, orderPrice: false },
    LIMIT_STOP: { barrierPrice: true, orderPrice: true },
  };

export type YesNo = 'Y' | 'N';

/**
 * Body of `POST /orders/modify`, section 2.3, in the document's field names and order.
 * The take-profit and stop-loss members are present only where they are to be changed (2.4).
 */
export interface ModifyBody {
  readonly stockCd: string;
  readonly orderTypeCd: OrderType;
  readonly sideCd: Side;
  readonly orderDateTime: string;
  readonly orderNo: string;
  readonly orderQuantity: number;
  readonly barrierPrice: number;
  readonly orderPrice: number;
  readonly profitRealizationYn?: YesNo;
  readonly profitRealizationBarrierPrice?: number;
  readonly lossCutYn?: YesNo;
  readonly lossCutBarrierPrice?: number;
  readonly lossTrackingYn?: YesNo;
}

/** The names of {@link ModifyBody} in the document's order. */
export const MODIFY_FIELDS = [
  ...['stockCd', 'orderTypeCd', 'sideCd', 'orderDateTime', 'orderNo', 'orderQuantity', 'barrierPrice', 'orderPrice'],
  ...['profitRealizationYn', 'profitRealizationBarrierPrice', 'lossCutYn', 'lossCutBarrierPrice', 'lossTrackingYn'],
];

/** An order that the order source handed over: the body's field names with the order's current values. */
export type Order = ModifyBody;

/** What an order is identified by, section 4.2: its orderDateTime and orderNo, a blank between them. */
export function identityOf({ orderDateTime, orderNo }: Pick<Order, 'orderDateTime' | 'orderNo'>): string {
  return `${orderDateTime} ${orderNo}`;
}

/** An order as its source shows it. */
export interface ShownOrder {
  readonly order: Order;
  readonly state: ShownState;
}

/** How an order may be shown: it can be modified, it was filled, or something else became of it, such as that it was cancelled. */
export const SHOWN_STATES = ['unfilled', 'filled', 'closed'] as const;
export type ShownState = (typeof SHOWN_STATES)[number];

/** What an order source is asked for. */
export interface OrderRequest {
  readonly orderTypeCd: OrderType;
  readonly sideCd: Side;
  readonly state: 'unfilled' | 'filled';
  readonly takeProfit: boolean;
  readonly stopLoss: boolean;
  readonly trailing: boolean;
}

/** One record of `data.details`, section 2.7. */
export interface Instrument {
  readonly stockCd: string;
  readonly standardCurrencyCd: string;
  readonly tradeCurrencyCd: string;
  readonly lotMultiple: number;
  readonly priceMultiplier: number;
  readonly pointUnit: number;
  readonly pipUnit: number;
  readonly stockGroupCd: string;
  readonly symbolGroupCd: string;
  readonly isMarginUsage: boolean;
  readonly marginRate: number;
  readonly isSpreadUsage: boolean;
  readonly buySpread: number;
  readonly sellSpread: number;
  readonly closePrice: number;
  readonly monTradeStartTime: string;
  readonly monTradeEndTime: string;
  readonly tueTradeStartTime: string;
  readonly tueTradeEndTime: string;
  readonly wedTradeStartTime: string;
  readonly wedTradeEndTime: string;
  readonly thuTradeStartTime: string;
  readonly thuTradeEndTime: string;
  readonly friTradeStartTime: string;
  readonly friTradeEndTime: string;
  readonly satTradeStartTime: string;
  readonly satTradeEndTime: string;
  readonly sunTradeStartTime: string;
  readonly sunTradeEndTime: string;
  readonly maxOrderQuantity: number;
  readonly minOrderQuantity: number;
  readonly orderUnit: number;
  readonly marginTypeCode: string;
}
