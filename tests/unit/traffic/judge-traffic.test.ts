import { createSecretKey } from 'node:crypto';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { ClauseResult, Results } from '../../../src/contract/results.js';
import type { Answer } from '../../../src/contract/verdict.js';
import { TrafficJudge, type BothResults } from '../../../src/traffic/judge-traffic.js';
import type { Passage } from '../../../src/wire/passage.js';
import { DEFAULT_TEMPLATE, resolveTemplate } from '../../../src/wire/signature-template.js';
import {
  BEARER,
  KEY_TEXT,
  lookupPassage,
  modifyPassage,
  NOW_MS,
  NOW_S,
  ORDER,
  ORIGIN,
  PREFIX,
  TOKEN,
} from '../../support/conduct-builder.js';
import { enveloped, someData, someInstrument } from '../../support/exchange-builder.js';
import { test } from '../cli/temporary-folder.js';

/** What the client's side of some traffic comes to. */
const clientOf = (folder: string, passages: readonly Passage[], untilMs?: number): Results =>
  bothOf(folder, passages, untilMs).client;

/** A run's folder of its own. */
function outDirIn(folder: string): string {
  mkdirSync(folder, { recursive: true });
  return mkdtempSync(join(folder, 'out-'));
}

function bothOf(
  folder: string,
  passages: readonly Passage[],
  untilMs?: number,
  pins: Readonly<Record<string, Answer>> = {},
): BothResults {
  const judge = new TrafficJudge({
    settings: {
      ...{
        outDir: outDirIn(folder),
        seed: 1,
        depth: 'smoke',
        only: null,
        strict: false,
        profile: { pins },
      },
      ...{ profileFile: null, env: {}, token: '', signingKey: KEY_TEXT, signingKeyEncoding: 'utf8' },
      signatureTemplate: DEFAULT_TEMPLATE,
    },
    template: resolveTemplate(DEFAULT_TEMPLATE),
    key: createSecretKey(Buffer.from(KEY_TEXT)),
    baseUrl: `${ORIGIN}${PREFIX}`,
    origins: [ORIGIN],
    clockSlackMs: 0,
    toolVersion: 'test',
    now: () => NOW_MS,
  });
  for (const passage of passages) judge.see(passage);
  return judge.end(untilMs);
}

const ofClause = ({ clauses }: Results, clause: string): ClauseResult | undefined =>
  clauses.find(({ id }) => id === clause);
const brokenIn = ({ clauses }: Results): readonly string[] =>
  clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id }) => id);

/** A lookup with a token of its own, the answer to which gives a key; `null` on the last page. */
function ask(token: string, nextKey: string, given: string | null): Passage {
  const answer = enveloped(someData({ hasNext: given !== null, nextKey: given ?? '' }));
  const headers = [['Authorization', `Bearer ${TOKEN}${token}`]] as const;
  return lookupPassage(`stockGroupCd=ALL&stockCd=&nextKey=${nextKey}`, { answer, headers });
}

test('a walk goes on with a token that was renewed', ({ folder }) => {
  const results = clientOf(folder, [ask('a', '', 'k1'), ask('b', 'k1', 'k2'), ask('c', 'k2', null)], NOW_MS + 60_000);
  expect(brokenIn(results)).toEqual([]);
  for (const clause of ['CLI-021', 'CLI-023', 'CLI-024', 'CLI-025', 'CLI-026']) {
    expect(ofClause(results, clause)?.verdict, clause).toBe('pass');
  }
});

test('a walk that a user leaves is unverified', ({ folder }) => {
  const results = clientOf(folder, [ask('a', '', 'k1'), ask('a', 'k1', 'k2')], NOW_MS + 60_000);
  expect(brokenIn(results)).toEqual([]);
  expect(ofClause(results, 'CLI-025')?.verdict).toBe('unverified');
  expect(ofClause(results, 'CLI-025')?.reason).toContain('without a task it is not known');
});

test('a wrong key is told, and of one client alone', ({ folder }) => {
  const results = clientOf(folder, [ask('a', '', 'k1'), ask('b', '', 'j1'), ask('a', 'k%31%20', 'k2')]);
  expect(brokenIn(results)).toEqual(['CLI-023']);
});

test('a timestamp that a client computes at its start is told', ({ folder }) => {
  const modify = (orderPrice: number, atS: number): Passage => {
    const headers = [BEARER, ['X-Timestamp', String(NOW_S)], ['Content-Type', 'application/json']] as const;
    return modifyPassage({ ...ORDER, orderPrice }, { headers, arrivedAtMs: NOW_MS + atS * 1_000 });
  };
  expect(brokenIn(clientOf(folder, [modify(1.1, 0), modify(1.2, 20), modify(1.3, 40)]))).toEqual(['CLI-045']);
  expect(brokenIn(clientOf(folder, [modify(1.1, 0), modify(1.2, 2), modify(1.3, 4)]))).toEqual([]);
});

test('any number of clients is watched in bounded memory', ({ folder }) => {
  const passages = Array.from({ length: 3_000 }, (_, index) => ask(String(index), '', `k${index}`));
  expect(brokenIn(clientOf(folder, passages))).toEqual([]);
});

test('an answer to another method than the one of an operation is no answer of that operation', ({ folder }) => {
  const others = ['HEAD', 'OPTIONS', 'PUT', 'DELETE'].flatMap((method) => [
    lookupPassage(undefined, { method, answer: '' }),
    lookupPassage(undefined, { method, status: 405, answer: '<html>' }),
    modifyPassage(ORDER, { method, answer: '' }),
  ]);
  const { service } = bothOf(join(folder, 'others'), others);
  expect(brokenIn(service)).toEqual([]);
  for (const clause of ['ENV-001', 'ENV-002', 'ENV-008']) expect(ofClause(service, clause)?.verdict).not.toBe('pass');
  expect(ofClause(service, 'ENV-007')?.verdict).toBe('pass');
  const empty = bothOf(join(folder, 'get'), [lookupPassage(undefined, { answer: '' })]);
  expect(brokenIn(empty.service)).toEqual(['ENV-002']);
});

const PINS = { 'OPN-037': { 'LKP-002': [400], 'SIG-001': [401, 403] }, 'OPN-039': 10 };

/** A lookup of one group, of which this many instruments come on one page. */
const onePage = (count: number): Passage =>
  lookupPassage('stockGroupCd=INDEX&stockCd=&nextKey=', {
    answer: enveloped(someData({ details: Array.from({ length: count }, () => someInstrument()) })),
  });
const refusedWith = (status: number): Passage => lookupPassage('stockGroupCd=X', { status, answer: { code: 1 } });

for (const [name, passages, drifted] of [
  ['one page that is not full, and pinned statuses', [onePage(9), refusedWith(400), refusedWith(403)], []],
  ['one page that is just full', [onePage(10)], []],
  ['one page with more than fit', [onePage(9), onePage(11)], ['OPN-039']],
  ['a full page of fewer', [ask('a', '', 'k1')], ['OPN-039']],
  ['a status that no clause is pinned with', [refusedWith(400), refusedWith(422)], ['OPN-037']],
] as const) {
  test(`traffic is held against the pins of a run: ${name}`, ({ folder }) => {
    const { questions } = bothOf(folder, passages, undefined, PINS).service;
    expect(questions.flatMap(({ id, drift }) => (drift ? [id] : []))).toEqual(drifted);
  });
}
