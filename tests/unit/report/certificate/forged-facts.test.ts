import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Results } from '../../../../src/contract/results.js';
import { withDigest } from '../../../../src/contract/results-digest.js';
import type { Answer } from '../../../../src/contract/verdict.js';
import { renderCertificate } from '../../../../src/report/certificate/write-certificate.js';
import { writeRun } from '../../../../src/report/write-run.js';
import {
  alter,
  exchangesIn,
  lieOfBroken,
  PARTNER,
  problemsOf,
  resultsIn,
  rewrite,
  test,
  verified,
} from './certified-run.js';

const KEY = { key: PARTNER.privateKey, days: 90 };

async function say(dir: string, change: Partial<Results>): Promise<void> {
  await writeRun(dir, { ...(await resultsIn(dir)), ...change }, KEY);
}

const longText = (characters: number): string => `{"a":"${'x'.repeat(characters - 6)}… [cut]`;

test('a mark of a cut hides no answer that is shorter than what is kept', async ({ broken }) => {
  await lieOfBroken(broken, { verdict: 'pass', reason: 'held in 8 cases' });
  await alter(broken, (exchange) =>
    exchange.response === undefined
      ? exchange
      : { ...exchange, response: { ...exchange.response, text: longText(60_001) } },
  );
  expect(problemsOf(await verified(broken))).toMatch(/have answers of another size than was recorded/);
});

for (const [what, marker, size, isFound] of [
  ['of no kind that there is', '[redacted:x]', 400, true],
  ['in the place of nothing', '[redacted:token]', 0, true],
  ['of a token', '[redacted:token]', 400, false],
  ['of a variable that is signed', '[redacted:env-app-id]', 8, false],
] as const) {
  test(`a mark of something taken out ${what} ${isFound ? 'hides no other size' : 'may be in an answer'}`, async ({
    right,
  }) => {
    const [first] = await exchangesIn(right);
    await alter(right, (exchange) => {
      const { response } = exchange;
      if (exchange.number !== first?.number || response?.text == null) return exchange;
      const text = response.text.replace(/"status":"[^"]*/, `$&${marker}`);
      return { ...exchange, response: { ...response, text, size: response.size + size } };
    });
    const found = expect(problemsOf(await verified(right)));
    const said = `Exchange ${first?.number ?? 0} has an answer of another size`;
    if (isFound) found.toContain(said);
    else found.toBe('');
  });
}

test('an answer in which the service itself writes such a mark has its size', async ({ right }) => {
  const [first] = await exchangesIn(right);
  const mark = '[redacted:x]';
  await alter(right, (exchange) => {
    const { response } = exchange;
    if (exchange.number !== first?.number || response?.text == null) return exchange;
    const text = response.text.replace(/"status":"[^"]*/, `$&${mark}`);
    return { ...exchange, response: { ...response, text, size: response.size + mark.length } };
  });
  expect(problemsOf(await verified(right))).toBe('');
});

test('a cut answer has more bytes than were kept of it', async ({ right }) => {
  const [first] = await exchangesIn(right);
  await alter(right, (exchange) =>
    exchange.number === first?.number && exchange.response
      ? { ...exchange, response: { ...exchange.response, text: longText(65_536) } }
      : exchange,
  );
  expect(problemsOf(await verified(right))).toMatch(/Exchange \d+ has an answer of another size/);
});

test('what was not recorded whole is a limit of the certificate', async ({ right }) => {
  const [first] = await exchangesIn(right);
  await alter(right, (exchange) =>
    exchange.number === first?.number && exchange.response
      ? { ...exchange, response: { ...exchange.response, text: longText(65_536), size: 90_000 } }
      : exchange,
  );
  const { claim } = await verified(right);
  expect(claim?.result).toBe('WARNED');
  expect(claim?.limits.join()).toMatch(/1 of \d+ exchanges was not recorded whole/);
});

test('what the suite sent need not be recorded whole: nothing of it is judged', async ({ right }) => {
  await alter(right, (exchange) =>
    exchange.number === 1
      ? { ...exchange, request: { ...exchange.request, text: longText(65_536), size: 90_000 } }
      : exchange,
  );
  const { claim } = await verified(right);
  expect(claim?.limits.join()).not.toContain('not recorded whole');
});

test('a run that is said to have been at another time is found', async ({ right }) => {
  const now = Date.parse('2027-06-02');
  await say(right, { startedAt: '2027-06-01T00:00:00.000Z', finishedAt: '2027-06-01T00:10:00.000Z' });
  const said = problemsOf(await verified(right, { now }));
  expect(said).toContain('requests were sent before');
  expect(said).toContain('its last answer was recorded at another time');
});

test('an answer other than the pinned one is drift', async ({ right }) => {
  const [question, ...others] = (await resultsIn(right)).questions;
  if (question === undefined) throw new Error('no question');
  await say(right, { questions: [{ ...question, observed: 'this', pinned: 'that', drift: false }, ...others] });
  expect(problemsOf(await verified(right))).toContain(`The answer to ${question.id} is another than the pinned one`);
});

test('what a run in part was not asked for is no drift, and may not be counted so', async ({ right }) => {
  const results = await resultsIn(right);
  const pins = { 'OPN-036': ['1', '2'] };
  const profile = { name: 'p', sha256: '0'.repeat(64), declares: { pins, unsaid: [] } };
  const told = async (observed: Answer, drift: boolean): Promise<void> => {
    const questions = results.questions.map((one) =>
      one.id === 'OPN-036' ? { ...one, observed, pinned: ['1', '2'], drift } : one,
    );
    await say(right, withDigest({ ...results, profile, questions }));
  };
  for (const [observed, drift] of [
    [['1'], false],
    [['1', '3'], true],
    [null, false],
  ] as const) {
    await told(observed, drift);
    expect(problemsOf(await verified(right)), JSON.stringify(observed)).toBe('');
    await told(observed, !drift);
    expect(problemsOf(await verified(right))).toContain(
      `The answer to OPN-036 is ${drift ? 'another than' : 'no other than'} the pinned one, and is not counted so.`,
    );
  }
});

test('a page that tells something else than the results is found, though it was signed', async ({ right }) => {
  for (const name of ['badge.svg', 'index.html', 'junit.xml', 'summary.md', 'ctrf.json', 'results.sarif']) {
    const whole = await readFile(join(right, name), 'utf8');
    await rewrite(right, name, (text) => text.replace(/[a-z]/, 'Q'));
    await rm(join(right, 'certificate.json'));
    await writeFile(join(right, 'certificate.json'), await renderCertificate(right, await resultsIn(right), KEY));
    expect(problemsOf(await verified(right))).toBe(
      `files: ${name} is not what comes of the results: it was certified after it was changed.\n`,
    );
    await writeFile(join(right, name), whole);
  }
});

for (const [what, message] of [
  ['is cut within a character', `Closed ${'x'.repeat(72)}😀`],
  ['has half of a character', 'Closed x\ud83d'],
] as const) {
  test(`a page of an honest run holds where what a service says ${what}`, async ({ right }) => {
    let refused = 0;
    await alter(right, (exchange) => {
      const { response } = exchange;
      if (response === undefined || response.status < 400) return exchange;
      refused += 1;
      const text = JSON.stringify({ status: 'ERROR', code: response.status, message });
      return { ...exchange, response: { ...response, text, size: Buffer.byteLength(text) } };
    });
    expect(refused).toBeGreaterThan(0);
    expect((await readFile(join(right, 'index.html'), 'utf8')).includes('Closed x')).toBe(true);
    expect(problemsOf(await verified(right))).toBe('');
  });
}

test('a leap second, which no clock of ours shows, is told and nothing breaks down', async ({ right }) => {
  await rewrite(right, 'results.json', (text) =>
    text.replace(/"finishedAt": "[^"]*"/, '"finishedAt": "2026-12-31T23:59:60Z"'),
  );
  expect(problemsOf(await verified(right))).toContain('it began or ended at no moment that a clock shows');
});
