import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { certifyClient } from '../../../src/api/certify-client.js';
import type { ClientFunction } from '../../../src/api/client-function.js';
import type { ClauseResult, Results } from '../../../src/contract/results.js';
import { test } from '../cli/temporary-folder.js';

interface Page {
  readonly data: {
    readonly details: readonly { readonly stockCd: string }[];
    readonly hasNext: boolean;
    readonly nextKey: string;
  };
}

/** Walks all pages; a change to the keys makes another client of it. */
const walking =
  (keyOf: (key: string) => string = (key) => key): ClientFunction =>
  async ({ task, baseUrl, token }, signal) => {
    if (task.task !== 'list-instruments') throw new Error('it only looks up');
    const codes: string[] = [];
    for (let nextKey = ''; ;) {
      const query = new URLSearchParams({ stockGroupCd: task.stockGroupCd, stockCd: task.stockCd, nextKey });
      const headers = { Authorization: `Bearer ${token}` };
      const answer = await fetch(`${baseUrl}/stocks/orders?${query.toString()}`, { headers, signal });
      const { data } = (await answer.json()) as Page;
      codes.push(...data.details.map(({ stockCd }) => stockCd));
      if (!data.hasNext) return codes;
      nextKey = keyOf(data.nextKey);
    }
  };

const COMMON = { scenarios: ['plain-walk'], only: ['LKP-*', 'CLI-*'], depth: 'smoke', seed: 1 } as const;

const clauseOf = ({ clauses }: Results, id: string): ClauseResult | undefined => clauses.find((one) => one.id === id);
const brokenIn = ({ clauses }: Results): string[] =>
  clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);

test('a function is a client; without a folder nothing is left', async ({ folder }) => {
  const played: number[] = [];
  const results = await certifyClient({
    ...COMMON,
    ...{ client: walking(), name: 'Lists 1.0', cwd: folder },
    onProgress: (progress) => played.push(progress.played),
  });
  expect(results.subject).toMatchObject({ role: 'client', name: 'Lists 1.0' });
  expect(brokenIn(results)).toEqual([]);
  expect(results.counts.pass).toBeGreaterThan(3);
  expect(played).toEqual([1]);
  expect(readdirSync(folder)).toEqual([]);
});

test('with a folder, the whole report is written, with an example of each clause that passed', async ({ folder }) => {
  const results = await certifyClient({ ...COMMON, client: walking(), out: join(folder, 'client') });
  expect(results.subject.command).toBeTruthy();
  for (const file of ['index.html', 'results.json', 'certificate.json', 'exchanges.jsonl']) {
    expect(existsSync(join(folder, 'client', file)), file).toBe(true);
  }
  const passed = results.clauses.filter(({ verdict }) => verdict === 'pass');
  expect(passed.filter(({ shownBy }) => shownBy === undefined).map(({ id }) => id)).toEqual([]);
  const page = readFileSync(join(folder, 'client', 'index.html'), 'utf8');
  expect(page.match(/in the scenario plain-walk/g)?.length).toBeGreaterThanOrEqual(passed.length);
});

test('a client that alters the key of the next page breaks a clause', async ({ folder }) => {
  const results = await certifyClient({ ...COMMON, client: walking((key) => `${key}x`), cwd: folder });
  expect(brokenIn(results)).not.toEqual([]);
});

test('what a function throws is an error that it declares, told without secrets', async ({ folder }) => {
  const client: ClientFunction = ({ token }) => Promise.reject(new Error(`there is no network for ${token}`));
  const results = await certifyClient({ ...COMMON, client, cwd: folder });
  expect(results.verdict).toBe('incomplete');
  expect(results.notes.join()).toContain('it told an error, "there is no network for [redacted:token]"');
});

test('a function that never ends is given up, and one that returns nothing declares nothing', async ({ folder }) => {
  const never: ClientFunction = () => new Promise(() => undefined);
  const mute: ClientFunction = (given, signal) => walking()(given, signal).then(() => undefined);
  const late = await certifyClient({ ...COMMON, client: never, timeoutMs: 50, cwd: folder });
  expect(late.notes.join()).toContain('it took longer than 0.05 s');
  const silent = await certifyClient({ ...COMMON, client: mute, cwd: folder });
  expect(clauseOf(silent, 'LKP-001')?.verdict).not.toBe('fail');
  expect(silent.verdict).toBe('incomplete');
});

test('a command that cannot be started, and a scenario that does not exist, are errors', async ({ folder }) => {
  const out = join(folder, 'client');
  await expect(certifyClient({ ...COMMON, client: './no-such-client', cwd: folder, out })).rejects.toThrow(
    'The client could not be started',
  );
  expect(readdirSync(folder)).toEqual([]);
  await expect(certifyClient({ ...COMMON, client: walking(), scenarios: ['none-such'], cwd: folder })).rejects.toThrow(
    'There is no scenario "none-such"',
  );
});

test('a read-only run gives walks alone', async ({ folder }) => {
  const common = { ...COMMON, client: walking(), cwd: folder, readOnly: true };
  const results = await certifyClient({ ...common, scenarios: ['plain-*'], only: ['SIG-*', 'CLI-*'] });
  expect(results.readOnly).toBe(true);
  expect(results.clauses.map(({ reason }) => reason)).toContain(
    'this run is read-only: the client was given no modify',
  );
  await expect(certifyClient({ ...common, scenarios: ['modify-*'] })).rejects.toMatchObject({
    ...{ message: 'Each of the chosen scenarios is a modify.', where: 'option readOnly' },
  });
});

test('what is known so far is written while the client is watched, where the report is kept', async ({ folder }) => {
  const seen: Pick<Results, 'unfinished'>[] = [];
  const path = join(folder, 'client/results.json');
  const results = await certifyClient({
    ...COMMON,
    ...{ client: walking(), scenarios: ['plain-walk', 'walk-*'], out: join(folder, 'client') },
    onProgress: () => {
      if (existsSync(path)) seen.push(JSON.parse(readFileSync(path, 'utf8')) as Results);
    },
  });
  expect(seen.at(-1)?.unfinished).toBe(true);
  expect(results.unfinished).toBeUndefined();
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(results);
});

const cyclic: unknown[] = [];
cyclic.push(cyclic);
const THROWING = {
  toJSON: () => {
    throw new Error('no JSON');
  },
};
const GETTER = Object.defineProperty({}, 'success', { enumerable: true, get: THROWING.toJSON });

for (const [what, returned] of [
  ['a large integer', { success: 10n }],
  ['a list that holds itself', cyclic],
  ['what throws as it is written', THROWING],
  ['a member that throws', GETTER],
] as const) {
  test(`a function that returns ${what} declares nothing, and breaks clauses`, async () => {
    const results = await certifyClient({ ...COMMON, client: () => Promise.resolve(returned) });
    expect(JSON.stringify(results)).toContain('begins with \\"a value that JSON cannot say\\"');
    expect(results.verdict).not.toBe('conformant');
  });
}

for (const [what, thrown] of [
  ['an object that is no text', Object.create(null)],
  ['an error with a message that JSON cannot say', Object.assign(new Error(), { message: 10n })],
] as const) {
  test(`a function that throws ${what} declares an error`, async () => {
    const client = (): Promise<never> => Promise.reject(thrown as Error);
    expect((await certifyClient({ ...COMMON, client })).verdict).not.toBe('conformant');
  });
}
