import { Buffer } from 'node:buffer';
import type { Socket } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { answer } from '../unit/client/raw-server.js';
import { bytesOf, type Misbehave } from './hostile-service.js';

const MIB = 1024 * 1024;
/** More than is ever let in, and little to send. */
const ZEROS = Buffer.alloc(16 * MIB);
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** Writes these bytes for ever, as fast as they are taken. @param written - counts them */
function endless(socket: Socket, head: string, part: string, written: { bytes: number }): void {
  const bytes = Buffer.from(part.repeat(Math.ceil((16 * 1024) / part.length)), 'latin1');
  const more = (): void => {
    while (!socket.destroyed && socket.write(bytes)) written.bytes += bytes.length;
  };
  socket.on('drain', more);
  socket.write(Buffer.from(head, 'latin1'));
  more();
}

/** Writes one byte every few milliseconds. */
function drip(socket: Socket, text: string): void {
  let at = 0;
  const timer = setInterval(() => socket.write(text.charAt(at++ % text.length)), 5);
  socket.on('close', () => clearInterval(timer));
}

/** The right answer as one text, to be broken. */
const altered =
  (alter: (text: string) => string): Misbehave =>
  async ({ real }) =>
    Buffer.from(alter(bytesOf(await real()).toString('latin1')), 'latin1');

/** The right answer up to some place, and then a reset. */
const cutAt =
  (place: (text: string) => number): Misbehave =>
  async ({ socket, real }) => {
    const text = bytesOf(await real()).toString('latin1');
    socket.write(Buffer.from(text.slice(0, place(text)), 'latin1'), () => socket.resetAndDestroy());
  };

const bodyOf = (text: string): string => text.slice(text.indexOf('\r\n\r\n') + 4);
const line = (text: string) => altered((whole) => whole.replace(/^[^\r]*\r\n/, text));
const header = (text: string) => altered((whole) => whole.replace('\r\n', `\r\n${text}`));
const length = (change: (length: number) => string) =>
  altered((whole) => whole.replace(/Content-Length: (\d+)/, (_, digits: string) => change(Number(digits))));
const packed = (coding: string, pack: () => Buffer): Misbehave => {
  let bytes: Buffer | undefined;
  return () => (bytes ??= answer(200, pack(), { 'Content-Encoding': coding }));
};

/** Services whose answers never come to an end in time. */
export const SLOW: Readonly<Record<string, Misbehave>> = {
  'gives no answer': () => undefined,
  'sends its status line byte by byte': ({ socket }) => drip(socket, `HTTP/1.1 200 ${'O'.repeat(1000)}`),
  'sends its headers byte by byte': ({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    drip(socket, 'X-Slow: very\r\n');
  },
  'sends its body byte by byte': ({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{');
    drip(socket, ' ');
  },
  'promises a larger body than it sends': length((bytes) => `Content-Length: ${bytes + 1}`),
  'answers with a blank line': () => Buffer.from('\r\n\r\n'),
  'promises a body and sends none': altered((whole) => whole.slice(0, -bodyOf(whole).length)),
};

/** Services that never stop to send; the count is of what got out. */
export function endlessServices(written: { bytes: number }): Readonly<Record<string, Misbehave>> {
  const flood =
    (head: string, part: string): Misbehave =>
    ({ socket }) =>
      endless(socket, head, part, written);
  const json = 'Content-Type: application/json\r\n';
  return {
    'an endless status line': flood('HTTP/1.1 200 ', 'O'),
    'endless headers': flood('HTTP/1.1 200 OK\r\n', 'X-More: and more\r\n'),
    'one endless header': flood('HTTP/1.1 200 OK\r\nX-More: ', 'x'),
    'one header with an endless name': flood('HTTP/1.1 200 OK\r\nX', 'x'),
    'an endless body': flood(`HTTP/1.1 200 OK\r\n${json}\r\n{"a":"`, 'x'),
    'an endless body of which the length is known': flood(
      `HTTP/1.1 200 OK\r\n${json}Content-Length: 99999999999999\r\n\r\n`,
      ' ',
    ),
    'endless chunks': flood(`HTTP/1.1 200 OK\r\n${json}Transfer-Encoding: chunked\r\n\r\n`, '4\r\n    \r\n'),
    'an endless chunk extension': flood(`HTTP/1.1 200 OK\r\n${json}Transfer-Encoding: chunked\r\n\r\n4;a=`, 'x'),
    'endless trailers': flood(
      `HTTP/1.1 200 OK\r\n${json}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n`,
      'X-T: x\r\n',
    ),
    'endless informational answers': flood('', 'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n'),
    'an endless line of nothing': flood('', '\r\n'),
  };
}

/** Services that say no HTTP, or break it off, or say it wrongly. */
export const BROKEN: Readonly<Record<string, Misbehave>> = {
  'closes without an answer': ({ socket }) => void socket.end(),
  'resets without an answer': ({ socket }) => void socket.resetAndDestroy(),
  'resets in the status line': cutAt(() => 11),
  'resets in the headers': cutAt((text) => text.indexOf('\r\n') + 12),
  'resets between headers and body': cutAt((text) => text.indexOf('\r\n\r\n') + 4),
  'resets in the body': cutAt((text) => text.length - 5),
  'speaks another protocol': line('SSH-2.0-OpenSSH_9.6\r\n'),
  'answers in TLS': () => Buffer.from('150303000202280000', 'hex'),
  'answers with NULs': () => Buffer.alloc(4096),
  'answers with the body alone': altered(bodyOf),
  'has a status of two digits': line('HTTP/1.1 20 OK\r\n'),
  'has a status of five digits': line('HTTP/1.1 20000 OK\r\n'),
  'has a word for a status': line('HTTP/1.1 OK 200\r\n'),
  'has a negative status': line('HTTP/1.1 -200 OK\r\n'),
  'has no version': line('HTTP 200 OK\r\n'),
  'has version 9.9': line('HTTP/9.9 200 OK\r\n'),
  'has version 2 in text': line('HTTP/2 200 OK\r\n'),
  'has a header without a colon': header('no colon here\r\n'),
  'has a header without a name': header(': value\r\n'),
  'has a header with a space before the colon': header('X-A : b\r\n'),
  'has a header with NUL': header('X-A: a\0b\r\n'),
  'has a header with a bare carriage return': header('X-A: a\rb\r\n'),
  'has a header of 1 MiB': header(`X-A: ${'a'.repeat(MIB)}\r\n`),
  'has ten thousand headers': header('X-A: aaaa\r\n'.repeat(10_000)),
  'has a negative length': length((bytes) => `Content-Length: -${bytes}`),
  'has a length in hexadecimal': length((bytes) => `Content-Length: 0x${bytes.toString(16)}`),
  'has a length beyond 2^64': length(() => 'Content-Length: 99999999999999999999999'),
  'has two lengths': length((bytes) => `Content-Length: ${bytes}\r\nContent-Length: ${bytes - 1}`),
  'has a length that lists two': length((bytes) => `Content-Length: ${bytes}, ${bytes - 1}`),
  'has a length and chunks': length((bytes) => `Content-Length: ${bytes}\r\nTransfer-Encoding: chunked`),
  'has chunks that are none': length(() => 'Transfer-Encoding: chunked'),
  'has a chunk of a size beyond all bounds': altered((whole) =>
    whole
      .replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked')
      .replace('\r\n\r\n', '\r\n\r\nffffffffffffffffff\r\n'),
  ),
  'switches protocols': line('HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n'),
  'says it is gzip and is not': header('Content-Encoding: gzip\r\n'),
  'says it is br and is not': header('Content-Encoding: br\r\n'),
  'says it is deflate and is not': header('Content-Encoding: deflate\r\n'),
  'says it is an unknown coding': header('Content-Encoding: rot13\r\n'),
  'says it is __proto__': header('Content-Encoding: __proto__\r\n'),
  'sends gzip that ends too early': packed('gzip', () => gzipSync('{"status":"OK"}').subarray(0, 15)),
  'sends a bomb in gzip': packed('gzip', () => gzipSync(ZEROS)),
  'sends a bomb in br': packed('br', () => brotliCompressSync(ZEROS, QUICK)),
  'sends a bomb in deflate': packed('deflate', () => deflateSync(ZEROS)),
  'sends a bomb in gzip in gzip': packed('gzip, gzip', () => gzipSync(gzipSync(ZEROS))),
  'sends a bomb in br in gzip': packed('br, gzip', () => gzipSync(brotliCompressSync(ZEROS, QUICK))),
  'has more codings than anybody needs': packed('gzip, gzip, gzip, gzip', () => gzipSync('{}')),
};
