import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { curlCommand } from '../../../../src/report/html/curl-command.js';
import { plainText } from '../../../../src/report/plain-text.js';
import { someExchange } from '../some-results.js';

const BASE = 'https://staging.example/public/v1';

/** The words that a shell hands to curl, with variables for secrets set to their names. */
function wordsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }; TRADECERT_TOKEN=TOKEN SIGNATURE=SIGNATURE TIMESTAMP=TIME; ${command}`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

test('gives the request as it was sent, with secrets from the environment', () => {
  const command = curlCommand(
    BASE,
    someExchange({
      method: 'POST',
      target: '/public/v1/orders/modify',
      requestHeaders: [
        ['Authorization', 'Bearer [redacted:token]'],
        ['Content-Type', 'application/json'],
        ['X-Timestamp', '1795207684'],
        ['X-Signature', '[redacted:signature] (128 digits)'],
        ['Content-Length', '8'],
      ],
      requestBody: '{"a":"\'$(id)`"}',
    }),
  );
  expect(command).toContain(`'Authorization: Bearer '"$TRADECERT_TOKEN"`);
  expect(wordsOf(command ?? '')).toEqual([
    ...['-i', '-g', '--path-as-is', '-X', 'POST', 'https://staging.example/public/v1/orders/modify'],
    ...['-H', 'Authorization: Bearer TOKEN', '-H', 'Content-Type: application/json', '-H', 'X-Timestamp: TIME'],
    ...['-H', 'X-Signature: SIGNATURE', '-H', 'Accept:', '-H', 'User-Agent:', '--data-raw', '{"a":"\'$(id)`"}'],
  ]);
});

test('does nothing but be one command, whatever a service or client made the request of', () => {
  const wild = '\'; echo $HOME `id` "x" \\ \n\r\t\u001b[201~\u202e! #';
  const command = curlCommand(
    BASE,
    someExchange({ target: `/x?k=${wild}`, requestHeaders: [['X-Wild', wild]], requestBody: `@${wild}` }),
  );
  expect(command).toBe(plainText(command ?? ''));
  const words = wordsOf(command ?? '');
  expect(words[5]).toBe(`https://staging.example/x?k=${wild}`);
  expect(words).toContain(`X-Wild: ${wild}`);
  expect(words.at(-1)).toBe(`@${wild}`);
});

test('sends an empty header as one, and only the headers of the request', () => {
  const words = wordsOf(curlCommand(BASE, someExchange({ requestHeaders: [['X-Signature', '']] })) ?? '');
  expect(words.slice(6)).toEqual(['-H', 'X-Signature;', '-H', 'Accept:', '-H', 'User-Agent:']);
});

test('is not given where the request is not known whole', () => {
  const post = someExchange({ method: 'POST', requestBody: '{"a":1' });
  expect(curlCommand(BASE, { ...post, requestBody: `${'x'.repeat(4096)}…` })).toBeNull();
  expect(curlCommand(BASE, { ...post, requestBody: null })).toBeNull();
  expect(curlCommand(BASE, { ...post, requestBody: 'a\0b' })).toBeNull();
  expect(curlCommand(BASE, { ...post, target: 'https://elsewhere.example/' })).toBeNull();
  expect(curlCommand(BASE, { ...post, requestHeaders: [['@/etc/passwd', 'x']] })).toBeNull();
  expect(curlCommand(BASE, post)).not.toBeNull();
});
