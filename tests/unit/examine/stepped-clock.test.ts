import { expect, test } from '@playwright/test';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import type { Results } from '../../../src/contract/results.js';
import { certifyService } from '../../../src/examine/certify-service.js';
import { LEGAL_TWINS } from '../../../src/mock/legal/legal-twins.js';
import { startReferenceService, type ReferenceOptions } from '../../../src/mock/reference-service.js';
import { resultOf, settingsFor, withFolder } from '../../support/certify-reference.js';

const HOUR_MS = 3_600_000;

/** Those that rest on the time, and some that do not. */
const CLAUSES = loadCatalogue()
  .filter(({ role, passive, operation }) => role !== 'client' && !passive && operation === undefined)
  .map(({ id }) => id)
  .filter((id) => /^(CLK|SIG|MOD-00|OPN-04|AUT|PAG-00)/.test(id));

interface Step {
  readonly byMs: number;
  /** How many requests the service has taken when it comes. */
  readonly at: number;
  /** The service runs on this machine, and goes by the same clock. */
  readonly isHere: boolean;
}

/** Certifies a service whose run has this machine's clock stepped in its midst. */
async function certifyAcross({ byMs, at, isHere }: Step, reference: ReferenceOptions = {}): Promise<Results> {
  const startMs = Date.now() - performance.now();
  const now = (): number => Math.round(startMs + performance.now());
  let asked = 0;
  const wall = (): number => now() + (asked >= at ? byMs : 0);
  const clock = (): number => {
    asked += 1;
    return isHere ? wall() : now();
  };
  const service = await startReferenceService({ ...reference, clock });
  try {
    return await withFolder((folder) =>
      certifyService({ settings: settingsFor(service, folder), toolVersion: 'test', clauses: CLAUSES, now, wall }),
    );
  } finally {
    await service.close();
  }
}

const alarms = ({ clauses }: Results): string[] =>
  clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id }) => id);

for (const [byMs, told] of [
  [HOUR_MS, 'forward by 3600 s'],
  [-HOUR_MS, 'back by 3600 s'],
  [40_000, 'forward by 40 s'],
  [-40_000, 'back by 40 s'],
] as const) {
  for (const [isHere, at] of [
    [true, 60],
    [true, 600],
    [false, 300],
  ] as const) {
    const place = isHere ? 'here' : 'elsewhere';
    test(`a clock that is set ${told} at request ${at} is no fault of a service ${place}`, async () => {
      const begun = performance.now();
      const results = await certifyAcross({ byMs, at, isHere });
      expect(alarms(results)).toEqual([]);
      expect(results.notes).toEqual([
        `The clock of this machine was set ${told} during the run; what was under way is unverified.`,
      ]);
      // Examined after the step, or before it, by the service's own time.
      expect(results.clauses.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(10);
      expect(performance.now() - begun).toBeLessThan(60_000);
    });
  }
}

test('what breaks a clause of the time after a step is found by the time that the service then tells', async () => {
  const step = { byMs: HOUR_MS, at: 20, isHere: true };
  const results = await certifyAcross(step, { faults: ['window-of-an-hour'] });
  expect([resultOf(results, 'CLK-006').verdict, ...alarms(results)]).toEqual(['fail', 'CLK-006']);
});

test('where the service does not tell its time, modifies after a step are not judged', async () => {
  const alterations = LEGAL_TWINS.filter(({ name }) => name === 'no-date');
  const results = await certifyAcross({ byMs: HOUR_MS, at: 300, isHere: true }, { alterations });
  expect(alarms(results)).toEqual([]);
  expect(results.verdict).toBe('incomplete');
});
