import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { clauseById, loadCatalogue } from '../../../../src/contract/catalogue.js';
import { DOES_NOT_APPLY } from '../../../../src/contract/verdict-reasons.js';
import { inapplicable } from '../../../../src/contract/verdict.js';
import { CLIENT_CLAUSES, conductUnseen } from '../../../../src/oracle/conduct/client-judge.js';
import type { Passage } from '../../../../src/wire/passage.js';
import {
  BEARER,
  Conduct,
  conductOf,
  KEY_TEXT,
  lookupPassage,
  lookupTarget,
  madePassage,
  modifyPassage,
  NOW_MS,
  NOW_S,
  ORDER,
  ORIGIN,
  PREFIX,
  signed,
  someFacts,
  TOKEN,
  type MadePassage,
} from '../../../support/conduct-builder.js';
import { enveloped, someData } from '../../../support/exchange-builder.js';

const after = (seconds: number): number => NOW_MS + seconds * 1000;
const tooLarge = { trouble: { kind: 'oversize', because: 'it is too large' } } as const;
const lost = { trouble: { kind: 'timeout', because: 'no answer came' } } as const;

/** A modify that was made at a time and comes at another. */
function sentAgain(madeAtS: number, arrivedAtMs: number): ReturnType<typeof modifyPassage> {
  const headers = [BEARER, ['X-Timestamp', String(madeAtS)], ['Content-Type', 'application/json']] as const;
  return modifyPassage(ORDER, { headers, arrivedAtMs });
}

test('CLI-041: a modify that is sent again has the time of that moment', () => {
  expect(conductOf([modifyPassage(ORDER, lost), sentAgain(NOW_S, after(3))]).broken).toEqual(['CLI-041', 'CLI-044']);
  const renewed = conductOf([modifyPassage(ORDER, lost), sentAgain(NOW_S + 3, after(3))]);
  expect(renewed.broken).toEqual([]);
  expect(renewed.passed).toContain('CLI-041');
  const atOnce = conductOf([modifyPassage(ORDER, lost), sentAgain(NOW_S, after(1))]);
  expect(atOnce.outcomes.get('CLI-041')).toEqual([inapplicable(DOES_NOT_APPLY.resentAtOnce)]);
});

test('CLI-044: a modify that comes again byte for byte after no answer is sent blindly', () => {
  const broken = (first: MadePassage, again = sentAgain(NOW_S, after(1)), facts = someFacts()): readonly string[] =>
    conductOf([sentAgain(NOW_S, NOW_MS), again].with(0, modifyPassage(ORDER, first)), facts).broken;
  for (const unanswered of [lost, { status: 502 }, { status: 504 }]) {
    expect(broken(unanswered), JSON.stringify(unanswered)).toEqual(['CLI-044']);
  }
  for (const answered of [{}, { status: 400 }, { status: 503 }, { status: 500 }, tooLarge]) {
    expect(broken(answered), JSON.stringify(answered)).toEqual([]);
  }
  expect(broken(lost, sentAgain(NOW_S + 1, after(1)))).toEqual([]);
  const anew = (nonce: string): MadePassage => ({
    headers: [BEARER, ['X-Timestamp', String(NOW_S)], ['Content-Type', 'application/json'], ['X-Nonce', nonce]],
  });
  expect(broken({ ...lost, ...anew('1') }, modifyPassage(ORDER, anew('1')))).toEqual(['CLI-044']);
  expect(broken({ ...lost, ...anew('1') }, modifyPassage(ORDER, anew('2')))).toEqual([]);
  expect(broken(lost, modifyPassage({ ...ORDER, orderPrice: 1.2 }, { arrivedAtMs: after(1) }))).toEqual([]);
  const task = { task: 'modify-order', order: ORDER, change: {} } as const;
  expect(broken(lost, sentAgain(NOW_S, after(1)), someFacts({ task }))).not.toContain('CLI-044');
});

test('CLI-041: time counts from when the timestamp first came', () => {
  const passages = [0, 1.5, 3].map((seconds) => sentAgain(NOW_S, after(seconds)));
  expect(conductOf(passages).broken).toEqual(['CLI-041']);
  const other = modifyPassage({ ...ORDER, orderPrice: 1.2 }, { arrivedAtMs: after(3) });
  expect(conductOf([modifyPassage(), other]).outcomes.has('CLI-041')).toBe(false);
});

test('OPN-048: after which answers a request came again', () => {
  const conduct = new Conduct();
  expect(conduct.see(lookupPassage(), lookupPassage()).judge.answer('OPN-048')).toBeUndefined();
  conduct.see(lookupPassage(undefined, { status: 503 }));
  expect(conduct.judge.answer('OPN-048')).toEqual([]);
  conduct.see(lookupPassage(undefined, { status: 429 }), lookupPassage());
  conduct.see(modifyPassage(ORDER, lost), modifyPassage(ORDER, { answer: '{"data":{"success":false}}' }));
  expect(conduct.see(modifyPassage()).judge.answer('OPN-048')).toEqual([
    'status 200 without success',
    'status 429',
    'status 503',
    'timeout',
  ]);
});

test('an operation is judged in whatever equivalent spelling its target is', () => {
  for (const target of [`${PREFIX}/%6frders/modify`, `${PREFIX}/./orders/%6Dodify`]) {
    expect(conductOf([modifyPassage(ORDER, { target })]).broken, target).toEqual([]);
    expect(conductOf([modifyPassage({ ...ORDER, barrierPrice: 1 }, { target })]).broken, target).toEqual(['MOD-053']);
  }
  const absolute = `${ORIGIN}${PREFIX}/orders/modify`;
  expect(conductOf([withTarget(modifyPassage(), absolute)]).broken).toEqual([]);
  // Path and query are signed, whatever the form of the target.
  expect(conductOf([modifyPassage(ORDER, { target: absolute })]).broken).toEqual(['SIG-008']);
  const pages = [
    lookupPassage(undefined, { answer: enveloped({ ...someData(), hasNext: true, nextKey: 'k1' }) }),
    lookupPassage(undefined, { target: ORIGIN + lookupTarget('stockGroupCd=ALL&stockCd=&nextKey=k2') }),
  ];
  expect(conductOf(pages).broken).toEqual(['CLI-023']);
});

/** Without signing anew. */
function withTarget(passage: ReturnType<typeof modifyPassage>, target: string): typeof passage {
  return { ...passage, request: { ...passage.request, target } };
}

test('OPN-049: paths beyond the two operations are told, without query and secrets', () => {
  const conduct = new Conduct();
  expect(conduct.judge.answer('OPN-049')).toBeUndefined();
  conduct.see(lookupPassage(), modifyPassage());
  expect(conduct.judge.answer('OPN-049')).toEqual([]);
  for (const [method, target] of [
    ['GET', `${PREFIX}/orders/modify`],
    ['POST', `${lookupTarget('')}?x=1`],
    ['POST', `${PREFIX}/orders/modify/`],
    ['GET', `/stocks/orders`],
    ['GET', `/${TOKEN}/${'x'.repeat(500)}`],
    ['GET', `/${TOKEN}/${'x'.repeat(500)}y`],
  ] as const) {
    conduct.see(madePassage({ method, target, headers: [BEARER] }));
  }
  expect(conduct.judge.answer('OPN-049')).toEqual(
    [
      `GET /[redacted:token]/${'x'.repeat(102)}`,
      `GET ${PREFIX}/orders/modify`,
      'GET /stocks/orders',
      `POST ${PREFIX}/orders/modify/`,
      `POST ${PREFIX}/stocks/orders`,
    ].sort(),
  );
  for (let index = 0; index < 60; index += 1) conduct.see(madePassage({ target: `/${index}` }));
  expect(conduct.judge.answer('OPN-049')).toEqual(['more than 50']);
  expect(conduct.judge.answer('OPN-001')).toBeUndefined();
});

test('what a browser asks on its own before a request is none of the client', () => {
  const preflight = (target: string, wanted: string): Passage =>
    madePassage({
      ...{ method: 'OPTIONS', target, status: 204, answer: '' },
      headers: [
        ['Origin', 'https://app.example'],
        ['Access-Control-Request-Method', wanted],
        ['Access-Control-Request-Headers', 'authorization,content-type,x-signature,x-timestamp'],
      ],
    });
  const asked = [preflight(`${PREFIX}/orders/modify`, 'POST'), preflight(lookupTarget(), 'GET')];
  const alone = conductOf(asked);
  expect([...alone.outcomes]).toEqual([]);
  expect(alone.judge.answer('OPN-049')).toBeUndefined();
  const conduct = conductOf([...asked, modifyPassage(), lookupPassage()]);
  expect(conduct.broken).toEqual([]);
  expect(conduct.judge.answer('OPN-049')).toEqual([]);
});

test('what proxies and browsers add to a request breaks nothing', () => {
  const added = [
    ['Via', '1.1 proxy.example'],
    ['X-Forwarded-For', '192.0.2.1'],
    ['Origin', 'https://app.example'],
    ['Cookie', 'theme=dark'],
    ['Traceparent', `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`],
  ] as const;
  const passages = [lookupPassage(), modifyPassage()].map((passage) => ({
    ...passage,
    request: { ...passage.request, headers: [...passage.request.headers, ...added] },
  }));
  expect(conductOf(passages).broken).toEqual([]);
});

test('CLI-041: a modify that is sent again after any failure is made anew', () => {
  for (const failure of [{ status: 500 }, { status: 503 }, { status: 429 }, { status: 401 }, { status: 400 }, lost]) {
    const again = [2, 4, 9].map((seconds) => sentAgain(NOW_S + seconds, after(seconds)));
    expect(conductOf([modifyPassage(ORDER, failure), ...again]).broken, JSON.stringify(failure)).toEqual([]);
  }
});

test('OPN-048: a lookup that another client makes is none that came again', () => {
  const other = { headers: [['Authorization', `Bearer ${TOKEN}b`]] } as const;
  const conduct = conductOf([lookupPassage(undefined, { status: 503 }), lookupPassage(undefined, other)]);
  expect(conduct.judge.answer('OPN-048')).toEqual([]);
});

test('what is no operation of the document is judged by its secrets alone', () => {
  const conduct = conductOf([madePassage({ method: 'PUT', target: `${PREFIX}/orders`, body: '{' })]);
  expect([...conduct.outcomes.keys()].sort()).toEqual(['CLI-006', 'CLI-007']);
});

test('every clause that binds a client says why nothing was seen of it', () => {
  expect(CLIENT_CLAUSES.filter((id) => clauseById(id).role === 'service')).toEqual([]);
  expect(CLIENT_CLAUSES).toHaveLength(loadCatalogue().filter(({ role }) => role !== 'service').length);
  for (const clause of CLIENT_CLAUSES) {
    const outcome = conductUnseen(clause);
    expect('because' in outcome ? outcome.because : '', clause).toMatch(/^[a-z].{10,}[^.]$/);
  }
  expect(conductUnseen('CLI-041').outcome).toBe('inapplicable');
  expect(conductUnseen('AUT-002')).toMatchObject({ because: 'no lookup was seen that puts it to the test' });
  expect(conductUnseen('CLI-031')).toMatchObject({
    because: 'nothing in the scenarios that were played puts it to the test',
  });
  expect(conductUnseen('MOD-041')).toMatchObject({ because: 'no modify was seen that puts it to the test' });
});

test('no clause that binds a client gets an outcome that another one has to give', () => {
  const conduct = conductOf([modifyPassage(), lookupPassage()]);
  for (const clause of conduct.outcomes.keys()) expect(CLIENT_CLAUSES).toContain(clause);
});

test('no request is too strange to be judged, and none makes a finding tell a secret', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(TOKEN, KEY_TEXT, `Bearer ${TOKEN}`, '%', '%zz', '+', '\0', '{"__proto__":1}'),
  );
  const name = fc.oneof(text, fc.constantFrom('Authorization', 'X-Signature', 'X-Timestamp', 'Content-Type'));
  const targets = fc.tuple(fc.constantFrom('/orders/modify', '/stocks/orders', '/'), text);
  const made = fc.record({
    method: fc.constantFrom('GET', 'POST', 'PUT'),
    target: targets.map(([path, rest]) => `${PREFIX}${path}?nextKey=${rest}`),
    headers: fc.array(fc.tuple(name, text), { maxLength: 6 }),
    body: fc.oneof(text, fc.json(), fc.uint8Array(), fc.constant(null)),
    answer: fc.oneof(text, fc.json()),
    status: fc.constantFrom(200, 204, 400, 503),
  });
  fc.assert(
    fc.property(fc.array(made, { maxLength: 8 }), fc.boolean(), (requests, isTold) => {
      const order = isTold ? () => ORDER : () => undefined;
      const conduct = conductOf(requests.map(madePassage), someFacts({ order }));
      const told = JSON.stringify([
        ...conduct.outcomes,
        conduct.judge.answer('OPN-048'),
        conduct.judge.answer('OPN-049'),
      ]);
      expect(told).not.toContain(TOKEN);
      expect(told).not.toContain(KEY_TEXT);
    }),
    { seed: 9, numRuns: 300 },
  );
});

test('causes hold no values', () => {
  const strange = 'VALUE-OF-THE-RUN';
  const body = { ...ORDER, orderNo: strange, sideCd: strange, orderDateTime: strange, [strange]: 1 };
  const conduct = conductOf([
    modifyPassage(body, { target: `${PREFIX}/orders/modify?${strange}` }),
    signed(lookupPassage(`stockGroupCd=${strange}&${strange}=1&nextKey=${strange}`, { status: 400, body: strange })),
    lookupPassage(undefined, {
      headers: [
        ['Authorization', strange],
        ['X-Timestamp', strange],
      ],
    }),
  ]);
  expect(conduct.broken.length).toBeGreaterThan(8);
  for (const outcome of [...conduct.outcomes.values()].flat()) {
    if (outcome.outcome === 'broken') expect(outcome.finding.cause).not.toContain(strange);
  }
});
