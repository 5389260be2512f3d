import type { Behaviour, Fault } from '../behaviour.js';
import { soleHeader, type Incoming } from '../call.js';
import { fault, leaveOut } from './make-fault.js';

/** Faults in X-Timestamp, sections 5 and 8. */
export const TIMESTAMP_FAULTS: readonly Fault[] = [
  fault(['timestamp-optional', 'CLK-001', 'Accepts a modify without X-Timestamp.'], (before) => ({
    readTimestamp: (call) => (hasTimestamp(call.incoming) ? before.readTimestamp(call) : null),
    withinWindow: (call) => (hasTimestamp(call.incoming) ? before.withinWindow(call) : null),
  })),
  fault(['timestamp-in-milliseconds', 'CLK-003', 'Accepts X-Timestamp in milliseconds, too.'], (before) => ({
    withinWindow: (call) => {
      const isMilliseconds = Math.abs(Number(call.timestamp) - call.incoming.arrivedAtMs) <= 60_000;
      return isMilliseconds ? null : before.withinWindow(call);
    },
  })),
  leaveOut(['no-window', 'CLK-006', 'Accepts an X-Timestamp of any age.'], 'withinWindow'),
  fault(['window-of-an-hour', 'CLK-006', 'Accepts an X-Timestamp up to an hour off.'], window(3600, 3600)),
  fault(['narrow-past', 'CLK-004', 'Refuses an X-Timestamp 30 seconds in the past.'], window(29, 60)),
  fault(['no-future', 'CLK-005', 'Refuses an X-Timestamp more than 1 second in the future.'], window(60, 1)),
  fault(['open-future', 'CLK-007', 'Accepts an X-Timestamp any time in the future.'], window(60, Infinity)),
];

function window(pastS: number, futureS: number): () => Partial<Behaviour> {
  return () => ({ window: { pastS, futureS } });
}

const hasTimestamp = (incoming: Incoming): boolean => soleHeader(incoming, 'x-timestamp') !== null;
