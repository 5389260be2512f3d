import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import { packageRoot } from '../../../src/contract/package-root.js';
import { expectToPass, play } from './stories.js';

const FOLDER = join(packageRoot, 'examples', 'clients', 'faulty');
const CLIENT = join(FOLDER, 'client.mjs');

/** What a fault says of itself; its hooks aside. */
interface Listed {
  readonly name: string;
  readonly clause: string;
  readonly also?: readonly string[];
  readonly does: string;
  readonly needs?: { readonly signatureTemplate?: string };
}

type Fault = Listed & Readonly<Record<string, unknown>>;

async function loadFaults(): Promise<readonly Fault[]> {
  const module = (await import(pathToFileURL(join(FOLDER, 'faults.mjs')).href)) as { FAULTS: readonly Fault[] };
  return module.FAULTS;
}

test('every client fault has a name of its own, a clause and a sentence', async () => {
  const faults = await loadFaults();
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  const ids = loadCatalogue()
    .filter(({ role }) => role !== 'service')
    .map(({ id }) => id);
  for (const { name, clause, also = [], does } of faults) {
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(ids, name).toEqual(expect.arrayContaining([clause, ...also]));
    expect(also, name).not.toContain(clause);
    expect(does, name).toMatch(/^[A-Z].*\.$/);
  }
});

test('every clause that a client can break has a fault', async () => {
  const clauses = loadCatalogue().filter(({ kind, role }) => kind !== 'observe' && role !== 'service');
  const broken = new Set((await loadFaults()).map(({ clause }) => clause));
  expect(clauses.filter(({ id }) => !broken.has(id)).map(({ id }) => id)).toEqual([]);
});

test('every fault has hooks, and the client asks for each', async () => {
  const asked = [...readFileSync(CLIENT, 'utf8').matchAll(/\bfault\(\s*'(\w+)'/g)].map(([, hook]) => hook ?? '');
  const heads = ['name', 'clause', 'also', 'atTimes', 'does', 'needs'];
  const faults = await loadFaults();
  const hooksOf = (fault: Fault): string[] => Object.keys(fault).filter((key) => !heads.includes(key));
  expect(faults.filter((fault) => hooksOf(fault).length === 0)).toEqual([]);
  const used = new Set(faults.flatMap(hooksOf));
  expect([...used].sort()).toEqual([...new Set(asked)].sort());
});

test('the client prints the list, without hooks', async () => {
  const printed = JSON.parse(
    execFileSync(process.execPath, [CLIENT, '--list-faults'], { encoding: 'utf8' }),
  ) as unknown;
  const listed = (await loadFaults()).map(({ name, clause, also, does, needs }) => ({
    name,
    clause,
    also,
    does,
    needs,
  }));
  expect(printed).toEqual(JSON.parse(JSON.stringify(listed)));
});

test('a fault that there is not is told', async () => {
  const story = { title: '', told: 'error', list: { stockGroupCd: 'ALL', stockCd: '' } } as const;
  const ending = await play(
    { ...story, env: () => ({ CLIENT_FAULT: 'none-such' }) },
    { command: process.execPath, args: [CLIENT] },
  );
  expect(ending).toEqual({ told: 'error', requests: 0, body: null });
});

test('without a fault the client gets through every story', async () => {
  test.setTimeout(300_000);
  await expectToPass({ command: process.execPath, args: [CLIENT] });
});
