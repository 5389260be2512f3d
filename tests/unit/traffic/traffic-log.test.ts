import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { TrafficLog } from '../../../src/traffic/traffic-log.js';
import type { Exchange } from '../../../src/wire/exchange.js';
import type { Passage } from '../../../src/wire/passage.js';
import {
  BEARER,
  lookupPassage,
  lookupTarget,
  madePassage,
  modifyPassage,
  ORDER,
  PREFIX,
  type MadePassage,
} from '../../support/conduct-builder.js';
import { enveloped, someData } from '../../support/exchange-builder.js';
import { auditSettings } from '../../support/har-builder.js';
import { test } from '../cli/temporary-folder.js';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (sub: string, alg = 'HS256'): string => `${encode({ alg })}.${encode({ sub })}.${'s1Gn-'.repeat(6)}`;
const [UNKNOWN, OTHER, KEY] = [jwt('unknown'), jwt('other', 'ES256'), jwt('a paging key', 'HS512')];

/** What exchanges.jsonl has of passages, as text and as exchanges. */
function recorded(folder: string, ...passages: readonly Passage[]): { text: string; exchanges: readonly Exchange[] } {
  const outDir = mkdtempSync(join(folder, 'out-'));
  const log = new TrafficLog(auditSettings(outDir));
  const exchanges = passages.map((passage) => log.record('traffic', PREFIX, passage));
  log.close();
  return { text: readFileSync(join(outDir, 'exchanges.jsonl'), 'utf8'), exchanges };
}

const page = (nextKey: string, more: object = {}): unknown =>
  enveloped({ ...someData(), hasNext: nextKey !== '', nextKey, ...more });
const asking = (nextKey: string): string => `stockGroupCd=ALL&stockCd=&nextKey=${nextKey}`;

test('a JWT that nobody told of is recorded nowhere', ({ folder }) => {
  const spelled = UNKNOWN.replaceAll('.', '%2E').replace('eyJ', '%2565%79J');
  const { text } = recorded(
    folder,
    ...[`${lookupTarget()}&t=${UNKNOWN}`, `/a/${UNKNOWN}/b`, `${lookupTarget()}&t=${spelled}`, `/a/${spelled}`].map(
      (target) => madePassage({ target }),
    ),
    lookupPassage(undefined, { headers: [['X-Mine', `is ${UNKNOWN}`]], answer: page('', { said: UNKNOWN }) }),
    modifyPassage({ ...ORDER, note: UNKNOWN }),
    modifyPassage(`{"note":"${UNKNOWN.replaceAll('.', '\\u002e')}"}`),
    modifyPassage(UNKNOWN, { status: 400, answer: `<p>${UNKNOWN}</p>` }),
  );
  expect(text).toContain('[redacted:token]');
  for (const part of [UNKNOWN, ...UNKNOWN.split('.').slice(1)]) expect(text.includes(part), part).toBe(false);
  expect(text.includes('%2565%79J')).toBe(false);
});

test('a header may have any name', ({ folder }) => {
  const names = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];
  const headers = names.map((name) => [name, 'a value of some length'] as const);
  const { exchanges } = recorded(folder, modifyPassage(ORDER, { headers }));
  expect(exchanges[0]?.request.headers).toEqual(expect.arrayContaining(headers));
});

test('a nextKey and an instrument that look like one stay, in answers and when they come back', ({ folder }) => {
  const { exchanges } = recorded(
    folder,
    lookupPassage(asking(''), { answer: page(KEY, { details: [{ stockCd: OTHER }], sellPrices: { [OTHER]: '1' } }) }),
    lookupPassage(asking(KEY), { answer: page(`v1:${KEY}`) }),
    lookupPassage(`stockGroupCd=ALL&stockCd=${OTHER}&nextKey=`, { answer: page('') }),
    lookupPassage(asking(`v1%3A${KEY}`), { answer: page('') }),
  );
  const shown = exchanges.map(({ request, response }) => `${request.target} ${response?.text ?? ''}`);
  expect(shown[0]).toContain(`"nextKey":"${KEY}"`);
  expect(shown[0]).toContain(`"${OTHER}":"1"`);
  expect(shown[1]).toContain(`nextKey=${KEY} `);
  expect(shown[2]).toContain(`stockCd=${OTHER}&`);
  expect(shown[3]).toContain(`nextKey=v1%3A${KEY} `);
  expect(shown.join()).not.toContain('redacted');
});

test('a nextKey whose first part is that of a known token is recorded alike in both directions', ({ folder }) => {
  const keys = ['one', 'two'].map((sub) => jwt(sub));
  const { exchanges } = recorded(
    folder,
    ...keys.map((key, at) => lookupPassage(asking(keys[at - 1] ?? ''), { answer: page(key) })),
    lookupPassage(asking(keys[1] ?? '')),
  );
  const given = exchanges.map(({ response }) => /"nextKey":"([^"]*)"/.exec(response?.text ?? '')?.[1]);
  const sent = exchanges.map(({ request }) => request.target.split('nextKey=')[1]);
  expect(sent.slice(1)).toEqual(given.slice(0, 2));
  expect(new Set(given).size).toBe(3);
});

test('a token that is known is taken out, even where it is given as nextKey', ({ folder }) => {
  const asToken = lookupPassage(asking(''), { headers: [['Authorization', `Bearer ${KEY}`]], answer: page(KEY) });
  expect(recorded(folder, asToken, lookupPassage(asking(KEY))).text.includes(KEY)).toBe(false);
});

const LOGIN: MadePassage = {
  ...{ method: 'POST', target: `${PREFIX}/login;sid=s3ss10n?user=me&pin=1234&bare-value&empty=` },
  headers: [
    ...[['Host', 'h.example'] as const, ['X-Api-Key', 'api-key-of-mine-1'] as const, ['X-Account', 'acc-17'] as const],
    ['Authorization', `Basic ${Buffer.from('me:my-password').toString('base64')}`],
  ],
  body: '{"user":"me","password":"open-sesame-1"}',
  answer: { access_token: 'opaque-access-token-1', refresh_token: 'opaque-refresh-token-1', name: 'My Name' },
};

test('of other operations, bodies and values are not recorded, and what else there is stays', ({ folder }) => {
  const { text, exchanges } = recorded(folder, madePassage(LOGIN));
  for (const secret of [
    ...['s3ss10n', '1234', 'bare-value', 'api-key-of-mine-1', 'acc-17', 'open-sesame-1', 'opaque-', 'My Name'],
    Buffer.from('me:my-password').toString('base64'),
  ]) {
    expect(text.includes(secret), secret).toBe(false);
  }
  const [login] = exchanges;
  expect(login?.request).toMatchObject({
    target: `${PREFIX}/login;sid=[redacted:value]?user=[redacted:value]&pin=[redacted:secret]&[redacted:value]&empty=`,
    headers: [
      ['Host', 'h.example'],
      ['X-Api-Key', '[redacted:secret]'],
      ['X-Account', '[redacted:value]'],
      ['Authorization', 'Basic [redacted:token]'],
    ],
    text: '[not recorded] …',
    size: 40,
  });
  expect(login?.response).toMatchObject({ status: 200, text: '[not recorded] …', json: { ok: false } });
  expect(login?.response?.size).toBeGreaterThan(90);
  const bare = recorded(folder, madePassage({ target: '/x', answer: '' })).exchanges[0];
  expect([bare?.request.text, bare?.response?.text]).toEqual([null, '']);
});

test('what another operation handed out, or was sent, is found elsewhere', ({ folder }) => {
  const said = 'opaque-access-token-1, opaque-refresh-token-1, api-key-of-mine-1, open-sesame-1';
  const { text } = recorded(
    folder,
    madePassage(LOGIN),
    lookupPassage(undefined, { headers: [BEARER, ['X-Echo', said]], answer: page('', { said }) }),
  );
  for (const secret of said.split(', ')) expect(text.includes(secret), secret).toBe(false);
});

test('in the two operations, what is named like a secret is closed, and their own members are not', ({ folder }) => {
  const { text, exchanges } = recorded(
    folder,
    lookupPassage(`${asking('k')}&access_token=abc1`, {
      headers: [BEARER, ['X-Auth-Token', 'abc2'], ['Idempotency-Key', 'shown-1']],
      answer: page('k2', { token: 'abc3' }),
    }),
    modifyPassage({ ...ORDER, password: 'abc4', 'p\u0061ss': 'shown-2' }),
    modifyPassage('{"p\\u0061ssword":"abc5"}'),
    modifyPassage('password=abc6&stockCd=shown-3', { status: 400, answer: '{"apiKey":"abc7"}' }),
  );
  for (let at = 1; at <= 7; at += 1) expect(text.includes(`abc${at}`), String(at)).toBe(false);
  for (let at = 1; at <= 3; at += 1) expect(text.includes(`shown-${at}`), String(at)).toBe(true);
  expect(exchanges[0]?.response?.text).toContain('"nextKey":"k2"');
  expect(exchanges[0]?.request.target).toContain('nextKey=k&access_token=[redacted:secret]');
});

test('the name and password of a URL are closed', ({ folder }) => {
  const target = `http://me:open-sesame@api.example${lookupTarget()}`;
  expect(recorded(folder, madePassage({ target })).exchanges[0]?.request.target).toBe(
    `http://[redacted:authorization]@api.example${lookupTarget()}`,
  );
});

test('a client cannot make us forget its token by sending many', ({ folder }) => {
  const many = Array.from({ length: 200 }, (_, at) => `many-tokens-to-forget-${at}`);
  const flood = madePassage({
    target: '/x',
    headers: [['Authorization', `Bearer ${OTHER}`]],
    answer: JSON.stringify(many.map((token) => ({ token }))),
  });
  const floods = Array.from({ length: 8 }, () => flood);
  const encoded = Buffer.from(OTHER).toString('base64');
  const echo = lookupPassage(asking(''), { headers: flood.request.headers, answer: page('', { said: encoded }) });
  expect(recorded(folder, ...floods, echo).text.includes(encoded)).toBe(false);
});

test('a short token is found elsewhere where it has letters and digits: words and numbers are no secrets', ({
  folder,
}) => {
  const said = (token: string): unknown => {
    const headers = [['Authorization', `Bearer ${token}`]] as const;
    const passage = lookupPassage(asking(''), { headers, answer: page('', { said: token }) });
    return recorded(folder, passage).exchanges[0]?.response?.text?.includes(token);
  };
  for (const token of ['k3y-of-a', 'abcdefg8']) expect(said(token), token).toBe(false);
  for (const token of ['k3y-of-', 'undefined', 'orderPrice', 'LIMIT_STOP', '20260105', 'STOP']) {
    expect(said(token), token).toBe(true);
  }
});

test('beyond the size of the record, passages are judged and counted, and not recorded', ({ folder }) => {
  const log = new TrafficLog({ ...auditSettings(folder), mostRecordBytes: 3_000 });
  const passages = Array.from({ length: 20 }, () => madePassage(LOGIN));
  const exchanges = passages.map((passage) => log.record('traffic', PREFIX, passage));
  log.close();
  const lines = readFileSync(join(folder, 'exchanges.jsonl'), 'utf8').split('\n').slice(0, -1);
  expect(exchanges.map(({ number }) => number)).toEqual(passages.map((_, index) => index + 1));
  expect(lines.length).toBeGreaterThan(0);
  expect([log.requests, log.unrecorded]).toEqual([20, 20 - lines.length]);
  expect(log.trouble).toContain(`(3000 bytes): ${20 - lines.length} exchanges are not in it.`);
});
