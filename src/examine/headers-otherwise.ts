import type { Headers } from '../wire/exchange.js';

const named = (change: (name: string) => string): ((headers: Headers) => Headers) => {
  return (headers) => headers.map(([name, value]) => [change(name), value]);
};

/** Names in small letters; and in capitals, in another order. */
export const HEADERS_OTHERWISE = [
  { way: 'where the names of its headers are in small letters', headers: named((name) => name.toLowerCase()) },
  {
    way: 'where the names of its headers are in capitals, and come in the reverse order',
    headers: (headers: Headers): Headers => named((name) => name.toUpperCase())(headers).toReversed(),
  },
] as const;
