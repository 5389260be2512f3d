import { createHash } from 'node:crypto';
import type { Instrument } from '../../contract/order.js';
import type { Call, Page } from '../call.js';
import { buyPriceOf, sellPriceOf } from '../catalogue.js';
import { codeOf, groupOf } from './read-query.js';

export function selectInstruments(call: Call): readonly Instrument[] {
  const { instruments, byCode } = call.service.catalogue;
  const [group, code] = [groupOf(call), codeOf(call)];
  if (code !== '') {
    const found = byCode.get(code);
    return found !== undefined && (group === 'ALL' || found.stockGroupCd === group) ? [found] : [];
  }
  return group === 'ALL' ? instruments : instruments.filter(({ stockGroupCd }) => stockGroupCd === group);
}

export function pageOf({ position, service }: Call, selected: readonly Instrument[]): Page {
  const end = Math.min(position + service.pageSize, selected.length);
  return { instruments: selected.slice(position, end), end, hasNext: end < selected.length };
}

/** Bound to the filter by a digest. Its characters `+ / = &` show whether a client encodes it. */
export function keyOf(call: Call, position: number): string {
  const place = Buffer.from(String(position)).toString('base64url');
  const tag = createHash('sha256')
    .update(JSON.stringify([call.service.seed, groupOf(call), codeOf(call), position]))
    .digest('base64')
    .slice(0, 12);
  return `${place}+/${tag}&=`;
}

export function readKey(call: Call, key: string): number | null {
  const place = key.slice(0, Math.max(0, key.indexOf('+')));
  const position = Number(Buffer.from(place, 'base64url').toString('latin1'));
  return Number.isSafeInteger(position) && position > 0 && keyOf(call, position) === key ? position : null;
}

export const sellPricesOf = (_: Call, { instruments }: Page): unknown =>
  Object.fromEntries(instruments.map((instrument) => [instrument.stockCd, sellPriceOf(instrument)]));

export const buyPricesOf = (_: Call, { instruments }: Page): unknown =>
  Object.fromEntries(instruments.map((instrument) => [instrument.stockCd, buyPriceOf(instrument)]));

export function pageData(call: Call, page: Page): unknown {
  const { behaviour } = call.service;
  return {
    hasNext: page.hasNext,
    nextKey: page.hasNext ? behaviour.keyOf(call, page.end) : '',
    details: page.instruments.map((instrument) => behaviour.recordOf(call, instrument)),
    sellPrices: behaviour.sellPricesOf(call, page),
    buyPrices: behaviour.buyPricesOf(call, page),
  };
}
