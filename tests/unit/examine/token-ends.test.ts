import { expect } from '@playwright/test';
import type { LegalTwin } from '../../../src/mock/behaviour.js';
import { soleHeader, type Call } from '../../../src/mock/call.js';
import { refuse } from '../../../src/mock/refusal.js';
import { certifyReference } from '../../support/certify-reference.js';
import { recordedIn } from '../../support/stop-and-resume.js';
import { test } from '../cli/temporary-folder.js';

/** A service whose token ends once so many requests were counted. */
function endsToken(most: number, counts: (call: Call) => boolean): LegalTwin {
  let count = 0;
  return {
    name: `token-ends-after-${most}`,
    does: 'Refuses the token from some request on.',
    apply: (before) => ({
      readToken: (call) => {
        if (count <= most && counts(call)) count += 1;
        return count > most ? refuse('token-expired') : before.readToken(call);
      },
    }),
  };
}

/** Without a Date, so that the width of the window has to be measured. */
const TELLS_NO_TIME: LegalTwin = {
  name: 'tells-no-time',
  does: 'Answers without Date.',
  apply: (before) => ({
    transmit: (call, answer, response) => {
      response.sendDate = false;
      before.transmit(call, answer, response);
    },
    respond: (call, answer) => {
      const last = before.respond(call, answer);
      return { ...last, headers: last.headers.filter(([name]) => name.toLowerCase() !== 'date') };
    },
  }),
};

async function brokenClauses(
  alterations: readonly LegalTwin[],
  clauses: readonly string[],
): Promise<readonly string[]> {
  const results = await certifyReference({ alterations }, {}, clauses);
  return results.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id }) => id);
}

const PRICE_CHANGES = ['MOD-001', 'MOD-002', 'MOD-003', 'MOD-004', 'MOD-005', 'MOD-006'];

for (const most of [4, 16, 40]) {
  test(`no price change is held against a service whose token ends after ${most} requests`, async () => {
    expect(await brokenClauses([endsToken(most, () => true)], PRICE_CHANGES)).toEqual([]);
  });
}

const isAhead = ({ incoming }: Call): boolean => Number(soleHeader(incoming, 'x-timestamp')) > Date.now() / 1_000 + 3;

test('no window is held against a service whose token ends while it is measured', async () => {
  for (const most of [4, 5, 6]) {
    expect(await brokenClauses([TELLS_NO_TIME, endsToken(most, isAhead)], ['CLK-004']), String(most)).toEqual([]);
  }
});

const SOME_CLAUSES = [
  'LKP-001',
  'LKP-009',
  'MOD-001',
  'MOD-017',
  'MOD-041',
  'TPS-001',
  'TPS-007',
  'SIG-004',
  'CLK-004',
];

test('a run ends, and says why, where its token has ended', async ({ folder }) => {
  const alterations = [endsToken(200, () => true)];
  const results = await certifyReference({ alterations }, { outDir: folder }, SOME_CLAUSES);
  expect(results.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([]);
  expect(results.stopped?.because).toMatch(/^the service refused everything for 16 s.*or the token has ended$/);
  // Each order that was changed is set back besides: how many these are hangs on how many were taken at one time.
  const forClauses = recordedIn(folder).filter(({ clause }) => clause !== 'set-back');
  expect(forClauses.length).toBeGreaterThan(200);
  expect(forClauses.length).toBeLessThanOrEqual(350);
});

test('a run says when its token ended, where the token tells', async ({ folder }) => {
  const alterations = [endsToken(200, () => true)];
  const results = await certifyReference({ alterations, tokenLifetimeS: 8 }, { outDir: folder }, SOME_CLAUSES);
  expect(results.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([]);
  expect(results.stopped?.because).toMatch(
    /^the service refused everything for 16 s.*: the token ended at [\d-]{10}T[\d:]{8}\.000Z; set TRADECERT_TOKEN_COMMAND/,
  );
});

/** Refuses whatever comes from some request on, for so long, as if it were invalid. */
function refusesForAWhile(first: number, ms: number): LegalTwin {
  let count = 0;
  let begunMs = Infinity;
  return {
    name: 'refuses-for-a-while',
    does: 'Refuses everything for some time.',
    apply: (before) => ({
      readToken: (call) => {
        count += 1;
        if (count === first) begunMs = Date.now();
        const isClosed = count >= first && Date.now() - begunMs < ms;
        return isClosed ? refuse('token-expired') : before.readToken(call);
      },
    }),
  };
}

test('a run goes on after a service that refused everything for a while', async () => {
  const results = await certifyReference({ alterations: [refusesForAWhile(200, 2_500)] }, {}, SOME_CLAUSES);
  expect(results.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([]);
  expect(results.stopped).toBeUndefined();
});
