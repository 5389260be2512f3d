import type { ServerResponse } from 'node:http';
import type { Answer, Call } from './call.js';

/** Puts an answer on the wire as it is; Node adds only `Connection` and `Keep-Alive`. */
export function transmit(_: Call | null, { status, headers, body }: Answer, response: ServerResponse): void {
  response.sendDate = false;
  response.writeHead(status, headers.flat());
  response.end(body);
}

/** An answer with a JSON body. `Date` follows the service's own clock, as clients measure it by that. */
export function jsonAnswer(status: number, text: string, nowMs: number): Answer {
  const headers = [
    ['Content-Type', 'application/json'],
    ['Content-Length', String(Buffer.byteLength(text))],
    ['Cache-Control', 'no-store'],
    ['Date', httpDate(nowMs)],
  ] as const;
  return { status, headers, body: text };
}

let lastSecond = Number.NaN;
let lastDate = '';

function httpDate(nowMs: number): string {
  const second = Math.floor(nowMs / 1000);
  if (second !== lastSecond) [lastSecond, lastDate] = [second, new Date(second * 1000).toUTCString()];
  return lastDate;
}
