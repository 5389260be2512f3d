import type { Instrument } from '../contract/order.js';
import { KINDS, type Kind, type Row } from './catalogue-rows.js';
import { decimalsOf, onGrid } from './grid.js';
import { hashOf } from './hash.js';

/** Of the reference service where no other is asked for, as of the embedded one. */
export const USUAL_SEED = 1;

/** The instruments of one service, fixed at its start, with their prices. */
export interface Catalogue {
  readonly instruments: readonly Instrument[];
  readonly byCode: ReadonlyMap<string, Instrument>;
}

const ROWS = KINDS.flatMap((kind) => kind.rows.map((row) => ({ kind, row })));

/**
 * Makes a catalogue, the same for the same arguments.
 *
 * @param count - how many instruments; the 37 with real names come first, then copies of them numbered from `.0001`
 */
export function makeCatalogue(seed: number, count = ROWS.length): Catalogue {
  const instruments = Array.from({ length: count }, (_, index) => {
    const { kind, row } = ROWS[index % ROWS.length] as (typeof ROWS)[number];
    const copy = Math.floor(index / ROWS.length);
    const stockCd = copy === 0 ? row[0] : `${row[0]}.${String(copy).padStart(4, '0')}`;
    return makeInstrument(seed, stockCd, kind, row);
  });
  return catalogueOf(instruments);
}

/** A catalogue of these and no others. */
export function catalogueOf(instruments: readonly Instrument[]): Catalogue {
  return { instruments, byCode: new Map(instruments.map((instrument) => [instrument.stockCd, instrument])) };
}

/** The price at which one sells now, as the decimal string of `sellPrices`. */
export function sellPriceOf({ closePrice, pointUnit, sellSpread }: Instrument): string {
  return (closePrice - sellSpread * pointUnit).toFixed(decimalsOf(pointUnit));
}

/** The price at which one buys now, as the decimal string of `buyPrices`. */
export function buyPriceOf({ closePrice, pointUnit, buySpread }: Instrument): string {
  return (closePrice + buySpread * pointUnit).toFixed(decimalsOf(pointUnit));
}

function makeInstrument(seed: number, stockCd: string, kind: Kind, row: Row): Instrument {
  const [, standardCurrencyCd, tradeCurrencyCd, pointUnit, price, symbolGroupCd] = row;
  const hash = hashOf(`${seed} ${stockCd}`);
  const hasSpread = hash % 5 !== 0;
  return {
    stockCd,
    standardCurrencyCd,
    tradeCurrencyCd,
    lotMultiple: kind.lotMultiple,
    priceMultiplier: 1,
    pointUnit,
    pipUnit: onGrid(pointUnit * 10, pointUnit),
    stockGroupCd: kind.stockGroupCd,
    symbolGroupCd,
    isMarginUsage: hash % 7 !== 0,
    marginRate: kind.marginRate,
    isSpreadUsage: hasSpread,
    buySpread: hasSpread ? 1 + (hash % 4) : 0,
    sellSpread: hasSpread ? 1 + (hash % 3) : 0,
    closePrice: onGrid(price * (0.98 + (hash % 400) / 10_000), pointUnit),
    ...tradeTimes(kind),
    maxOrderQuantity: kind.maxOrderQuantity,
    minOrderQuantity: kind.minOrderQuantity,
    orderUnit: kind.orderUnit,
    marginTypeCode: hash % 2 === 0 ? 'CROSS' : 'ISOLATED',
  };
}

function tradeTimes({ week: [start, end], weekend: [freeStart, freeEnd] }: Kind) {
  return {
    monTradeStartTime: start,
    monTradeEndTime: end,
    tueTradeStartTime: start,
    tueTradeEndTime: end,
    wedTradeStartTime: start,
    wedTradeEndTime: end,
    thuTradeStartTime: start,
    thuTradeEndTime: end,
    friTradeStartTime: start,
    friTradeEndTime: end,
    satTradeStartTime: freeStart,
    satTradeEndTime: freeEnd,
    sunTradeStartTime: freeStart,
    sunTradeEndTime: freeEnd,
  };
}
