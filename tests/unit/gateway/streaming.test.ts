import { Buffer } from 'node:buffer';
import type { Socket } from 'node:net';
import { expect, test } from '@playwright/test';
import { between } from './raw-peers.js';

const BLOCK = Buffer.alloc(64 * 1024, 'x');
const BLOCKS = 1600;
const LENGTH = BLOCKS * BLOCK.length;
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';

/** How much may be under way: what kernels hold for two connections, and a little. */
const MOST_UNDER_WAY = LENGTH / 3;

/** Writes all blocks, no faster than the socket takes them. */
function writeBlocks(socket: Socket, onWritten: (bytes: number) => void): void {
  let written = 0;
  const go = (): void => {
    while (written < BLOCKS) {
      written += 1;
      onWritten(BLOCK.length);
      if (socket.write(BLOCK)) continue;
      socket.once('drain', go);
      return;
    }
  };
  go();
}

/** Reads slowly: a little in each turn of the event loop. */
function readSlowly(socket: Socket, onRead: (bytes: number) => void): void {
  socket.on('data', (bytes) => {
    onRead(bytes.length);
    socket.pause();
    setImmediate(() => setImmediate(() => socket.resume()));
  });
}

/** Counts what was written and not yet read. */
class UnderWay {
  most = 0;
  read = 0;
  private now = 0;
  readonly add = (bytes: number): void => {
    this.now += bytes;
    this.most = Math.max(this.most, this.now);
  };
  readonly take = (bytes: number): void => {
    this.now -= bytes;
    this.read += bytes;
  };
}

test('a large answer streams at the pace of its reader, and is too large to judge', async () => {
  const underWay = new UnderWay();
  const head = `HTTP/1.1 200 OK\r\nContent-Length: ${LENGTH}\r\n\r\n`;
  const onData = (socket: Socket): void => {
    socket.write(head);
    writeBlocks(socket, underWay.add);
  };
  const passages = await between(onData, async ({ client }) => {
    const { socket } = client();
    socket.removeAllListeners('data');
    const all = new Promise<void>((resolve) => {
      readSlowly(socket, (bytes) => {
        underWay.take(bytes);
        if (underWay.read === head.length + LENGTH) resolve();
      });
    });
    socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
    await all;
  });
  expect(underWay.most).toBeLessThan(MOST_UNDER_WAY);
  expect(passages).toMatchObject([{ trouble: { kind: 'oversize' } }]);
});

test('a large request streams at the pace of its reader, and its beginning is kept', async () => {
  const underWay = new UnderWay();
  const head = `POST / HTTP/1.1\r\nX: 1\r\nContent-Length: ${LENGTH}\r\n\r\n`;
  let isSlow = false;
  const onData = (socket: Socket): void => {
    if (isSlow) return;
    isSlow = true;
    socket.removeAllListeners('data');
    socket.write('HTTP/1.1 100 Continue\r\n\r\n');
    readSlowly(socket, (bytes) => {
      underWay.take(bytes);
      if (underWay.read === LENGTH) socket.write(OK);
    });
  };
  const use: Parameters<typeof between>[1] = async ({ client }) => {
    const sole = client();
    sole.send(head);
    await sole.until('Continue\r\n\r\n');
    writeBlocks(sole.socket, underWay.add);
    await sole.until(OK);
  };
  const passages = await between(onData, use, { mostKeptBytes: 100_000 });
  expect(underWay.most).toBeLessThan(MOST_UNDER_WAY);
  expect(passages).toMatchObject([{ isBodyCut: true, response: { status: 200 } }]);
  expect(passages[0]?.request.body?.length).toBe(100_000);
});
