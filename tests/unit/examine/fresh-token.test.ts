import { createSecretKey } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { forgedTokens, malformedEdits } from '../../../src/arbitraries/token.js';
import type { ClauseResult } from '../../../src/contract/results.js';
import type { Settings } from '../../../src/contract/settings.js';
import { certifyService } from '../../../src/examine/certify-service.js';
import type { Alteration } from '../../../src/mock/behaviour.js';
import { startReferenceService } from '../../../src/mock/reference-service.js';
import { refuse } from '../../../src/mock/refusal.js';
import { mintToken, readToken } from '../../../src/mock/token.js';
import { settingsFor, withFolder } from '../../support/certify-reference.js';

const TOKEN_KEY = 'the key of the tokens of this test';
const CLAUSES = ['AUT-001', 'AUT-005', 'AUT-006', 'MOD-001', 'SIG-001', 'PAG-001'];

/** Ends each token after so many requests, long before its `exp`. */
function endingAfter(most: number): Alteration {
  const uses = new Map<string, number>();
  return {
    ...{ name: 'short-lived', does: '' },
    apply: (before) => ({
      verifyTokenExpiry: (call) => {
        const used = (uses.get(call.token) ?? 0) + 1;
        uses.set(call.token, used);
        return used > most ? refuse('token-expired') : before.verifyTokenExpiry(call);
      },
    }),
  };
}

interface Outcome {
  readonly verdicts: Readonly<Record<string, ClauseResult['verdict'] | undefined>>;
  readonly fetches: number;
  readonly notes: readonly string[];
}

async function certifying(
  alterations: readonly Alteration[],
  faults: readonly string[],
  isFresh = true,
  changes: Partial<Settings> = {},
): Promise<Outcome> {
  const service = await startReferenceService({ tokenKey: TOKEN_KEY, alterations, faults });
  let fetches = 0;
  const fetchToken = (): Promise<string> => {
    fetches += 1;
    const nowS = Math.floor(Date.now() / 1000);
    const key = createSecretKey(Buffer.from(TOKEN_KEY));
    return Promise.resolve(isFresh ? mintToken(key, nowS - fetches, nowS + 3600 + fetches) : service.token);
  };
  try {
    const { clauses, notes } = await withFolder((folder) =>
      certifyService({
        settings: settingsFor(service, folder, changes),
        toolVersion: 'test',
        clauses: CLAUSES,
        fetchToken,
      }),
    );
    const verdicts = CLAUSES.map((id) => [id, clauses.find((clause) => clause.id === id)?.verdict] as const);
    return { verdicts: Object.fromEntries(verdicts), fetches, notes };
  } finally {
    await service.close();
  }
}

const ALL_PASS = Object.fromEntries(CLAUSES.map((id) => [id, 'pass']));

test('a run goes on with fresh tokens where the service ends them by itself', async () => {
  const { verdicts, fetches, notes } = await certifying([endingAfter(120)], []);
  expect(verdicts).toEqual(ALL_PASS);
  expect(fetches).toBeGreaterThan(0);
  expect(notes).toEqual([]);
});

test('a service that takes forged tokens is found out, whichever token they are made of', async () => {
  const { verdicts } = await certifying([endingAfter(120)], ['lookup-token-brings-its-key']);
  expect(verdicts['AUT-006']).toBe('warn');
});

test('no token is fetched where the service refuses for other reasons', async () => {
  expect(await certifying([], [])).toMatchObject({ verdicts: ALL_PASS, fetches: 0 });
});

test('a command that prints the token that has ended is told, and what needs a token is unverified', async () => {
  const { verdicts, notes, fetches } = await certifying([endingAfter(0)], [], false);
  expect(verdicts['MOD-001']).toBe('unverified');
  expect(notes).toContain('The fresh token is the one that there was.');
  expect(fetches).toBeLessThan(4);
});

test('a run whose modifies are all refused, as with a wrong key, comes to its end', async () => {
  const { verdicts, fetches } = await certifying([], [], true, { signingKey: 'a key of something else' });
  expect(verdicts).toMatchObject({ 'MOD-001': 'unverified', 'SIG-001': 'unverified', 'PAG-001': 'pass' });
  expect(fetches).toBe(0);
});

test('no Authorization that must be refused is the right one, and the last of them lacks a part, at any seed', () => {
  const token = mintToken(createSecretKey(Buffer.from(TOKEN_KEY)), 1, 2);
  for (const seed of [0, 1, 4_294_967_295]) {
    const values = malformedEdits(token, seed).map(({ authorization }) => authorization(token));
    expect(values.filter((value) => /^Bearer [^\s,.]+(?:\.[^\s,.]+){2}$/.test(value))).toEqual([
      'Bearer aaaa.bbbb.cccc',
    ]);
    expect(values).toContain(seed % 2 === 0 ? 'Bearer null' : 'Bearer undefined');
    expect(values.at(-1)).toBe(`Bearer ${token.split('.').slice(0, 2).join('.')}`);
  }
});

test('of the forged tokens, one says no algorithm, and one spells none in an unusual way', () => {
  const token = mintToken(createSecretKey(Buffer.from(TOKEN_KEY)), 1, 2);
  const algorithms = (seed: number): unknown[] =>
    (forgedTokens(token, null, seed) ?? []).map(({ token: forged }) => readToken(forged)?.header['alg']);
  expect(algorithms(0)).toEqual(expect.arrayContaining([undefined, 'NONE']));
  expect(algorithms(1)).toEqual(expect.arrayContaining([undefined, 'nOnE']));
  expect(forgedTokens(token, null, 0)?.map((forged) => forged.token)).not.toContain(token);
});
