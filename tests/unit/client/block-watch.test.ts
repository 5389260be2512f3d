import { expect, test } from '@playwright/test';
import { BLOCKED, BlockWatch } from '../../../src/client/block-watch.js';
import { madeExchange } from '../../support/exchange-builder.js';

const ENDS_AT_MS = Date.parse('2030-01-01T12:00:00Z');

interface Ended {
  /** The service's time as the first plain lookup was accepted, from the end of the token on, in seconds. */
  readonly acceptedAtS: number;
  /** The same as everything was refused. */
  readonly refusedAtS: number;
  readonly doubtS?: number;
  readonly endsAtMs?: number;
  readonly isRenewable?: boolean;
}

/** Why a run ends whose service refuses everything for longer than is waited for. */
async function reasonOf(ended: Ended): Promise<string> {
  const { acceptedAtS, refusedAtS, doubtS = 1, endsAtMs = ENDS_AT_MS, isRenewable = false } = ended;
  let nowS = acceptedAtS;
  let reason = '';
  const lookup = { operation: 'listOrderableStocks' } as const;
  const watch = new BlockWatch({
    ask: () => Promise.resolve(madeExchange({ ...lookup, status: 401 })),
    known: () => ({
      tokens: { endsAtMs, isRenewable },
      clock: { nowMs: () => ENDS_AT_MS + nowS * 1_000, uncertaintyMs: doubtS * 1_000 },
    }),
    hold: (task) => task(),
    giveUp: (because) => (reason = because),
    stop: new AbortController().signal,
    sleep: () => Promise.resolve(),
  });
  watch.see(madeExchange({ ...lookup, status: 200 }));
  nowS = refusedAtS;
  for (let count = 0; count < 20; count += 1) await watch.judge(401, undefined);
  return reason;
}

/** What an answer is worth, and why the run ends, of a service whose gateway answers a plain lookup with these, one after another. */
async function behindGateway(status: number, lookups: readonly number[]): Promise<[string, string]> {
  const lookup = { operation: 'listOrderableStocks' } as const;
  const left = [...lookups];
  let reason = '';
  const watch = new BlockWatch({
    ask: () => {
      const answered = madeExchange({ ...lookup, status: left.shift() ?? 503 });
      return Promise.resolve(answered.response?.status === 200 ? answered : { ...answered, trouble: BLOCKED });
    },
    known: () => ({ tokens: { endsAtMs: 0, isRenewable: false }, clock: { nowMs: () => 1, uncertaintyMs: 0 } }),
    hold: (task) => task(),
    giveUp: (because) => (reason = because),
    stop: new AbortController().signal,
    sleep: () => Promise.resolve(),
  });
  watch.see(madeExchange({ ...lookup, status: 200 }));
  return [await watch.judge(status, 'refusal'), reason];
}

for (const status of [502, 503, 504]) {
  test(`a ${status} to what is to be refused is one of the service only where a plain lookup is answered`, async () => {
    expect(await behindGateway(status, [200])).toEqual(['refused', '']);
    expect(await behindGateway(status, [status, status, 200])).toEqual(['over', '']);
    expect(await behindGateway(status, [])).toEqual([
      'lasting',
      `the service refused everything for 16 s, also a plain lookup that it had accepted before: it answered ${status}, as a gateway does that reaches no service; when it is back, go on with --resume`,
    ]);
  });
}

const REFUSED = 'the service refused everything for 16 s, also a plain lookup that it had accepted before: ';

test('a token that ended during the run is said to have ended, with the time, and what to do', async () => {
  expect(await reasonOf({ acceptedAtS: -60, refusedAtS: 20 })).toBe(
    `${REFUSED}the token ended at 2030-01-01T12:00:00.000Z; set TRADECERT_TOKEN_COMMAND, or TRADECERT_TOKEN to a fresh one, and go on with --resume`,
  );
  expect(await reasonOf({ acceptedAtS: -60, refusedAtS: 20, isRenewable: true })).toBe(
    `${REFUSED}the token ended at 2030-01-01T12:00:00.000Z, and its command gave no fresh one; run TRADECERT_TOKEN_COMMAND by hand, and go on with --resume`,
  );
});

test('a token of which it is not known whether it ended is not said to have', async () => {
  const unknown = `${REFUSED}it may shut clients out after refusals, or the token has ended`;
  expect(await reasonOf({ acceptedAtS: -60, refusedAtS: -10 })).toBe(unknown);
  expect(await reasonOf({ acceptedAtS: -60, refusedAtS: 20, doubtS: 60 })).toBe(unknown);
  expect(await reasonOf({ acceptedAtS: -60, refusedAtS: 20, endsAtMs: Infinity })).toBe(unknown);
});

test('a token that was accepted after its end is not said to be why everything is refused', async () => {
  expect(await reasonOf({ acceptedAtS: 10, refusedAtS: 60 })).toContain('it may shut clients out');
});
