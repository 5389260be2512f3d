import { Buffer } from 'node:buffer';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { parseCurl } from '../../../src/signature/curl-request.js';
import { makeRequest, parseHeaderLines } from '../../../src/signature/make-request.js';
import { shellWords } from '../../../src/signature/shell-words.js';
import { shellWord } from '../../../src/wire/shell-word.js';
import { errorOf } from '../wire/signing-samples.js';

const FILES: Readonly<Record<string, string>> = { 'body.json': '{\n"a": 1}\r\n' };
const readFile = (path: string): Buffer => Buffer.from(FILES[path] ?? '');

function curl(command: string) {
  const { origin, request } = parseCurl(command, readFile);
  return { origin, ...request, body: request.body?.toString() ?? null };
}

test('a command as a browser copies it is read whole', () => {
  const command = `curl 'https://api.example/public/v1/orders/modify' \\
  -H 'authorization: Bearer a.b.c' \\
  -H $'x-timestamp: 1700000000' \\
  -H "content-type: application/json" \\
  --data-raw $'{"name":"it\\'s \\u00e9"}' \\
  --compressed --insecure`;
  expect(curl(command)).toEqual({
    origin: 'https://api.example',
    method: 'POST',
    target: '/public/v1/orders/modify',
    headers: [
      ['authorization', 'Bearer a.b.c'],
      ['x-timestamp', '1700000000'],
      ['content-type', 'application/json'],
    ],
    body: '{"name":"it\'s é"}',
  });
});

test('short flags, joined values and flags of the transfer are understood', () => {
  expect(curl('curl -sSLX PUT -HX-A:1 -o out.txt --max-time 5 api.example/x -d a=1 --data=b=2')).toEqual({
    origin: 'http://api.example',
    method: 'PUT',
    target: '/x',
    headers: [
      ['X-A', '1'],
      ['Content-Type', 'application/x-www-form-urlencoded'],
    ],
    body: 'a=1&b=2',
  });
  expect(curl('curl "https://api.example/x?a=1&b=%20#part"')).toMatchObject({ method: 'GET', target: '/x?a=1&b=%20' });
  expect(curl('curl https://user:word@api.example:8443')).toMatchObject({
    origin: 'https://api.example:8443',
    target: '/',
  });
});

test('a body in a file is read as curl reads it', () => {
  expect(curl('curl http://a/ -d @body.json').body).toBe('{"a": 1}');
  expect(curl('curl http://a/ --data-binary @body.json').body).toBe('{\n"a": 1}\r\n');
  expect(curl('curl http://a/ --data-raw @body.json').body).toBe('@body.json');
  expect(curl('curl http://a/ --json @body.json')).toMatchObject({ headers: [['Content-Type', 'application/json']] });
});

test('what is no request that can be read is refused, with a reason and without its text', () => {
  const cases: readonly (readonly [command: string, message: string])[] = [
    ['wget http://a/', 'This is no curl command.'],
    ['curl -X POST', 'The curl command has no URL.'],
    ["curl 'http://a/", 'The curl command has a quote that is never closed.'],
    ['curl http://a/ -H "Authorization: Bearer $TOKEN"', 'The curl command has a variable or a command in it.'],
    ['curl http://a/ -H "X: `date`"', 'The curl command has a variable or a command in it.'],
    ['curl http://a/ -F a=b', 'The flag -F builds a body or a URL in a way that is not followed here.'],
    ['curl ftp://a/', 'The URL of the request is no http or https URL.'],
  ];
  for (const [command, message] of cases) expect(errorOf(() => curl(command)).message, command).toBe(message);
});

test('an escaped dollar sign is one', () => {
  expect(shellWords('"a\\$b\\`c" \'$d\' e\\ f')).toEqual(['a$b`c', '$d', 'e f']);
});

test('words that were quoted come back', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 6 }), (words) => {
      expect(shellWords(words.map((word) => (word === '' ? "''" : shellWord(word))).join(' '))).toEqual(words);
    }),
  );
});

test('path and query stay as they were written', () => {
  const made = makeRequest({ url: 'https://A.example/%6f/../x?b=%7e&a', method: 'post', headers: [], body: null });
  expect(made).toMatchObject({ origin: 'https://A.example', request: { method: 'POST', target: '/%6f/../x?b=%7e&a' } });
});

test('header lines are read with a request line, pseudo headers and blank lines between them', () => {
  const text = 'POST /x HTTP/1.1\r\n:authority: a\r\nX-A:  1 \r\n\r\nX-B: a: b\n';
  expect(parseHeaderLines(text)).toEqual([
    ['X-A', '1'],
    ['X-B', 'a: b'],
  ]);
});

test('what a browser copies for cmd of Windows is told, and a caret in a body is not taken for it', () => {
  const read = (): Buffer => Buffer.alloc(0);
  expect(() => parseCurl('curl ^"https://a.example/v1^" ^\n  -H ^"x: y^"', read)).toThrow('for cmd of Windows');
  expect(parseCurl("curl https://a.example/v1 -d 'a ^\"b'", read).request.body?.toString()).toBe('a ^"b');
});
