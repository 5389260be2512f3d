import type { ServiceClock } from '../client/service-clock.js';
import { ok, skipped, type Check } from './check.js';

/** Half of the window of 60 s: beyond it, other programs of this machine come close to its edge. */
const FAR_MS = 30_000;

/** How far this machine's clock is from the service's, by the Date of its answers. A run allows for it. */
export function checkClock(clock: ServiceClock): Check {
  const [id, title] = ['clock', 'clock'];
  if (!clock.isKnown) {
    return {
      ...{ id, title, status: 'warning', found: 'no answer had a Date' },
      means: 'timestamps are those of this machine, and the edges of the 60 s cannot be judged',
      remedy: 'see that the clock of this machine is right',
    };
  }
  const { offsetMs, uncertaintyMs } = clock;
  const found = `the service is ${seconds(Math.abs(offsetMs))} ${offsetMs < 0 ? 'behind' : 'ahead'}, give or take ${seconds(uncertaintyMs)}`;
  if (Math.abs(offsetMs) - uncertaintyMs < FAR_MS) return ok(id, title, found);
  return {
    ...{ id, title, status: 'warning', found },
    means: 'a run allows for that; clients that do not are refused beyond 60 s (section 5)',
    remedy: 'set one of the two clocks right',
  };
}

/** Where nothing was answered. */
export const CLOCK_UNKNOWN = skipped('clock', 'clock', 'not known: nothing was answered');

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
