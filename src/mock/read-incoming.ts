import type { IncomingMessage } from 'node:http';
import { GatheredBytes } from '../wire/gathered-bytes.js';
import type { Incoming } from './call.js';

/** Largest body that is read. */
const MAX_BODY_BYTES = 64 * 1024;

/** Largest body that is waited for, so that a client that sends more still reads its refusal. */
const MAX_DRAINED_BYTES = 16 * 1024 * 1024;

/** Reads a request to its end. It rejects where the client goes away first. */
export function readIncoming(message: IncomingMessage, clock: () => number): Promise<Incoming> {
  return new Promise((resolve, reject) => {
    const body = new GatheredBytes();
    let size = 0;
    const finish = (): void => {
      const oversize = size > MAX_BODY_BYTES;
      resolve(toIncoming(message, oversize ? Buffer.alloc(0) : body.whole(), oversize, clock()));
    };
    message.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) body.add(chunk);
      if (size > MAX_DRAINED_BYTES) message.destroy();
    });
    message.on('end', finish);
    message.on('error', reject);
  });
}

function toIncoming(message: IncomingMessage, body: Buffer, oversize: boolean, arrivedAtMs: number): Incoming {
  // A target in absolute form names its origin as well.
  const target = (message.url ?? '').replace(/^https?:\/\/[^/?]*/i, '');
  const mark = target.indexOf('?');
  return {
    method: message.method ?? '',
    target,
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
    rawHeaders: message.rawHeaders,
    body,
    oversize,
    arrivedAtMs,
    connection: message.socket,
  };
}
