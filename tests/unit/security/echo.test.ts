import { Buffer } from 'node:buffer';
import { expect, test } from '@playwright/test';
import { answer } from '../client/raw-server.js';
import { certifyHostile, RUN_FILES } from '../../support/hostile-service.js';

const LONGEST = 15;

/** What a request carries, and the key: what a service that echoes it has. */
function credentialsOf(request: string, key: string): string[] {
  const token = /^authorization: *bearer +(\S+)/im.exec(request)?.[1] ?? '';
  const signature = /^x-signature: *(\S+)/im.exec(request)?.[1] ?? '';
  return [token, signature, key].filter((secret) => secret.length > LONGEST);
}

const chunks = (text: string, size: number): string[] => text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [];
const swapped = (text: string): string =>
  text.replace(/[a-z]/gi, (char) => (char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase()));

const SPELLINGS: Readonly<Record<string, (secret: string) => unknown>> = {
  'as they are': (secret) => secret,
  'percent-encoded': (secret) => Buffer.from(secret).toString('hex').replace(/../g, '%$&'),
  'in base64': (secret) => Buffer.from(`{"auth":"${secret}"}`).toString('base64'),
  'in base64url': (secret) => Buffer.from(secret).toString('base64url'),
  'in hexadecimal': (secret) => Buffer.from(secret).toString('hex'),
  'in parts': (secret) => [secret.slice(0, 16), secret.slice(-20), `${secret.slice(5, 25)}…`],
  'split by hyphens': (secret) => chunks(secret, 4).join('-'),
  'split over an array': (secret) => chunks(secret, 6),
  'split over members': (secret) => Object.fromEntries(chunks(secret, 16).map((chunk, at) => [`part${at}`, chunk])),
  'with their case turned round': swapped,
  backwards: (secret) => Array.from(secret).reverse().join(''),
  'as bytes': (secret) => ({ type: 'Buffer', data: [...Buffer.from(secret)] }),
};

/**
 * Letters and digits alone, in lower case. A secret does not go on in what stands around it: in HTML a quote has letters,
 * and members have names.
 */
const bare = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('&quot;', '')
    .replace(/part\d+/g, '\0')
    .replace(/[^a-z0-9\0]/g, '');

/** Parts of 16 letters and digits of each secret, spelled in several ways. */
function partsOf(secrets: readonly string[]): Set<string> {
  const spelled = secrets.flatMap((secret) => [
    secret,
    Array.from(secret).reverse().join(''),
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret).toString('base64').replace(/=*$/, ''),
    Buffer.from(`{"auth":"${secret}"}`).toString('base64').slice(15, -8),
  ]);
  return new Set(
    spelled.map(bare).flatMap((text) => Array.from({ length: text.length - 15 }, (_, at) => text.slice(at, at + 16))),
  );
}

function leaks(texts: ReadonlyMap<string, string>, secrets: readonly string[]): string[] {
  const parts = partsOf(secrets);
  return [...texts].flatMap(([name, text]) => {
    const letters = bare(text);
    for (let at = 0; at + 16 <= letters.length; at += 1)
      if (parts.has(letters.slice(at, at + 16))) return [`${name}: ${letters.slice(at - 20, at + 36)}`];
    return [];
  });
}

for (const [how, spell] of Object.entries(SPELLINGS)) {
  test(`a service that sends credentials back ${how} leaks none of them`, async () => {
    const signingKey = 'Kq7vZp2LmX9rTw4sYb8dHc3fJg6nAe5u';
    const run = await certifyHostile(
      ({ request }) => {
        const said = credentialsOf(request, signingKey).map(spell);
        const inHeader = JSON.stringify(said).slice(0, 4000);
        const body = {
          status: said,
          code: 400,
          data: { details: said, nextKey: said[0], hasNext: false },
          error: said,
        };
        const isLookup = request.startsWith('GET');
        return answer(isLookup ? 200 : 400, JSON.stringify(body), { 'X-Echo': inHeader, 'X-Trace': `<${inHeader}>` });
      },
      ['ENV-004', 'LKP-011', 'LKP-014', 'PAG-001', 'MOD-001', 'SIG-002'],
      { reference: { signingKey } },
    );
    expect([...run.texts.keys()]).toEqual(expect.arrayContaining(RUN_FILES));
    expect(run.texts.get('exchanges.jsonl')).toContain('[redacted:');
    expect(leaks(run.texts, run.secrets)).toEqual([]);
  });
}

test('the search for leaks finds a part where it is', () => {
  const secret = 'Kq7vZp2LmX9rTw4sYb8dHc3fJg6nAe5u';
  for (const text of [
    secret.slice(4, 20),
    swapped(secret),
    chunks(secret, 3).join('-'),
    Buffer.from(secret).toString('hex'),
  ])
    expect(leaks(new Map([['a', `x ${text} y`]]), [secret])).toHaveLength(1);
  expect(leaks(new Map([['a', secret.slice(0, 15)]]), [secret])).toEqual([]);
  const quoted = `&quot;part3&quot;:&quot;${secret.slice(8, 23)}&quot;,&quot;part4&quot;`;
  expect(leaks(new Map([['a', quoted]]), [secret])).toEqual([]);
  expect(leaks(new Map([['a', quoted]]), [`${secret.slice(0, 7)}t${secret.slice(8)}`])).toEqual([]);
});
