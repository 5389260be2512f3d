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

test('a switch takes no word with it, and a value may begin with a hyphen', () => {
  expect(curl("curl -k http://a.example/ -s -d '-5x' -L")).toMatchObject({ origin: 'http://a.example', body: '-5x' });
});

test('a body in a file is read as curl reads it', () => {
  expect(curl('curl http://a/ -d @body.json').body).toBe('{"a": 1}');
  expect(curl('curl http://a/ --data-binary @body.json').body).toBe('{\n"a": 1}\r\n');
  expect(curl('curl http://a/ --data-raw @body.json').body).toBe('@body.json');
  expect(curl('curl http://a/ --json @body.json')).toMatchObject({ headers: [['Content-Type', 'application/json']] });
});

const MANY = 'The curl command holds more than one request, or a word that belongs to none of its flags.';

test('a command is read to where the shell ends it, without what stands before it', () => {
  const plain = curl("curl 'http://a.example/x?b=1&c=2' -d '{\"a\":1}'");
  for (const command of [
    "$ curl 'http://a.example/x?b=1&c=2' -d '{\"a\":1}' | jq .",
    "# a modify\n\n# of today\ncurl 'http://a.example/x?b=1&c=2' -d '{\"a\":1}' # that is all",
    "HTTP_PROXY=x curl 'http://a.example/x?b=1&c=2' 2>/dev/null -d '{\"a\":1}' > out.txt 2>&1",
    "curl 'http://a.example/x?b=1&c=2' -d '{\"a\":1}'; echo done",
    "curl 'http://a.example/x?b=1&c=2' -d '{\"a\":1}' && echo done",
    "curl 'http://a.example/x?b=1&c=2'\n  -d '{\"a\":1}' &\necho done\n",
  ])
    expect(curl(command), command).toEqual(plain);
});

test('brackets in a URL are those of an address, or meant', () => {
  expect(curl("curl 'http://[::1]:8080/x'")).toMatchObject({ origin: 'http://[::1]:8080', target: '/x' });
  expect(curl("curl -sg 'http://a/x?b={1}'").target).toBe('/x?b={1}');
  expect(curl('curl -I http://a/x')).toMatchObject({ method: 'HEAD', body: null });
});

test('what is no request that can be read is refused, with a reason and without its text', () => {
  const cases: readonly (readonly [command: string, message: string])[] = [
    ['wget http://a/', 'This is no curl command.'],
    ['curl -X POST', 'The curl command has no URL.'],
    ["curl 'http://a/", 'The curl command has a quote that is never closed.'],
    ['curl http://a/ -H "Authorization: Bearer $TOKEN"', 'The curl command has a variable or a command in it.'],
    ['curl http://a/ -H "X: `date`"', 'The curl command has a variable or a command in it.'],
    ['curl http://a/ -F a=b', 'The flag -F makes a part of the request in a way that is not followed here.'],
    ['curl http://a/ -T a', 'The flag -T makes a part of the request in a way that is not followed here.'],
    [
      '$session = New-Object X\nInvoke-WebRequest -Uri "http://a/"',
      'This is a command for PowerShell, and no curl command.',
    ],
    ['Invoke-RestMethod -Uri "http://a/"', 'This is a command for PowerShell, and no curl command.'],
    ['fetch("http://a/", {})', 'This is a call of fetch, and no curl command.'],
    ['curl ^"http://a/^" -H ^"X: %TOKEN%^"', 'The curl command has a variable in it.'],
    ['curl ^"http://a/', 'The curl command has a quote that is never closed.'],
    ['curl ftp://a/', 'The URL of the request is no http or https URL.'],
    ['curl -K settings http://a/', 'The flag -K makes a part of the request in a way that is not followed here.'],
    [
      'curl http://a/ --expand-data x',
      'The flag --expand-data makes a part of the request in a way that is not followed here.',
    ],
    ['curl http://a/ -d @-', 'The curl command reads its body from standard input.'],
    ['curl http://a/ -d @- <<EOF\n{}\nEOF', 'The curl command reads text from below it.'],
    ['curl http://a/ -H @headers.txt', 'The curl command has headers in a file.'],
    ['curl http://a/?b=1&c=2 -d x', 'The curl command has a & outside of quotes.'],
    ['curl http://a/ –data x', 'The curl command has a dash where a hyphen belongs.'],
    ['curl http://a/ http://b/', MANY],
    ['curl --url http://a/ --url http://b/', MANY],
    ['curl http://a/ --next -d x http://a/', MANY],
    ['curl http://a/ && curl http://b/', MANY],
    ['curl http://a/\ncurl http://b/', MANY],
    ['curl http://a/[1-3]', MANY],
    ["curl 'http://a/{b,c}'", MANY],
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

/** What Chrome and Edge make of a text in *Copy as cURL (cmd)*. */
function forCmd(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replace(/[^a-zA-Z0-9\s_\-:=+~'/.,?;()*`]/g, '^$&')
    .replace(/%(?=[a-zA-Z0-9_])/g, '%^')
    .replace(/\r?\n/g, '^\n\n');
  return `^"${escaped}^"`;
}

test('what a browser copies for cmd of Windows is read whole', () => {
  const [url, token] = ['https://api.example/v1/orders/modify?a=%20b&c=^', 'authorization: Bearer a.b.c'];
  const body = '{"a":"100% \\"of\\" it\\\\","b":\n [1, "%PATH%", "&|<>^^"]}';
  const command = `curl --location ${forCmd(url)} ^\r\n  -X ^"POST^" ^\r\n  -H ${forCmd(token)} ^\r\n  --data-raw ${forCmd(body)}`;
  for (const text of [
    command,
    command.replaceAll('\r', ''),
    `\ufeff${command}\r\n`,
    command.replace('curl --location', 'curl.exe'),
  ]) {
    expect(curl(text)).toMatchObject({ method: 'POST', target: '/v1/orders/modify?a=%20b&c=^', body });
    expect(curl(text).headers[0]).toEqual(['authorization', 'Bearer a.b.c']);
  }
});

test('a command for cmd with plain quotes keeps its carets, and one that is carried on is known by it', () => {
  const command = 'curl "http://a.example/x" ^\n  -H "X-A: 1" ^\n  -d "{\\"a\\":\\"^\\",\\"b\\":\\"\\"}"';
  expect(curl(command)).toMatchObject({ headers: [['X-A', '1'], expect.anything()], body: '{"a":"^","b":""}' });
  expect(curl('curl "http://a.example/x" ^\n --data-raw "{""a"":1}"').body).toBe('{"a":1}');
  expect(curl("curl https://a.example/v1 -d 'a ^\"b'").body).toBe('a ^"b');
  expect(curl("curl https://a.example/v1 -d 'a ^\nb'").body).toBe('a ^\nb');
});

test('texts that were copied for cmd come back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      fc.pre(!/[\r\n\ufeff]/.test(text));
      expect(curl(`curl ${forCmd('http://a.example/')} --data-raw ${forCmd(text)}`).body).toBe(
        Buffer.from(text).toString(),
      );
    }),
  );
});

test('headers are what curl makes of them', () => {
  const headers = (flags: string) => curl(`curl http://a.example/ ${flags}`).headers;
  expect(headers("-H 'X-Empty;' -H 'Accept:' -H 'X-A:1' --compressed")).toEqual([
    ['X-Empty', ''],
    ['X-A', '1'],
  ]);
  expect(headers('-u name:word')).toEqual([['Authorization', 'Basic bmFtZTp3b3Jk']]);
  expect(headers('--oauth2-bearer a.b.c')).toEqual([['Authorization', 'Bearer a.b.c']]);
  expect(headers("-u name:word -H 'authorization: Bearer a'")).toEqual([['authorization', 'Bearer a']]);
});

test('commands as Postman and Insomnia write them are read', () => {
  const body = '{\n  "a": 1\n}';
  const postman = `curl --location --request POST 'http://a.example/x' \\\n--header 'X-Timestamp: 1' \\\n--data '${body}'`;
  const insomnia = `curl --request POST \\\n  --url http://a.example/x \\\n  --header 'X-Timestamp: 1' \\\n  --data '${body}'`;
  for (const command of [postman, insomnia]) {
    expect(curl(command)).toMatchObject({
      method: 'POST',
      target: '/x',
      headers: [['X-Timestamp', '1'], expect.anything()],
      body,
    });
  }
});
