import { Buffer } from 'node:buffer';
import { createHmac, createSecretKey } from 'node:crypto';
import { findTemplate } from '../src/signature/find-template.js';
import { makeRequest } from '../src/signature/make-request.js';

const BODY =
  '{"stockCd":"USD/JPY","orderTypeCd":"LIMIT","sideCd":"BUY","orderDateTime":"2026-01-05T09:00:00Z","orderNo":"A-1","orderQuantity":1000,"barrierPrice":0,"orderPrice":151.25}';
const KEY = 'a-key-of-some-length';
/** Signatures of one search. */
const MOST = 1_000_000;
const TRIES = 3;

/** What a search comes to that finds nothing. */
export interface SignatureCost {
  /** Processor time of a signature that is tried, in microseconds. */
  readonly tried: number;
  /** The same, of one made by `createHmac` over the bytes of a plain template. */
  readonly plain: number;
}

/** Processor time of one signature in a search with a wrong key, near misses included, beside one made by Node alone. */
export function signatureCost(): SignatureCost {
  const key = createSecretKey(Buffer.from(KEY));
  const signed = Buffer.from(`1700000000POST/public/v1/orders/modify${BODY}`);
  const wrong = createHmac('sha512', 'another').update(signed).digest('hex');
  const headers = [
    ['Authorization', 'Bearer eyJhbGciOiJub25lIn0.e30.c2lnbmVk'],
    ['X-Timestamp', '1700000000'],
    ['X-Signature', wrong],
  ] as const;
  const url = 'https://staging.example/public/v1/orders/modify';
  const request = makeRequest({ url, method: 'POST', headers, body: Buffer.from(BODY) });
  const turns = Array.from({ length: TRIES }, () => ({
    tried: cpuOf(() => findTemplate([request], { key: KEY, env: {}, most: MOST })),
    plain: cpuOf(() => {
      for (let turn = 0; turn < MOST; turn += 1) createHmac('sha512', key).update(signed).digest('hex');
    }),
  }));
  const least = (name: keyof SignatureCost): number => Math.min(...turns.map((turn) => turn[name])) / MOST;
  return { tried: least('tried'), plain: least('plain') };
}

function cpuOf(run: () => unknown): number {
  const before = process.cpuUsage().user;
  run();
  return process.cpuUsage().user - before;
}
