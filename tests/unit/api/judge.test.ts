import { expect, test } from '@playwright/test';
import { expect as ours } from '../../../src/api/matchers.js';
import { isAccepted, isRefusal, judge, rememberProfile } from '../../../src/api/judge.js';
import { madeExchange, someInstrument } from '../../support/exchange-builder.js';

const page = (details: readonly unknown[], more: object = {}): object => ({
  ...{ status: 'OK', code: 0, data: { hasNext: false, nextKey: '', details, sellPrices: {}, buyPrices: {} } },
  ...more,
});
const GOOD = madeExchange({ body: page([someInstrument()]) });
const BAD = madeExchange({ body: page([{ ...someInstrument(), pointUnit: '0.01' }]) });

const verdicts = (results: ReturnType<typeof judge>, verdict: string): string[] =>
  results.filter((result) => result.verdict === verdict).map(({ id }) => id);

test('an answer is judged by each clause that it says something of, in the order of the catalogue', () => {
  const results = judge(GOOD);
  expect(new Set(results.map(({ verdict }) => verdict))).toEqual(new Set(['pass']));
  expect(results.length).toBeGreaterThan(15);
  expect(judge({ exchange: GOOD })).toEqual(results);
});

test('replies are taken as their exchanges are', () => {
  expect([isAccepted({ exchange: GOOD }), isRefusal({ exchange: GOOD })]).toEqual([true, false]);
});

test('what is broken comes with the clause and its finding', () => {
  const failed = judge(BAD).filter(({ verdict }) => verdict === 'fail');
  expect(failed).toHaveLength(1);
  expect(failed[0]?.findings[0]).toMatchObject({ at: 'response /data/details/0/pointUnit', replay: '' });
});

test('kinds and waivers of the profile count', () => {
  const [id = ''] = verdicts(judge(BAD), 'fail');
  const softer = { ...BAD };
  rememberProfile(softer, { kinds: { [id]: 'expected' } });
  expect(verdicts(judge(softer), 'warn')).toEqual([id]);
  ours(softer).toConform();
  expect(test.info().annotations.map(({ type }) => type)).toEqual(['warning']);
  const waived = { ...BAD };
  rememberProfile(waived, { waivers: [{ clause: id, reason: 'known', expires: '2999-01-01' }] });
  ours(waived).toConform();
  expect(test.info().annotations.at(-1)?.type).toBe('waived');
  test.info().annotations.length = 0;
});

test('no answer is judged by nothing, and does not conform', () => {
  const lost = madeExchange({ trouble: { kind: 'reset', because: 'the connection was closed' } });
  expect(judge(lost)).toEqual([]);
  expect(() => ours(lost).toConform()).toThrow(/none: the connection was closed/);
  expect(() => ours(lost).toBeRefused()).toThrow('not refused');
  expect(() => ours(lost).toBeAccepted()).toThrow('not accepted');
});

test('the matchers say what was sent, what came, and which clause it breaks', () => {
  ours(GOOD).toConform();
  ours(GOOD).toBeAccepted();
  ours(GOOD).not.toBeRefused();
  expect(() => ours(BAD).toConform()).toThrow(
    /does not conform[^]*GET \/public[^]*INS-\d+ required: [^]*expected +.*number/,
  );
  expect(() => ours(GOOD).toBeRefused()).toThrow(/The request was not refused[^]*answer +200/);
  expect(() => ours(GOOD).not.toConform()).toThrow('The answer conforms.');
});

test('control characters of a service stay out of messages', () => {
  const hostile = madeExchange({ status: 400, body: 'x\u001b[31m\u0000\u202e'.repeat(1000) });
  const said = (): unknown => {
    try {
      ours(hostile).toBeAccepted();
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  for (const character of ['\u001b[31m', '\u0000', '\u202e']) expect(said()).not.toContain(character);
  expect(String(said()).length).toBeLessThan(6_000);
});

test('a reply that was not waited for, or anything else, fails whatever is expected of it', () => {
  const raw = page([someInstrument()]);
  for (const [given, sort] of [
    [Promise.resolve({ exchange: GOOD }), 'a promise'],
    [{ exchange: Promise.resolve(GOOD) }, 'an object'],
    [raw, 'an object'],
    [undefined, 'missing'],
    ['200', 'a text'],
  ] as const) {
    const wrong = given as unknown as typeof GOOD;
    const saying = `is given is ${sort}, and has to be a reply of the service`;
    expect(() => ours(wrong).not.toBeAccepted()).toThrow(`What toBeAccepted ${saying}`);
    expect(() => ours(wrong).not.toBeRefused()).toThrow(`What toBeRefused ${saying}`);
    expect(() => ours(wrong).toBeRefused()).toThrow(`What toBeRefused ${saying}`);
    expect(() => ours(wrong).not.toConform()).toThrow(`What toConform ${saying}`);
    for (const call of [judge, isAccepted, isRefusal]) expect(() => call(wrong)).toThrow(`What ${call.name} ${saying}`);
  }
});
