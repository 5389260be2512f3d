import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { curlCommand as curl } from '../../../../src/report/html/curl-command.js';
import { plainText } from '../../../../src/report/plain-text.js';
import type { KeyEncoding } from '../../../../src/contract/profile.js';
import type { RunPlan } from '../../../../src/contract/results.js';
import type { ShownExchange } from '../../../../src/contract/verdict.js';
import { someExchange } from '../some-results.js';

const BASE = 'https://staging.example/public/v1';

const curlCommand = (baseUrl: string, shown: ShownExchange, clause = 'INS-006'): string | null => {
  const made = curl({ baseUrl, clause, shown });
  return 'command' in made ? made.command : null;
};

/** Stands for the command that signs. */
const SIGNS = `npx() { printf 'X-Timestamp: TIME\\nX-Signature: SIGNATURE\\n'; }`;

/** The words that a shell hands to curl, with variables for secrets set to their names. */
function wordsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }; ${SIGNS}; TRADECERT_TOKEN=TOKEN; ${command}`;
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
        ['X-Signature', '[redacted:signature]'],
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

test.describe('is not given where it would not show the finding', () => {
  const signed = someExchange({
    method: 'POST',
    requestHeaders: [
      ['Authorization', 'Bearer [redacted:token]'],
      ['X-Timestamp', '1795313402'],
      ['X-Signature', '[redacted:signature]'],
    ],
    requestBody: '{"a":1}',
  });
  const because = (shown: ShownExchange, clause: string): string | undefined => {
    const made = curl({ baseUrl: BASE, clause, shown });
    return 'because' in made ? made.because : undefined;
  };

  test('since token, signature or time are what it is about', () => {
    expect(because(signed, 'AUT-006')).toBe('The token is what this is about, and is not known here.');
    expect(because(signed, 'SIG-004')).toBe('The signature is what this is about, and is not known here.');
    expect(because(signed, 'CLK-007')).toBe('The time that is signed is what this is about, and is not known here.');
  });

  test('since a header was taken out that is no setting', () => {
    for (const [name, value] of [
      ['Authorization', 'Basic [redacted:authorization]'],
      ['X-Signature', '[redacted:signature] (126 hexadecimal digits)'],
      ['Cookie', '[redacted:cookie]'],
    ] as const) {
      const requestHeaders = [...signed.requestHeaders.filter(([own]) => own !== name), [name, value] as const];
      expect(because({ ...signed, requestHeaders }, 'MOD-011'), name).toContain('taken out');
    }
  });

  test('and is given where it does: the header is missing, or the right one was refused', () => {
    const without = (name: string): ShownExchange => {
      return { ...signed, requestHeaders: signed.requestHeaders.filter(([own]) => own !== name) };
    };
    expect(because(without('Authorization'), 'AUT-001')).toBeUndefined();
    expect(because(without('X-Signature'), 'SIG-001')).toBeUndefined();
    expect(because(without('X-Timestamp'), 'CLK-001')).toBeUndefined();
    expect(because({ ...signed, status: 400 }, 'AUT-007')).toBeUndefined();
    expect(because(signed, 'MOD-011')).toBeUndefined();
  });
});

test('signs anew what it sends, by the template of the run, with the headers that this covers', () => {
  const shown = someExchange({
    method: 'POST',
    target: '/public/v1/orders/modify?a=1',
    requestHeaders: [
      ['X-Api-Key', "it's"],
      ['X-Nonce', 'once'],
      ['X-Timestamp', '1795207684'],
      ['X-Signature', '[redacted:signature]'],
    ],
    requestBody: `{"a":"'"}`,
  });
  const wordsFor = (template: string, keyEncoding: KeyEncoding = 'hex'): string[] => {
    const made = curl({ baseUrl: BASE, clause: 'MOD-011', shown, signature: { template, keyEncoding } });
    const command = 'command' in made ? made.command : '';
    const script = `curl() { :; }; npx() { shift 3; printf '%s\\0' "$@" >&2; cat >&2; printf 'X-Signature: S\\n'; }; ${command} 2>&1`;
    return execFileSync('bash', ['-c', `{ ${script}; } 2>&1`], { encoding: 'utf8' }).split('\0');
  };
  expect(wordsFor("{timestamp}\\n'{header:X-Api-Key}{body}")).toEqual([
    ...[
      'signature',
      'make',
      '--method',
      'POST',
      '--url',
      'https://staging.example/public/v1/orders/modify?a=1',
      '--body',
      '-',
    ],
    ...[
      "--header=X-Api-Key: it's",
      "--signature-template={timestamp}\\n'{header:X-Api-Key}{body}",
      '--signing-key-encoding',
      'hex',
    ],
    `{"a":"'"}`,
  ]);
  expect(wordsFor('{timestamp}…{body}').join(' ')).not.toContain('template');
  const nonce = curl({
    baseUrl: BASE,
    clause: 'MOD-011',
    shown,
    signature: { template: '{nonce}', keyEncoding: 'utf8' },
  });
  expect('command' in nonce && nonce.command).toContain(`grep -i '^X-Nonce:'`);
  expect('command' in nonce && nonce.command).not.toContain("once'");
  expect(curlCommand(BASE, { ...shown, target: '/a b' })).toBeNull();
});

test.describe('signs by what the run signed by, where the template cannot be shown', () => {
  const shown = someExchange({ method: 'POST', requestHeaders: [['X-Signature', 'ab']], requestBody: '' });
  const curlOf = (plan: Pick<RunPlan, 'profile' | 'flags'>, template = '…{body}'): string => {
    const made = curl({
      baseUrl: BASE,
      clause: 'MOD-011',
      shown,
      ...plan,
      signature: { template, keyEncoding: 'hex' },
    });
    return 'command' in made ? made.command : made.because;
  };

  test('the profile, as the replay command names it', () => {
    expect(curlOf({ profile: "it's/staging.yaml" })).toContain(
      `--profile='it'\\''s/staging.yaml' --signing-key-encoding hex)`,
    );
    expect(curlOf({ profile: 'staging.yaml' }, '{body}')).not.toContain('--profile');
    expect(curlOf({})).toContain('signature make');
  });

  test('and is not given where that was a flag', () => {
    const flags = { 'signature-template': null };
    const because = 'The signature template of the run, which was a flag, is taken out here.';
    expect(curlOf({ profile: 'staging.yaml', flags })).toBe(because);
    expect(curlOf({ flags: { 'signature-template': '{body}' } }, '{body}')).toContain('signature make');
  });
});

test('sends the bytes of a body that is no text', () => {
  const base64 = Buffer.of(0, 0xff, 0x27, 10).toString('base64');
  const odd = someExchange({ method: 'POST', requestHeaders: [], requestBase64: base64 });
  const command = curlCommand(BASE, odd) ?? '';
  expect(command).toMatch(/ --data-binary @-$/);
  const script = `curl() { od -An -tx1; }; ${command}`;
  expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim()).toBe('00 ff 27 0a');
  expect(curlCommand(BASE, { ...odd, requestBase64: `${base64}…` })).toBeNull();
});
