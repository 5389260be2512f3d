import { createSecretKey } from 'node:crypto';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Results } from '../../../src/contract/results.js';
import { TrafficJudge } from '../../../src/traffic/judge-traffic.js';
import { withHeader, withoutHeader } from '../../../src/wire/headers.js';
import type { Headers } from '../../../src/wire/exchange.js';
import type { Passage } from '../../../src/wire/passage.js';
import { DEFAULT_TEMPLATE, resolveTemplate } from '../../../src/wire/signature-template.js';
import {
  FULL_ORDER,
  KEY_TEXT,
  lookupPassage,
  modifyPassage,
  NOW_MS,
  NOW_S,
  ORDER,
  ORIGIN,
  PREFIX,
  withSignature,
} from '../../support/conduct-builder.js';
import { enveloped, someData } from '../../support/exchange-builder.js';
import { auditSettings, audited, entryOf } from '../../support/har-builder.js';
import { test } from '../cli/temporary-folder.js';

const page = (hasNext: boolean, nextKey: string): object => enveloped(someData({ hasNext, nextKey })) as object;
const next = (key: string): string => `stockGroupCd=ALL&stockCd=&nextKey=${key}`;
const at = (seconds: number): { arrivedAtMs: number } => ({ arrivedAtMs: NOW_MS + seconds * 1_000 });
const changed = (passage: Passage, change: (headers: Headers) => Headers): Passage => ({
  ...passage,
  request: { ...passage.request, headers: change(passage.request.headers) },
});

/** What is added to right traffic, each of it wrong on one side or the other, or merely odd. */
const DEPARTURES: Readonly<Record<string, readonly Passage[]>> = {
  nothing: [],
  'no Authorization': [changed(modifyPassage(), (headers) => withoutHeader(headers, 'Authorization'))],
  'another scheme': [changed(lookupPassage(), (headers) => withHeader(headers, 'Authorization', 'Basic YTpi'))],
  'no signature': [changed(modifyPassage(), (headers) => withoutHeader(headers, 'X-Signature'))],
  'a signature over the body written again': [
    withSignature(modifyPassage(JSON.stringify(ORDER, null, 1)), signatureOf(modifyPassage(ORDER))),
  ],
  milliseconds: [modifyPassage(ORDER, { headers: [['X-Timestamp', String(NOW_MS)]] })],
  'an hour ago': [changed(modifyPassage(), (headers) => withHeader(headers, 'X-Timestamp', String(NOW_S - 3_600)))],
  'a modify again, with its old time': [
    modifyPassage(ORDER, at(20)),
    { ...modifyPassage(ORDER, at(20)), ...times(40) },
  ],
  'a body with what is not needed': [modifyPassage({ ...FULL_ORDER, barrierPrice: 7 })],
  'a body that is no JSON': [modifyPassage('{"orderNo":')],
  'a body that is no text': [modifyPassage(Buffer.from([0x7b, 0xff, 0xfe, 0x7d]))],
  'another nextKey': [
    lookupPassage(next(''), { ...at(20), answer: page(true, 'a') }),
    lookupPassage(next('b'), at(21)),
  ],
  'a page after the last': [
    lookupPassage(next(''), { ...at(20), answer: page(false, 'z') }),
    lookupPassage(next('z'), at(21)),
  ],
  'a parameter too many': [lookupPassage('stockGroupCd=ALL&x=%2Fy')],
  'a lookup with a body': [lookupPassage(undefined, { body: '{}' })],
  'another operation': [lookupPassage(undefined, { target: `${PREFIX}/stocks/held?x` })],
  'a server error': [lookupPassage(undefined, { status: 502, answer: '<html>' })],
  'a refusal with an empty body': [modifyPassage(ORDER, { status: 400, answer: '' })],
  'an answer that is no JSON': [lookupPassage(undefined, { answer: '{"status":' })],
  'an answer with wrong types': [
    lookupPassage(undefined, { answer: enveloped(someData({ hasNext: 'yes', sellPrices: 5 })) }),
  ],
  'no answer': [modifyPassage(ORDER, { trouble: { kind: 'reset', because: 'the connection broke' } })],
};

function signatureOf({ request }: Passage): string {
  return request.headers.find(([name]) => name === 'X-Signature')?.[1] ?? '';
}

function times(seconds: number): Pick<Passage, 'arrivedAtMs' | 'answeredAtMs'> {
  const { arrivedAtMs } = at(seconds);
  return { arrivedAtMs, answeredAtMs: arrivedAtMs + 20 };
}

function rightTraffic(): Passage[] {
  return [
    lookupPassage(next(''), { answer: page(true, 'k+/=1'), ...at(-9) }),
    lookupPassage(next('k%2B%2F%3D1'), { answer: page(false, ''), ...at(-8) }),
    modifyPassage(FULL_ORDER, at(-7)),
  ];
}

/** With the time of the service: without it, a recording does not tell how old a timestamp was. */
const dated = (passage: Passage): Passage => {
  const { response, answeredAtMs } = passage;
  if (response === undefined) return passage;
  const date = new Date(answeredAtMs).toUTCString();
  return { ...passage, response: { ...response, headers: withHeader(response.headers, 'Date', date) } };
};

const verdicts = ({ clauses }: Results): Record<string, string> =>
  Object.fromEntries(
    clauses.map(({ id, verdict, findings }) => [id, [verdict, ...findings.map(({ cause }) => cause)].join(': ')]),
  );

for (const [what, departure] of Object.entries(DEPARTURES)) {
  test(`live and recorded traffic come to the same, clause by clause: ${what}`, async ({ folder }) => {
    const passages = [...rightTraffic(), ...departure].map(dated);
    const judge = new TrafficJudge({
      settings: auditSettings(join(folder, 'live')),
      template: resolveTemplate(DEFAULT_TEMPLATE),
      key: createSecretKey(Buffer.from(KEY_TEXT)),
      baseUrl: `${ORIGIN}${PREFIX}`,
      origins: [ORIGIN],
      clockSlackMs: 0,
      toolVersion: '0.0.0',
      now: () => NOW_MS,
    });
    for (const passage of passages) judge.see(passage);
    const live = judge.end();
    const recorded = await audited(folder, passages.map(entryOf));
    expect(verdicts(recorded.client)).toEqual(verdicts(live.client));
    expect(verdicts(recorded.service)).toEqual(verdicts(live.service));
    expect(recorded.client.questions).toEqual(live.client.questions);
    expect(recorded.service.questions).toEqual(live.service.questions);
  });
}
