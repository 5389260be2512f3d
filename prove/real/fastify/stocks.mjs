import { readFileSync } from 'node:fs';

export const instruments = JSON.parse(readFileSync(process.env.INSTRUMENTS, 'utf8'));

const PAGE = 3;
const keyOf = ({ stockCd }) => Buffer.from(stockCd).toString('base64url');

/** The page that a lookup asks for; null where its key is none that was given. */
export function listStocks({ stockGroupCd, stockCd, nextKey }) {
  const found = instruments.filter(
    (one) => ['ALL', one.stockGroupCd].includes(stockGroupCd) && ['', one.stockCd].includes(stockCd),
  );
  const start = nextKey === '' ? 0 : found.findIndex((one) => keyOf(one) === nextKey);
  if (start < 0) return null;
  const details = found.slice(start, start + PAGE);
  const next = found[start + PAGE];
  return {
    hasNext: next !== undefined,
    nextKey: next === undefined ? '' : keyOf(next),
    details,
    sellPrices: Object.fromEntries(details.map((one) => [one.stockCd, String(one.closePrice)])),
    buyPrices: Object.fromEntries(details.map((one) => [one.stockCd, String(one.closePrice + one.pipUnit)])),
  };
}
