import type { Behaviour, Fault } from '../behaviour.js';
import { soleHeader, type Call, type Incoming } from '../call.js';
import { fault, leaveOut } from './make-fault.js';

/** Faults in X-Timestamp, sections 5 and 8. */
export const TIMESTAMP_FAULTS: readonly Fault[] = [
  fault(['timestamp-optional', 'CLK-001', 'Accepts a modify without X-Timestamp.'], (before) => ({
    readTimestamp: (call) => (hasTimestamp(call.incoming) ? before.readTimestamp(call) : null),
    withinWindow: (call) => (hasTimestamp(call.incoming) ? before.withinWindow(call) : null),
  })),
  fault(
    ['timestamp-not-a-number', 'CLK-002', 'Takes a text that is no number for a time inside the window.'],
    (before) => takeAlso(before, (text) => text !== '' && Number.isNaN(Number(text))),
  ),
  fault(['empty-timestamp', 'CLK-002', 'Takes an empty X-Timestamp for the present.'], (before) =>
    takeAlso(before, (text) => text === ''),
  ),
  fault(['timestamp-in-milliseconds', 'CLK-003', 'Accepts X-Timestamp in milliseconds, too.'], (before) => ({
    withinWindow: (call) => {
      const isMilliseconds = Math.abs(Number(call.timestamp) - call.incoming.arrivedAtMs) <= 60_000;
      return isMilliseconds ? null : before.withinWindow(call);
    },
  })),
  fault(['narrow-past', 'CLK-004', 'Refuses an X-Timestamp 30 seconds in the past.'], window(29, 60)),
  fault(['no-future', 'CLK-005', 'Refuses an X-Timestamp more than 1 second in the future.'], window(60, 1)),
  leaveOut(
    ['no-window', 'CLK-006', 'Accepts an X-Timestamp of any age.', { also: ['CLK-003', 'CLK-007'] }],
    'withinWindow',
  ),
  fault(['window-of-an-hour', 'CLK-006', 'Accepts an X-Timestamp up to an hour old.'], window(3600, 60)),
  fault(['window-too-wide', 'CLK-006', 'Accepts an X-Timestamp 65 seconds old.'], window(65, 60)),
  fault(
    ['open-future', 'CLK-007', 'Accepts an X-Timestamp any time in the future.', { also: ['CLK-003'] }],
    window(60, Infinity),
  ),
  fault(['day-ahead', 'CLK-007', 'Accepts an X-Timestamp up to a day in the future.'], window(60, 86_400)),
];

function window(pastS: number, futureS: number): () => Partial<Behaviour> {
  return () => ({ window: { pastS, futureS } });
}

/** Lets some texts stand as a timestamp that is never too old. */
function takeAlso(before: Behaviour, takes: (text: string) => boolean): Partial<Behaviour> {
  const taken = new WeakSet<Call>();
  return {
    readTimestamp: (call) => {
      const text = soleHeader(call.incoming, 'x-timestamp');
      if (text === null || !takes(text)) return before.readTimestamp(call);
      call.timestamp = text;
      taken.add(call);
      return null;
    },
    withinWindow: (call) => (taken.has(call) ? null : before.withinWindow(call)),
  };
}

const hasTimestamp = (incoming: Incoming): boolean => soleHeader(incoming, 'x-timestamp') !== null;
