import { expect, test } from '@playwright/test';
import { BROKEN, endlessServices, SLOW } from '../../support/broken-answers.js';
import { bytesOf, certifyHostile, RUN_FILES, type HostileRun, type Misbehave } from '../../support/hostile-service.js';

const CLAUSES = ['ENV-002', 'LKP-014', 'PAG-001', 'MOD-001'];
const MIB = 1024 * 1024;

function run(misbehave: Misbehave, timeoutMs: number, readOnly = true): Promise<HostileRun> {
  return certifyHostile(misbehave, CLAUSES, { settings: { readOnly, profile: { limits: { timeoutMs } } } });
}

/** Nothing passes, nothing is blamed on a service of which nothing could be read, and the report is whole. */
function expectUnverified({ results, verdicts, texts }: HostileRun): void {
  expect(verdicts).toEqual(Object.fromEntries(CLAUSES.map((id) => [id, 'unverified'])));
  expect(results.verdict).toBe('incomplete');
  expect(results.notes.filter((note) => note.includes('error of tradecert'))).toEqual([]);
  expect([...texts.keys()]).toEqual(expect.arrayContaining(RUN_FILES));
}

test('behind a front that passes everything on, the same clauses pass', async () => {
  const { verdicts } = await run(async ({ real }) => bytesOf(await real()), 30_000, false);
  expect(new Set(Object.values(verdicts))).toEqual(new Set(['pass']));
});

for (const [what, misbehave] of Object.entries(SLOW)) {
  test(`of a service that ${what}, nothing is said`, async () => {
    expectUnverified(await run(misbehave, 30, false));
  });
}

for (const [what, misbehave] of Object.entries(BROKEN)) {
  test(`of a service that ${what}, nothing is said`, async () => {
    expectUnverified(await run(misbehave, 2_000));
  });
}

const written = { bytes: 0 };
for (const [what, misbehave] of Object.entries(endlessServices(written))) {
  test(`${what} is cut off`, async () => {
    written.bytes = 0;
    const before = process.memoryUsage().rss;
    const ended = await run(misbehave, 50);
    expectUnverified(ended);
    expect(process.memoryUsage().rss - before).toBeLessThan(512 * MIB);
    // what is in the buffers of both sockets got out as well
    if (/body|one (?:endless )?header/.test(what)) expect(written.bytes / ended.requests).toBeLessThan(32 * MIB);
  });
}

/** Enough requests for a service to die among them, with refusals between answers. */
const MANY = [...CLAUSES, 'LKP-002', 'AUT-001', 'SIG-001', 'SIG-002', 'MOD-018'];

for (const after of [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144]) {
  for (const [how, isReset] of [
    ['a reset', true],
    ['half an answer', false],
  ] as const) {
    test(`a service that dies after ${after} requests with ${how} is blamed for nothing`, async () => {
      const ended = await certifyHostile(async ({ socket, index, real }) => {
        if (index < after) return bytesOf(await real());
        if (isReset) return void socket.resetAndDestroy();
        return void socket.end(bytesOf(await real()).subarray(0, 80));
      }, MANY);
      expect(ended.results.counts.fail + ended.results.counts.warn).toBe(0);
      expect(ended.results.verdict).toBe('incomplete');
      // a refusal needs right answers before and after it, which are more requests than these
      const refusals = ['AUT-001', 'SIG-001', 'SIG-002', 'MOD-018'];
      if (after < 3) for (const id of refusals) expect(ended.verdicts[id], id).toBe('unverified');
      expect([...ended.texts.keys()]).toEqual(expect.arrayContaining(RUN_FILES));
    });
  }
}
