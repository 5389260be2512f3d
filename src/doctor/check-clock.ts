import type { ServiceClock } from '../client/service-clock.js';
import { ok, skipped, type Check } from './check.js';

/** Half of the window of 60 s: beyond it, other programs of this machine come close to its edge. */
const FAR_MS = 30_000;

/** How far this machine's clock is from the service's, by the Date of its answers. A run goes by that. */
export function checkClock(clock: ServiceClock): Check {
  const [id, title] = ['clock', 'clock'];
  if (!clock.isKnown) {
    return {
      ...{ id, title, status: 'warning', found: 'no answer had a Date' },
      means: 'timestamps are those of this machine, and the edges of the 60 s cannot be judged',
      remedy: 'see that the clock of this machine is right',
    };
  }
  if (clock.isContradictory) {
    return {
      ...{ id, title, status: 'warning' },
      found: `the Dates of its answers contradict each other, by up to ${seconds(clock.contradictionMs)}`,
      means:
        'they do not tell the time of the service: what is signed by them may be refused, and the edges of the 60 s cannot be judged',
      remedy:
        'see whether several machines, gateways or a cache write Date, and set their clocks right, or let them leave Date out',
    };
  }
  const { offsetMs, uncertaintyMs } = clock;
  const found = `the service is ${seconds(Math.abs(offsetMs))} ${offsetMs < 0 ? 'behind' : 'ahead'}, give or take ${seconds(uncertaintyMs)}`;
  if (!isFarOff(clock)) return ok(id, title, found);
  return {
    ...{ id, title, status: 'warning', found },
    means:
      'a run goes by the Date of its answers, unless the signed modify shows that it is not that of the service; clients that go by their own clock are refused beyond 60 s (section 5)',
    remedy:
      'find out which clock is wrong, and set it right: that of this machine, of the service, or of what writes Date, such as a gateway',
  };
}

/** Whether this machine's clock and that of the answers are so far apart that a signed modify may be refused for it. */
export function isFarOff({ isKnown, offsetMs, uncertaintyMs }: ServiceClock): boolean {
  return isKnown && Math.abs(offsetMs) - uncertaintyMs >= FAR_MS;
}

/** Where nothing was answered. */
export const CLOCK_UNKNOWN = skipped('clock', 'clock', 'not known: nothing was answered');

/** The width of the window: of two times that are farther apart, a service can be right about one only. */
const WHOLE_WINDOW_MS = 120_000;

/** Whether no service accepts both this machine's time and that of the answers. */
export function isBeyondWindow({ isKnown, offsetMs, uncertaintyMs }: ServiceClock): boolean {
  return isKnown && Math.abs(offsetMs) - uncertaintyMs >= WHOLE_WINDOW_MS;
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
