import type { Instrument } from '../../contract/order.js';
import type { Fault } from '../behaviour.js';
import { buyPriceOf, sellPriceOf } from '../catalogue.js';
import { fault } from './make-fault.js';
import { data, isByCode, isOf } from './make-lookup-fault.js';

/** Faults in the data of the lookup, section 2.8. */
export const PAGE_FAULTS: readonly Fault[] = [
  data(['has-next-as-yn', 'LKP-011', 'Gives hasNext as N on the last page.'], ({ hasNext }) =>
    hasNext ? {} : { hasNext: 'N' },
  ),
  data(['has-next-missing', 'LKP-011', 'Leaves hasNext out where nothing was found.'], ({ instruments }) =>
    instruments.length === 0 ? { hasNext: undefined } : {},
  ),
  data(['has-next-null-by-code', 'LKP-011', 'Gives null for hasNext where a stockCd was sent.'], (_, call) =>
    isByCode(call) ? { hasNext: null } : {},
  ),
  data(['has-next-as-count', 'LKP-011', 'Gives as hasNext how many are left, in FOREIGN.'], ({ hasNext, end }, call) =>
    isOf('FOREIGN', call) ? { hasNext: hasNext ? end : 0 } : {},
  ),
  fault(['key-as-number', 'LKP-012', 'Gives nextKey as a number.'], (before) => ({
    readKey: (call, key) => (/^[1-9]\d*$/.test(key) ? Number(key) : before.readKey(call, key)),
    pageData: (call, page) => ({
      ...(before.pageData(call, page) as object),
      nextKey: page.hasNext ? page.end : '',
    }),
  })),
  data(['third-key-null', 'LKP-012', 'Gives null for the third nextKey of a walk.'], ({ hasNext, end }) =>
    hasNext && end === 30 ? { nextKey: null } : {},
  ),
  data(['last-key-null', 'LKP-013', 'Gives null for the nextKey of the last page.'], ({ hasNext }) =>
    hasNext ? {} : { nextKey: null },
  ),
  data(['last-key-zero', 'LKP-013', 'Ends a walk of CRYPTO with the number 0 for nextKey.'], ({ hasNext }, call) =>
    !hasNext && isOf('CRYPTO', call) ? { nextKey: 0 } : {},
  ),
  data(
    ['last-key-missing', 'LKP-013', 'Leaves nextKey out where everything is on one page.'],
    ({ hasNext, end, instruments }) => (!hasNext && end === instruments.length ? { nextKey: undefined } : {}),
  ),
  data(['details-null', 'LKP-014', 'Gives null for details where nothing was found.'], ({ instruments }) =>
    instruments.length === 0 ? { details: null } : {},
  ),
  fault(['sole-record-in-no-array', 'LKP-014', 'Gives a sole record as it is, in no array.'], (before) => ({
    pageData: (call, page) => {
      const right = before.pageData(call, page) as { details: unknown[] };
      return right.details.length === 1 ? { ...right, details: right.details[0] } : right;
    },
  })),
  fault(['records-by-number', 'LKP-014', 'Gives details as an object on later pages.'], (before) => ({
    pageData: (call, page) => {
      const right = before.pageData(call, page) as { details: unknown[] };
      return call.position > 0 ? { ...right, details: Object.fromEntries(right.details.entries()) } : right;
    },
  })),
  fault(
    ['null-record', 'LKP-014', 'Ends the details of the last page with null, unless there are none.'],
    (before) => ({
      pageData: (call, page) => {
        const right = before.pageData(call, page) as { details: unknown[] };
        return page.hasNext || right.details.length === 0 ? right : { ...right, details: [...right.details, null] };
      },
    }),
  ),
  fault(['sell-price-null', 'LKP-015', 'Gives null for the sell price of an instrument without spread.'], () => ({
    sellPricesOf: (_, { instruments }) => pricesBy(instruments, (one) => (one.isSpreadUsage ? sellPriceOf(one) : null)),
  })),
  fault(['sell-prices-in-array', 'LKP-015', 'Gives sellPrices as an array where nothing was found.'], (before) => ({
    sellPricesOf: (call, page) => (page.instruments.length === 0 ? [] : before.sellPricesOf(call, page)),
  })),
  fault(['whole-sell-price-as-number', 'LKP-015', 'Gives sell prices without decimals as numbers.'], () => ({
    sellPricesOf: (_, { instruments }) =>
      pricesBy(instruments, (one) => (one.pointUnit === 1 ? Number(sellPriceOf(one)) : sellPriceOf(one))),
  })),
  fault(['buy-price-as-number', 'LKP-016', 'Gives the values of buyPrices as numbers.'], () => ({
    buyPricesOf: (_, { instruments }) => pricesBy(instruments, (one) => Number(buyPriceOf(one))),
  })),
  data(['buy-prices-missing', 'LKP-016', 'Leaves buyPrices out on the last page.'], ({ hasNext }) =>
    hasNext ? {} : { buyPrices: undefined },
  ),
  data(['buy-prices-null-by-code', 'LKP-016', 'Gives null for buyPrices where a stockCd was sent.'], (_, call) =>
    isByCode(call) ? { buyPrices: null } : {},
  ),
];

function pricesBy(instruments: readonly Instrument[], priceOf: (instrument: Instrument) => unknown): unknown {
  return Object.fromEntries(instruments.map((instrument) => [instrument.stockCd, priceOf(instrument)]));
}
