import { createSecretKey } from 'node:crypto';
import { expect } from '@playwright/test';
import { clientOf, clientSubjects } from '../../../prove/client-subjects.js';
import { mintToken } from '../../../src/mock/token.js';
import { listenForClient, type Listening, type ListenEvent } from '../../../src/scenario/listen-for-client.js';
import { SCENARIOS } from '../../../src/scenario/scenarios.js';
import { test as inFolder } from '../cli/temporary-folder.js';

const TOKEN_KEY = 'the key of the tokens of this test';
const SIGNING_KEY = 'a key of this test';
const NOW_S = Math.floor(Date.now() / 1_000);

const [subject] = clientSubjects();
if (subject === undefined) throw new Error('There is no correct client.');
const correct = clientOf(subject);

interface Waiting {
  readonly listening: Listening;
  readonly events: ListenEvent[];
  readonly token: string;
}

/** A walk and a modify, each between two plain ones: six tasks. Each test ends them. */
const test = inFolder.extend<{ waiting: Waiting }>({
  waiting: async ({ folder }, use) => {
    const token = mintToken(createSecretKey(Buffer.from(TOKEN_KEY)), NOW_S, NOW_S + 3_600);
    const events: ListenEvent[] = [];
    const listening = await listenForClient({
      settings: {
        ...{
          outDir: folder,
          seed: 1,
          depth: 'smoke',
          only: null,
          strict: false,
          profile: {},
          profileFile: null,
          env: {},
        },
        ...{ token, signingKey: SIGNING_KEY, signingKeyEncoding: 'utf8', signatureTemplate: 'concat' },
      },
      scenarios: SCENARIOS.filter(({ name }) => name === 'refused-with-nothing' || name === 'odd-keys'),
      ...{ tokenKey: TOKEN_KEY, toolVersion: 'test', onEvent: (event) => events.push(event) },
    });
    await use({ listening, events, token });
  },
});

interface Task {
  readonly scenario: string;
  readonly baseUrl: string;
  readonly task: string;
}

async function tasksOf({ tasksUrl }: Listening): Promise<Task[]> {
  return (await (await fetch(tasksUrl)).json()) as Task[];
}

const declare = ({ tasksUrl }: Listening, name: string, body: string, status = 0): Promise<Response> =>
  fetch(tasksUrl.replace(/tasks$/, `outcomes/${name}?status=${status}`), { method: 'POST', body });

for (const [what, task, body, because] of [
  ['no JSON', 'list-instruments', '[EUR/USD]', 'one JSON value'],
  ['a list where a success is asked for', 'modify-order', '["EUR/USD"]', 'no success and no error'],
  ['a success where a list is asked for', 'list-instruments', '{"success":true}', 'neither an array of texts'],
  ['numbers', 'list-instruments', '[1,2]', 'neither an array of texts'],
] as const) {
  test(`a declaration of another shape is refused with a sentence, and told: ${what}`, async ({ waiting }) => {
    const { listening, events } = waiting;
    const name = (await tasksOf(listening)).find((one) => one.task === task)?.scenario ?? '';
    const answer = await declare(listening, name, body);
    const { error } = (await answer.json()) as { error: string };
    expect([answer.status, error]).toEqual([400, expect.stringMatching(new RegExp(`${because}.* Expected is `))]);
    expect(events.at(-1)).toEqual({ kind: 'refused', name, because: error });
    expect((await listening.end()).notes.join('\n')).toContain(`What was declared of ${name} was refused: `);
  });
}

for (const [what, list, success, status] of [
  ['a crash without a word', '', '', 1],
  ['an error', '{"error":"no"}', '{"error":"no"}', 1],
  ['a list, or that there was no success', '["a"]\n', '{"success":false}', 0],
] as const) {
  test(`what a client told is taken, and once more where its answer was lost: ${what}`, async ({ waiting }) => {
    const { listening, events } = waiting;
    for (const { task, scenario } of await tasksOf(listening)) {
      const body = task === 'list-instruments' ? list : success;
      expect((await declare(listening, scenario, body, status)).status).toBe(204);
      if (scenario === 'odd-keys') expect((await declare(listening, scenario, body, status)).status).toBe(204);
    }
    await listening.done;
    expect(events.filter(({ kind }) => kind === 'refused')).toEqual([]);
    expect((await listening.end()).notes.join('\n')).not.toMatch(/refused|ended early|later on/);
  });
}

for (const [what, first, second, status] of [
  ['another list', '["WRONG"]', '["EUR/USD"]', 0],
  ['another status', '{"error":"no"}', '{"error":"no"}', 2],
  ['a list after a crash', '', '["EUR/USD"]', 0],
  ['what is no outcome', '{"error":"no"}', 'what', 0],
] as const) {
  test(`an outcome is not replaced by a later one: ${what}`, async ({ waiting }) => {
    const { listening, events } = waiting;
    expect((await declare(listening, 'odd-keys', first, first === '["WRONG"]' ? 0 : 1)).status).toBe(204);
    const again = await declare(listening, 'odd-keys', second, status);
    const error = 'The outcome of odd-keys was declared before, and the first one counts.';
    expect([again.status, await again.json()]).toEqual([409, { error }]);
    expect(events.at(-1)).toEqual({ kind: 'refused', name: 'odd-keys', because: error });
    expect((await listening.end()).notes).toContain(
      'Another outcome was declared later on of odd-keys: the first one counts.',
    );
  });
}

test('the first outcome is the one that is judged', async ({ waiting: { listening, token } }) => {
  for (const { scenario, baseUrl, ...task } of await tasksOf(listening)) {
    const variables = {
      ...{ TRADECERT_BASE_URL: baseUrl, TRADECERT_TOKEN: token, TRADECERT_SIGNING_KEY: SIGNING_KEY },
      ...{ TRADECERT_SIGNING_KEY_ENCODING: 'utf8', TRADECERT_SIGNATURE_TEMPLATE: 'concat' },
      TRADECERT_TASK: JSON.stringify(task),
    };
    const { stdout, status } = await correct(variables, new AbortController().signal);
    if (scenario === 'odd-keys') await declare(listening, scenario, '["WRONG"]');
    await declare(listening, scenario, stdout, status ?? 0);
  }
  await listening.done;
  const { clauses } = await listening.end();
  const broken = clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  expect(broken.flatMap(({ findings }) => findings.map(({ scenario }) => scenario))).toEqual(
    expect.arrayContaining(['odd-keys']),
  );
});

test('a refused declaration can be made good', async ({ waiting: { listening } }) => {
  const [first] = await tasksOf(listening);
  expect((await declare(listening, first?.scenario ?? '', 'what')).status).toBe(400);
  expect((await declare(listening, first?.scenario ?? '', '["a"]')).status).toBe(204);
  expect((await listening.end()).notes.join('\n')).not.toContain('was refused');
});

test('a run that is ended early says so, and is incomplete', async ({ waiting }) => {
  const { listening, events, token } = waiting;
  const [first] = await tasksOf(listening);
  const headers = { Authorization: `Bearer ${token}` };
  await (await fetch(`${first?.baseUrl ?? ''}/stocks/orders?stockGroupCd=ALL&stockCd=&nextKey=`, { headers })).text();
  await declare(listening, first?.scenario ?? '', '["a"]');
  const results = await listening.end('it was interrupted');
  expect(results.verdict).toBe('incomplete');
  expect(results.requests).toBe(1);
  expect(results.notes).toContain('The run was ended early, since it was interrupted: of 6 tasks, 1 were declared.');
  expect(results.scenarios).toEqual({ chosen: 0, of: SCENARIOS.length });
  expect(results.clauses.find(({ id }) => id === 'SIG-001')?.reason).toBe('the run ended before it was seen');
  expect(events.map(({ kind }) => kind)).toEqual(['fetched', 'request', 'declared']);
});
