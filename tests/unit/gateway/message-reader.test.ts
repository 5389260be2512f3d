import { Buffer } from 'node:buffer';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { parseRequestHead, requestBody } from '../../../src/gateway/head.js';
import { MessageReader } from '../../../src/gateway/message-reader.js';

/** What a reader finds in pieces of a stream: parts of a body that follow each other are joined. */
function readAll(pieces: readonly Buffer[]): { found: string[]; passed: string } {
  const found: string[] = [];
  let passed = '';
  const reader = new MessageReader({
    head: (bytes) => {
      passed += bytes.toString('latin1');
      const head = parseRequestHead(bytes);
      found.push(`head ${JSON.stringify(head)}`, '');
      return head === null ? null : requestBody(head);
    },
    raw: (bytes) => (passed += bytes.toString('latin1')),
    content: (bytes) => found.push((found.pop() ?? '') + bytes.toString('latin1')),
    end: () => found.push('end'),
    lost: () => found.push('lost'),
  });
  for (const piece of pieces) reader.read(piece);
  reader.finish();
  return { found, passed };
}

const PART = fc.oneof(
  fc.string({ unit: 'binary-ascii', maxLength: 8 }),
  fc.constantFrom(
    '\r\n',
    '\n',
    '\r\n\r\n',
    ': ',
    'a',
    '0\r\n\r\n',
    '5;x=y\r\nhello\r\n',
    'fffffffffffff\r\n',
    'g\r\n',
    'hi',
  ),
  fc.constantFrom('GET / HTTP/1.1\r\n', 'POST /a?b HTTP/1.0\n', 'Host: a\r\n', 'X: 1\r\n 2\r\n', 'no colon\r\n'),
  fc.constantFrom(
    'Content-Length: 2\r\n',
    'content-length:2,3\r\n',
    'Transfer-Encoding: chunked\r\n',
    'Transfer-Encoding: gzip\r\n',
  ),
);
const STREAM = fc.array(PART, { maxLength: 30 }).map((parts) => parts.join(''));

test('whatever comes, in whatever pieces, is read alike and passed on whole', () => {
  fc.assert(
    fc.property(STREAM, fc.array(fc.nat()), (stream, cuts) => {
      const bytes = Buffer.from(stream, 'latin1');
      const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1))), bytes.length].sort((a, b) => a - b);
      const pieces = places.map((place, index) => bytes.subarray(places[index - 1] ?? 0, place));
      const whole = readAll([bytes]);
      expect(whole.passed).toBe(stream);
      expect(readAll(pieces)).toEqual(whole);
      expect(readAll(Array.from(bytes, (byte) => Buffer.from([byte])))).toEqual(whole);
    }),
    { numRuns: 1000 },
  );
});

test('heads and bodies are told apart', () => {
  const { found } = readAll([
    Buffer.from(
      'GET /a HTTP/1.1\r\nA:1\r\n\r\n' +
        'POST /b HTTP/1.1\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nhi' +
        '\r\nPOST /c HTTP/1.1\nTransfer-Encoding: gzip\nTransfer-Encoding: Chunked\n\n3 ;x\nabc\n0\nT: 1\n\nleft',
    ),
  ]);
  expect(found.map((one) => one.replace(/^head .*"target":"(..)".*/, '$1'))).toEqual([
    '/a',
    '',
    'end',
    '/b',
    'hi',
    'end',
    '/c',
    'abc',
    'end',
    'lost',
  ]);
});

test('a head, a chunk and a trailer that never end are given up', () => {
  const line = 'x'.repeat(70_000);
  for (const begin of [
    '',
    'GET / HTTP/1.1\r\nX: ',
    ...['', '0\r\nX: '].map((at) => `GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n${at}`),
  ]) {
    const { found, passed } = readAll([Buffer.from(begin), Buffer.from(line), Buffer.from(line)]);
    expect(found.at(-1)).toBe('lost');
    expect(passed).toBe(begin + line + line);
  }
});
