import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Headers } from '../../../src/wire/exchange.js';
import type { Passage } from '../../../src/wire/passage.js';
import { withHeader, withoutHeader } from '../../../src/wire/headers.js';
import {
  BEARER,
  FULL_ORDER,
  lookupPassage,
  modifyPassage,
  NOW_MS,
  NOW_S,
  ORDER,
  ORIGIN,
  PREFIX,
  TOKEN,
} from '../../support/conduct-builder.js';
import { enveloped, someData } from '../../support/exchange-builder.js';
import { audited, clauseOf, entryOf, withVerdict, type Entry } from '../../support/har-builder.js';
import { test } from '../cli/temporary-folder.js';

const page = (hasNext: boolean, nextKey: string): object => enveloped({ ...someData(), hasNext, nextKey }) as object;
const at = (seconds: number): { arrivedAtMs: number } => ({ arrivedAtMs: NOW_MS + seconds * 1_000 });

/** A walk of two pages and a modify, all of them right. */
function rightTraffic(): Passage[] {
  return [
    lookupPassage('stockGroupCd=ALL&stockCd=&nextKey=', { answer: page(true, 'k+/=1'), ...at(0) }),
    lookupPassage('stockGroupCd=ALL&stockCd=&nextKey=k%2B%2F%3D1', { answer: page(false, ''), ...at(1) }),
    modifyPassage(FULL_ORDER, at(2)),
  ];
}

function withoutHeaders(passage: Passage, ...names: readonly string[]): Passage {
  const headers = names.reduce(withoutHeader, passage.request.headers);
  return { ...passage, request: { ...passage.request, headers } };
}

const entries = (passages: readonly Passage[]): Entry[] => passages.map(entryOf);
const BAD = ['fail', 'warn'] as const;

test('right traffic is held against nobody, and what it shows is passed', async ({ folder }) => {
  const { client, service, baseUrl } = await audited(folder, entries(rightTraffic()));
  expect(baseUrl).toBe(`${ORIGIN}${PREFIX}`);
  for (const results of [client, service]) expect(withVerdict(results, ...BAD)).toEqual([]);
  expect(withVerdict(client, 'pass')).toEqual(
    expect.arrayContaining(['AUT-001', 'AUT-002', 'CLI-001', 'CLI-023', 'CLI-026', 'CLK-001', 'SIG-004', 'SIG-006']),
  );
  expect(withVerdict(service, 'pass')).toEqual(expect.arrayContaining(['ENV-001', 'LKP-011', 'INS-001', 'MOD-007']));
  expect(clauseOf(service, 'SIG-001')).toMatchObject({ verdict: 'inapplicable' });
  expect(clauseOf(client, 'CLI-013')).toMatchObject({ verdict: 'inapplicable' });
  expect([client.verdict, client.requests, client.notes]).toEqual(['incomplete', 3, []]);
});

test('what is wrong is found on the side that is wrong', async ({ folder }) => {
  const passages = [
    ...rightTraffic(),
    modifyPassage({ ...ORDER, barrierPrice: 1 }, at(3)),
    modifyPassage(ORDER, { ...at(4), answer: enveloped({ success: 'yes' }) }),
  ];
  const { client, service } = await audited(folder, entries(passages));
  expect(withVerdict(client, ...BAD)).toEqual(['MOD-053']);
  expect(withVerdict(service, ...BAD)).toEqual(['MOD-007']);
  expect(clauseOf(client, 'MOD-053').findings[0]?.shown?.exchange).toBe(4);
});

test('an operation is found and judged in whatever spelling its path is', async ({ folder }) => {
  const spelled = rightTraffic().map((passage) => {
    const target = passage.request.target.replace('/public/', '/%70ublic/').replace('/orders', '/%6frders');
    return { ...passage, request: { ...passage.request, target } };
  });
  for (const options of [{}, { baseUrl: `${ORIGIN}/publi%63/v1` }]) {
    const { client, service, baseUrl } = await audited(folder, entries(spelled), options);
    expect(baseUrl).toBe(`${ORIGIN}${PREFIX}`);
    expect(clauseOf(client, 'CLI-023').verdict).toBe('pass');
    expect(clauseOf(service, 'MOD-007').verdict).toBe('pass');
    expect(withVerdict(client, ...BAD)).toEqual(['SIG-008']);
  }
});

test('without the key signatures are not verified, and nothing else changes', async ({ folder }) => {
  const { client } = await audited(folder, entries(rightTraffic()), { key: null });
  expect(withVerdict(client, ...BAD)).toEqual([]);
  expect(clauseOf(client, 'SIG-001').verdict).toBe('pass');
  expect(clauseOf(client, 'SIG-004').verdict).toBe('unverified');
});

test('a wrong signature is found, but not over a body that was not kept as it was sent', async ({ folder }) => {
  const wrong = modifyPassage(ORDER, {
    headers: [BEARER, ['X-Timestamp', String(NOW_S)], ['X-Signature', 'ab'.repeat(64)]],
  });
  const found = await audited(join(folder), entries([wrong]));
  expect(clauseOf(found.client, 'SIG-004').verdict).toBe('fail');
});

test('of a body with characters that stand for no text, the signature is not verified', async ({ folder }) => {
  const [right] = entries([modifyPassage(ORDER)]);
  const request = right?.['request'] as object;
  const lossy = {
    ...right,
    request: { ...request, postData: { text: JSON.stringify({ ...ORDER, stockCd: '\ufffd' }) } },
  };
  const { client } = await audited(folder, [lossy]);
  expect(withVerdict(client, ...BAD)).toEqual([]);
  expect(clauseOf(client, 'SIG-004').reason).toContain('a body was not kept whole');
});

test.describe('what was taken out of a recording', () => {
  const clauses = ['AUT-001', 'AUT-002', 'AUT-003', 'AUT-004'];

  test('blames nobody where no request has an Authorization header', async ({ folder }) => {
    const { client } = await audited(
      folder,
      entries(rightTraffic().map((one) => withoutHeaders(one, 'authorization'))),
    );
    expect(withVerdict(client, ...BAD)).toEqual([]);
    for (const id of ['AUT-001', 'AUT-002']) expect(clauseOf(client, id).verdict).toBe('unverified');
    expect(clauseOf(client, 'SIG-004').verdict).toBe('pass');
    expect(client.notes.join()).toContain('No request has an Authorization header');
  });

  test('blames nobody where a placeholder stands in its place', async ({ folder }) => {
    for (const placeholder of ['REDACTED', 'Bearer [REDACTED]', '***', 'Bearer <removed>', 'Bearer ••••••']) {
      const passages = rightTraffic().map((passage): Passage => {
        const headers = withHeader(passage.request.headers, 'Authorization', placeholder);
        const signed = passage.request.method === 'POST' ? withHeader(headers, 'X-Signature', 'REDACTED') : headers;
        return { ...passage, request: { ...passage.request, headers: signed } };
      });
      const { client } = await audited(folder, entries(passages));
      expect(withVerdict(client, ...BAD)).toEqual([]);
      for (const id of [...clauses, 'SIG-001', 'SIG-004']) expect(clauseOf(client, id).verdict, id).toBe('unverified');
    }
  });

  test('blames nobody where signature and timestamp are gone, too', async ({ folder }) => {
    const bare = rightTraffic().map((one) => withoutHeaders(one, 'authorization', 'x-signature', 'x-timestamp'));
    const { client } = await audited(folder, entries(bare));
    expect(withVerdict(client, ...BAD)).toEqual([]);
    for (const id of ['SIG-001', 'CLK-001']) expect(clauseOf(client, id).verdict).toBe('unverified');
  });

  test('blames nobody where a recorder keeps no headers', async ({ folder }) => {
    const bare = rightTraffic().map((one, index): Passage =>
      index === 2 ? { ...one, request: { ...one.request, headers: [] } } : one,
    );
    const { client } = await audited(folder, entries(bare));
    expect(withVerdict(client, ...BAD)).toEqual([]);
    expect(clauseOf(client, 'CLI-001').reason).toContain('does not have the headers');
  });

  test('blames nobody for a modify that is sent again where its timestamp is gone', async ({ folder }) => {
    const timesOf = (time: string): Headers => [BEARER, ['X-Timestamp', time], ['Content-Type', 'application/json']];
    const unanswered = { trouble: { kind: 'reset', because: 'the connection was closed' } } as const;
    const sentTwice = (headers: Headers): Passage[] => [
      modifyPassage(ORDER, { ...unanswered, headers }),
      modifyPassage(ORDER, { headers, ...at(1) }),
    ];
    const blamed = await audited(folder, entries(sentTwice(timesOf(String(NOW_S)))));
    expect(withVerdict(blamed.client, ...BAD)).toEqual(['CLI-044']);
    const { client } = await audited(folder, entries(sentTwice(timesOf('REDACTED'))));
    expect(withVerdict(client, ...BAD)).toEqual([]);
    expect(clauseOf(client, 'CLI-044').reason).toContain('X-Timestamp was taken out of the recording');
  });

  test('blames a client that leaves Authorization out once', async ({ folder }) => {
    const [first, second, third] = rightTraffic();
    if (first === undefined || second === undefined || third === undefined) throw new Error('no traffic');
    const { client } = await audited(folder, entries([first, second, withoutHeaders(third, 'authorization')]));
    expect(withVerdict(client, 'fail')).toEqual(['AUT-001']);
  });

  test('leaves a signature open that covers a token without its end', async ({ folder }) => {
    const short = `Bearer ${TOKEN.slice(0, TOKEN.lastIndexOf('.') + 1)}redacted`;
    const passages = rightTraffic().map((one): Passage => {
      const headers = withHeader(one.request.headers, 'Authorization', short);
      return { ...one, request: { ...one.request, headers } };
    });
    const { resolveTemplate } = await import('../../../src/wire/signature-template.js');
    const { client } = await audited(folder, entries(passages), {
      template: resolveTemplate('{timestamp}{token}{body}'),
    });
    expect(withVerdict(client, ...BAD)).toEqual([]);
    expect(clauseOf(client, 'SIG-004').reason).toContain('covers the token');
  });
});

test.describe('the order of entries', () => {
  test('does not matter: the newest may come first', async ({ folder }) => {
    const { client } = await audited(folder, entries(rightTraffic()).reverse());
    expect(withVerdict(client, ...BAD)).toEqual([]);
    expect(clauseOf(client, 'CLI-023').verdict).toBe('pass');
  });

  test('leaves the sequence open where it cannot be mended', async ({ folder }) => {
    const large = 'x'.repeat(6 * 1024 * 1024);
    const backwards = [4, 3, 2, 1].map((second) =>
      lookupPassage('stockGroupCd=ALL&stockCd=&nextKey=', {
        ...at(second),
        answer: enveloped({ ...someData(), hasNext: false, nextKey: '', more: large }),
      }),
    );
    const { client } = await audited(folder, entries([...rightTraffic(), ...backwards]));
    expect(withVerdict(client, ...BAD)).toEqual([]);
    expect(clauseOf(client, 'CLI-026')).toMatchObject({ verdict: 'unverified' });
    expect(client.notes.join()).toContain('no order of time');
  });
});

test.describe('the clock', () => {
  const stale = (seconds: number, date: number | null): Entry => {
    const passage = modifyPassage(ORDER, {
      headers: [BEARER, ['X-Timestamp', String(NOW_S - seconds)], ['Content-Type', 'application/json']],
    });
    const [entry] = entries([passage]);
    const response = entry?.['response'] as { headers: object[] };
    const dated = date === null ? [] : [{ name: 'Date', value: new Date(NOW_MS + date * 1_000).toUTCString() }];
    return { ...entry, response: { ...response, headers: [...response.headers, ...dated] } };
  };

  for (const [what, seconds, date, verdict] of [
    ['a timestamp of two minutes ago, where the clocks agree', 120, 0, 'fail'],
    ['one of a moment ago, where the clocks agree', 2, 0, 'pass'],
    ['one at the edge of the window, where the clocks agree', 62, 0, 'unverified'],
    ['one of two minutes ago, where the recorder was two minutes ahead', 120, -120, 'unverified'],
    ['one of a moment ago, where nothing tells the time', 0, null, 'unverified'],
    ['one of two minutes ago, where nothing tells the time', 120, null, 'unverified'],
    ['one of ten minutes ago, where nothing tells the time', 600, null, 'fail'],
  ] as const) {
    test(`${what}: ${verdict}`, async ({ folder }) => {
      const { client } = await audited(folder, [stale(seconds, date)]);
      expect(clauseOf(client, 'CLK-006').verdict).toBe(verdict);
    });
  }

  test('times without an offset blame no timestamp for a time zone, and pass none', async ({ folder }) => {
    const entry = { ...stale(9 * 3_600, null), startedDateTime: new Date(NOW_MS).toISOString().replace('Z', '') };
    const { client } = await audited(folder, [entry]);
    expect(withVerdict(client, ...BAD)).toEqual([]);
    expect(clauseOf(client, 'CLK-006')).toMatchObject({ verdict: 'unverified' });
    expect(clauseOf(client, 'CLK-006').reason).toContain('only to within 93600 s');
  });
});

test.describe('what is left out', () => {
  test('what the recorder answered or asked itself', async ({ folder }) => {
    const [right] = entries([lookupPassage('wrong=1')]);
    const preflight = entries([
      lookupPassage('', { method: 'OPTIONS', headers: [['Access-Control-Request-Method', 'GET']] }),
    ]);
    const own = [
      ...[{ _fromCache: 'disk' }, { _wasFulfilled: true }, { _fetchedViaServiceWorker: true }].map((mark) => ({
        ...right,
        ...mark,
      })),
      ...preflight,
    ];
    const { client, service } = await audited(folder, [...entries(rightTraffic()), ...own]);
    for (const results of [client, service]) expect(withVerdict(results, ...BAD)).toEqual([]);
    expect(client.requests).toBe(3);
    expect(client.notes.join()).toContain('Of the entries, 4 came from a cache');
  });

  test('what is not below the base URL', async ({ folder }) => {
    const urls = [
      'https://other.example/public/v1/x',
      `${ORIGIN}/public/v10/x`,
      'data:text/plain,x',
      'wss://a.example/x',
    ];
    const others = urls.map((url) => ({ ...entryOf(lookupPassage('wrong=1')), request: { url } }));
    const { client } = await audited(folder, [...others, ...entries(rightTraffic())]);
    expect([client.requests, client.notes]).toEqual([3, []]);
  });
});

test.describe('the service', () => {
  const elsewhere = (url: string): Entry => {
    const [entry] = entries([lookupPassage()]);
    return { ...entry, request: { ...(entry?.['request'] as object), url } };
  };
  const two = [elsewhere('https://a.example/v1/stocks/orders'), elsewhere('https://b.example/x/v1/orders/modify?y')];

  test('is asked for where the recording has several, which are listed', async ({ folder }) => {
    await expect(audited(folder, two)).rejects.toThrow(
      'several services: https://a.example/v1, https://b.example/x/v1.',
    );
  });

  test('is the one that is named', async ({ folder }) => {
    const { client, baseUrl } = await audited(folder, two, { baseUrl: 'https://a.example/v1' });
    expect([client.requests, baseUrl]).toEqual([1, 'https://a.example/v1']);
  });

  test('is missed where no entry is for either operation', async ({ folder }) => {
    await expect(audited(folder, [elsewhere('https://a.example/login')])).rejects.toThrow('No entry of the recording');
    await expect(audited(folder, [])).rejects.toThrow('The recording is empty');
    await expect(audited(folder, two, { baseUrl: 'https://c.example' })).rejects.toThrow('below the base URL');
  });

  test('of many is named with a few of them, and without tokens', async ({ folder }) => {
    const many = Array.from({ length: 80 }, (_, index) =>
      elsewhere(`https://h${index}.example/${TOKEN}/stocks/orders`),
    );
    const message = await audited(folder, many).catch((error: unknown) => String(error));
    expect(message).toContain('https://h9.example/[redacted:token], ….');
    expect(message).not.toContain('https://h10.example');
  });
});

test('no secret of the recording reaches an output, not even before it was used', async ({ folder }) => {
  const secrets = {
    refresh: 'refresh-1234567890-abcdef',
    apiKey: 'key-in-a-header-0987654321',
    inQuery: 'key-in-a-query-5647382910',
    cookie: 'cookie-of-the-session-1029',
    forwarded: 'forwarded-0192837465-zyx',
    short: 'pin-40',
    inAddress: 'sig-of-address-5729',
    early: TOKEN,
    signature: 'q0Fz'.repeat(22),
  };
  const login = lookupPassage('', {
    ...{ method: 'POST', target: `${PREFIX}/login?api_key=${secrets.inQuery}&sig=${secrets.inAddress}`, ...at(-9) },
    headers: [
      ['X-Api-Key', secrets.apiKey],
      ['Cookie', `s=${secrets.cookie}`],
      ['X-Forwarded-Authorization', secrets.forwarded],
      ['X-Passcode', secrets.short],
      ['Referer', `https://h.example/?code=${secrets.inAddress}`],
    ],
    body: JSON.stringify({ password: 'open-sesame-for-tests' }),
    answer: { access_token: TOKEN, refresh_token: secrets.refresh },
  });
  const telling = lookupPassage('stockGroupCd=ALL&stockCd=&nextKey=', {
    ...at(-5),
    answer: enveloped({ ...someData(), hasNext: false, nextKey: '', said: `${TOKEN} ${secrets.apiKey}` }),
  });
  const odd = modifyPassage(ORDER, {
    ...at(9),
    headers: [BEARER, ['X-Timestamp', String(NOW_S)], ['X-Signature', secrets.signature]],
    target: `${PREFIX}/orders/modify?s=${secrets.signature}`,
  });
  const results = await audited(folder, entries([telling, login, ...rightTraffic(), odd]));
  const written = readdirSync(join(folder, 'out')).map((name) => readFileSync(join(folder, 'out', name), 'utf8'));
  const all = [JSON.stringify(results), ...written].join('\n');
  expect(all).toContain('orders/modify');
  for (const secret of [...Object.values(secrets), 'open-sesame-for-tests', ...TOKEN.split('.')]) {
    expect(all.includes(secret), secret).toBe(false);
  }
});
