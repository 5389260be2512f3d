import { createSecretKey } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { clientOf, clientSubjects } from '../../../prove/client-subjects.js';
import type { Results } from '../../../src/contract/results.js';
import { mintToken } from '../../../src/mock/token.js';
import { limitsOf } from '../../../src/report/certificate/certified-scope.js';
import { renderTerminal } from '../../../src/report/render-terminal.js';
import { certifyClient, type CertifyClientOptions } from '../../../src/scenario/certify-client.js';
import type { Client } from '../../../src/scenario/run-client.js';
import { SCENARIOS } from '../../../src/scenario/scenarios.js';
import { test } from '../cli/temporary-folder.js';

const TOKEN_KEY = 'the key of the tokens of this test';
const NOW_S = Math.floor(Date.now() / 1_000);
const TOKEN = mintToken(createSecretKey(Buffer.from(TOKEN_KEY)), NOW_S, NOW_S + 3_600);

const [subject] = clientSubjects();
if (subject === undefined) throw new Error('There is no correct client.');
const correct = clientOf(subject);

/** Carries out its task, and tells nobody. */
const mute: Client = async (task, stop) => ({ ...(await correct(task, stop)), stdout: '' });

const isWalk = (task: Readonly<Record<string, string | undefined>>): boolean =>
  (task['TRADECERT_TASK'] ?? '').includes('list-instruments');

/** Twelve walks and two modifies. */
const SOME = [
  ...SCENARIOS.filter(({ errand }) => errand.kind === 'list').slice(0, 12),
  ...SCENARIOS.filter(({ errand }) => errand.kind === 'modify').slice(0, 2),
];

interface Run {
  readonly results: Results;
  readonly progress: readonly number[];
}

async function certify(outDir: string, client: Client, more: Partial<CertifyClientOptions> = {}): Promise<Run> {
  const progress: number[] = [];
  const results = await certifyClient({
    settings: {
      ...{ outDir, seed: 1, depth: 'smoke', only: null, strict: false, profile: {}, profileFile: null, env: {} },
      ...{ token: TOKEN, signingKey: 'a key of this test', signingKeyEncoding: 'utf8', signatureTemplate: 'concat' },
    },
    ...{ scenarios: SOME, client, command: 'the client', tokenKey: TOKEN_KEY, toolVersion: 'test' },
    ...{ timeoutMs: 60_000, lanes: 1, pauseMs: 0, onProgress: (done) => progress.push(done) },
    ...more,
  });
  return { results, progress };
}

/** Silent from one walk up to another, counted from 1. */
function silentBetween(from: number, until: number): Client {
  let walks = 0;
  return (task, stop) => {
    if (isWalk(task)) walks += 1;
    return (isWalk(task) && walks >= from && walks <= until ? mute : correct)(task, stop);
  };
}

const reasonOf = ({ clauses }: Results, clause: string): string =>
  clauses.find(({ id }) => id === clause)?.reason ?? '';

test('how many scenarios go on at one time changes nothing of what a run comes to', async ({ folder }) => {
  const one = await certify(join(folder, 'one'), correct, { lanes: 1 });
  const three = await certify(join(folder, 'three'), correct, { lanes: 3 });
  expect(three.results.digest).toBe(one.results.digest);
  expect(three.results.requests).toBe(one.results.requests);
});

test('a client that tells nothing of its walks is given no more of them, and everything says so', async ({
  folder,
}) => {
  const { results, progress } = await certify(folder, silentBetween(1, Infinity));
  // The first plain walk, then two scenarios with one behind each, and one more after a pause.
  const played = 3 + 2;
  const because = 'the walks ended early after 4 plain tasks in a row without success; 9 scenarios were not played';
  expect(results.scenarios).toEqual({ chosen: played, of: SCENARIOS.length });
  expect(progress).toEqual([1, 2, 3, 4, 5]);
  expect(results.notes).toContain(`T${because.slice(1)}.`);
  const scope = `The client was watched in ${played} of ${SCENARIOS.length} scenarios only.`;
  expect(results.notes).toContain(scope);
  expect(limitsOf(results)).toContain(scope);
  expect(renderTerminal(results, { color: false, report: 'index.html' })).toContain(because.slice(1));
  const unplayed = SOME.slice(3, 12).map(({ clause }) => clause);
  for (const clause of unplayed) expect(reasonOf(results, clause)).toContain(because);
  expect(results.clauses.filter(({ reason }) => reason.includes('declares no outcome'))).toEqual([]);
  expect(results.verdict).toBe('incomplete');
});

for (const until of [6, 18]) {
  test(`a client that is silent from walk 3 to walk ${until} is put to the test in all scenarios`, async ({
    folder,
  }) => {
    const { results } = await certify(folder, silentBetween(3, until));
    expect(results.scenarios).toEqual({ chosen: SOME.length, of: SCENARIOS.length });
    expect(results.notes.join('\n')).not.toContain('ended early');
  });
}

test('a client that falls silent for good is given up in the end', async ({ folder }) => {
  const scenarios = SCENARIOS.filter(({ errand }) => errand.kind === 'list').slice(0, 20);
  const { results } = await certify(folder, silentBetween(3, Infinity), { scenarios });
  expect(results.scenarios?.chosen).toBe(10);
  expect(results.notes.join('\n')).toContain(
    'The walks ended early after 10 plain tasks in a row without success; 10 scenarios were not played.',
  );
});

test('progress is told once for each scenario, whatever is under way beside it', async ({ folder }) => {
  const { progress } = await certify(folder, correct, { lanes: 3 });
  expect(progress).toEqual(SOME.map((_, index) => index + 1));
});

test('a run that is interrupted counts the scenarios that were played', async ({ folder }) => {
  const stop = new AbortController();
  const { results } = await certify(folder, correct, {
    stop: stop.signal,
    onProgress: (done) => {
      if (done === 4) stop.abort('it was interrupted');
    },
  });
  expect(results.scenarios).toEqual({ chosen: 4, of: SCENARIOS.length });
  expect(results.notes).toContain('The run was ended early: it was interrupted.');
  expect(results.notes).toContain(`The client was watched in 4 of ${SCENARIOS.length} scenarios only.`);
});

test('of a client that did nothing no scenario counts as played', async ({ folder }) => {
  const idle: Client = () => Promise.resolve({ stdout: '', stderr: '', status: 0, stopped: null });
  const { results } = await certify(folder, idle);
  expect(results.scenarios).toEqual({ chosen: 0, of: SCENARIOS.length });
});

test('where there is no room for what a client prints, the run goes on and says so', async ({ folder }) => {
  await writeFile(join(folder, 'stderr'), 'taken');
  const loud: Client = async (task, stop) => ({ ...(await correct(task, stop)), stderr: 'a word' });
  const { results } = await certify(folder, loud, { scenarios: SOME.slice(0, 1) });
  expect(results.notes).toContain('What the client printed on standard error could not all be written (EEXIST).');
  expect(results.scenarios).toMatchObject({ chosen: 1 });
});
