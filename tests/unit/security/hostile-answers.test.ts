import { Buffer } from 'node:buffer';
import { expect, test } from '@playwright/test';
import { answer, startRawServer } from '../client/raw-server.js';
import {
  bytesOf,
  certifyHostile,
  RUN_FILES,
  withBody,
  type HostileRun,
  type Misbehave,
} from '../../support/hostile-service.js';

const CLAUSES = ['ENV-002', 'ENV-004', 'ENV-006', 'LKP-011', 'LKP-014', 'MOD-001'];

/** The right answer with another text for a body. */
const changed =
  (change: (text: string) => string | Buffer): Misbehave =>
  async ({ real }) => {
    const right = await real();
    return bytesOf(withBody(right, change(right.body.toString('utf8'))));
  };

/** The right answer with further members at the beginning of its envelope. */
const withMembers = (members: string): Misbehave => changed((text) => text.replace('{', `{${members},`));

function expectWhole({ results, texts }: HostileRun): void {
  expect(results.notes.filter((note) => note.includes('error of tradecert'))).toEqual([]);
  expect([...texts.keys()]).toEqual(expect.arrayContaining(RUN_FILES));
}

const NO_JSON: Readonly<Record<string, Misbehave>> = {
  'bytes that are no UTF-8': changed((text) => Buffer.from(text.replace('{', '{"x":"\xff\xfe",'), 'latin1')),
  'a byte order mark': changed((text) => `\ufeff${text}`),
  'UTF-16': changed((text) => Buffer.from(text, 'utf16le')),
  NaN: withMembers('"x":NaN'),
  'NUL in a string': withMembers('"x":"\0"'),
  'two documents': changed((text) => text + text),
  'half a document': changed((text) => text.slice(0, text.length / 2)),
  markup: changed(() => '<html><meta http-equiv="refresh" content="0;url=http://127.0.0.1:9/"></html>'),
  nothing: changed(() => ''),
};

for (const [what, misbehave] of Object.entries(NO_JSON)) {
  test(`a body of ${what} is no JSON, and fails`, async () => {
    const run = await certifyHostile(misbehave, CLAUSES);
    expectWhole(run);
    expect(run.verdicts['ENV-002']).toBe('fail');
    expect(Object.values(run.verdicts)).not.toContain('pass');
  });
}

const TOO_DEEP: Readonly<Record<string, Misbehave>> = {
  'arrays nested 100,000 deep': changed(() => '['.repeat(100_000) + ']'.repeat(100_000)),
  'objects nested 100,000 deep': changed(() => `${'{"":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
  'nesting within the right envelope': withMembers(`"x":${'['.repeat(100_000)}${']'.repeat(100_000)}`),
};

for (const [what, misbehave] of Object.entries(TOO_DEEP)) {
  test(`a body of ${what} is beyond what is read, and settles nothing`, async () => {
    const run = await certifyHostile(misbehave, CLAUSES);
    expectWhole(run);
    expect(new Set(Object.values(run.verdicts))).toEqual(new Set(['unverified']));
    expect(run.results.clauses.find(({ id }) => id === 'ENV-002')?.reason).toContain('levels deep');
  });
}

const HARMLESS: Readonly<Record<string, Misbehave>> = {
  'members named __proto__, constructor and toString': withMembers(
    '"__proto__":{"status":1,"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1,"hasOwnProperty":2',
  ),
  'lone surrogates': withMembers('"x":"\\ud800 \\udc00\\ud800"'),
  'numbers beyond 2^53 and 1e400': withMembers('"a":9007199254740993,"b":1e400,"c":-1e400,"d":1e-400,"e":[1E+999]'),
};

for (const [what, misbehave] of Object.entries(HARMLESS)) {
  test(`${what} beside what the document asks for change no verdict`, async () => {
    const run = await certifyHostile(misbehave, CLAUSES);
    expectWhole(run);
    expect(new Set(Object.values(run.verdicts))).toEqual(new Set(['pass']));
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
}

test('an envelope that only its prototype would have is none', async () => {
  const run = await certifyHostile(
    changed((text) => `{"__proto__":${text}}`),
    CLAUSES,
  );
  expectWhole(run);
  expect([run.verdicts['ENV-004'], run.verdicts['ENV-006']]).toEqual(['fail', 'fail']);
  expect(run.verdicts['LKP-014']).toBe('unverified');
});

test('members that are there twice are warned of', async () => {
  const run = await certifyHostile(withMembers('"status":"first","data":{}'), ['ENV-009', 'ENV-004']);
  expectWhole(run);
  expect(run.verdicts['ENV-009']).toBe('warn');
});

test('a code of 1e400 is an integer, though a large one', async () => {
  const run = await certifyHostile(
    changed((text) => text.replace(/"code":\d+/, '"code":1e400')),
    ['ENV-005'],
  );
  expectWhole(run);
  expect(run.verdicts['ENV-005']).toBe('pass');
});

for (const status of [301, 302, 303, 307, 308, 200]) {
  test(`a redirect by ${status === 200 ? 'Refresh and markup' : status} is not followed`, async () => {
    const other = await startRawServer((socket) => socket.write(answer(200, '{}')));
    try {
      const location = `${other.origin}/public/v1/stocks/orders`;
      const body = `<meta http-equiv="refresh" content="0;url=${location}"><script>location="${location}"</script>`;
      const run = await certifyHostile(
        () =>
          answer(status, body, { Location: location, Refresh: `0; url=${location}`, 'Alt-Svc': `h2="${location}"` }),
        CLAUSES,
      );
      expectWhole(run);
      expect(Object.values(run.verdicts)).not.toContain('pass');
      expect(other.connections()).toBe(0);
    } finally {
      await other.close();
    }
  });
}

test('fresh pages without end are cut off', async () => {
  let pages = 0;
  const run = await certifyHostile(
    async ({ request, real }) => {
      const right = await real();
      if (!request.startsWith('GET') || right.status !== 200) return bytesOf(right);
      const text = right.body.toString('utf8');
      return bytesOf(
        withBody(
          right,
          text.replace(/"hasNext":\w+/, '"hasNext":true').replace(/"nextKey":"[^"]*"/, `"nextKey":"k${(pages += 1)}"`),
        ),
      );
    },
    ['PAG-001', 'PAG-003', 'LKP-014'],
  );
  expectWhole(run);
  expect(run.requests).toBeLessThan(20_000);
});

const EVIL = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</textarea>]]><!--',
  '{{7*7}} ${7*7} <%= 7*7 %> #{7*7}',
  '\u001b[2J\u001b]0;owned\u0007\u009b31m\u0000\u0008\r',
  '\u202egnp.exe\u2066',
  '::error file=a::owned',
  '| a | `b` | [x](javascript:alert(1))',
].join(' ');

test('what a service puts into its strings is shown as text in every output', async () => {
  const strings = changed((text) =>
    JSON.stringify(JSON.parse(text), (name, value: unknown) =>
      typeof value === 'string' && !/^(?:stockCd|nextKey|stockGroupCd)$/.test(name) ? EVIL : value,
    ).replace(/"code":\d+/, `"code":${JSON.stringify(EVIL)}`),
  );
  const run = await certifyHostile(
    async (asked) => {
      const bytes = (await strings(asked)) as Buffer;
      return Buffer.from(
        bytes.toString('latin1').replace('\r\n', `\r\nX-Evil: <script>alert(1)</script>\r\n`),
        'latin1',
      );
    },
    [...CLAUSES, 'ENV-005', 'LKP-015', 'LKP-002', 'OPN-001'],
  );
  expectWhole(run);
  expect(run.verdicts['ENV-005']).toBe('fail');
  for (const [name, text] of run.texts) {
    // eslint-disable-next-line no-control-regex -- control characters are what is looked for
    expect(/[\0-\x08\x0b-\x1f\x7f]/.test(text), `control characters in ${name}`).toBe(false);
  }
  const page = run.texts.get('index.html') ?? '';
  expect(page).not.toContain('<script>alert');
  expect(page).not.toContain('<img src=x');
  for (const name of ['junit.xml', 'badge.svg']) expect(run.texts.get(name)).not.toContain('<script>');
  const outsideOfCode = run.texts.get('summary.md')?.replace(/(`+)(?!`).*?[^`]\1(?!`)/g, '');
  expect(outsideOfCode).not.toMatch(/<script>|<img|\]\(javascript:|^::error/m);
  expect(run.texts.get('terminal')).not.toMatch(/^::error|\u202e|\u009b/m);
});
