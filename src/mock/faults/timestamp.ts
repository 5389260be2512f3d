import type { Behaviour, Fault } from '../behaviour.js';
import { headerValuesOf, soleHeader, type Call, type Incoming } from '../call.js';
import { refuse } from '../refusal.js';
import { isLong, switchesOff } from './body-forms.js';
import { fault, leaveOut, passing, type FaultHead } from './make-fault.js';

/** Faults in X-Timestamp, sections 5 and 8. */
export const TIMESTAMP_FAULTS: readonly Fault[] = [
  fault(['timestamp-optional', 'CLK-001', 'Accepts a modify without X-Timestamp.'], (before) => ({
    readTimestamp: (call) => (hasTimestamp(call.incoming) ? before.readTimestamp(call) : null),
    withinWindow: (call) => (hasTimestamp(call.incoming) ? before.withinWindow(call) : null),
  })),
  fault(['limit-stop-undated', 'CLK-001', 'Asks for no X-Timestamp where a LIMIT_STOP order is modified.'], (before) =>
    passing(
      before,
      ['readTimestamp', 'withinWindow'],
      ({ cause }, { incoming }) => cause === 'timestamp-missing' && incoming.body.includes('"LIMIT_STOP"'),
    ),
  ),
  fault(
    [
      'timestamp-not-a-number',
      'CLK-002',
      'Takes a text that is no number for a time inside the window.',
      { also: ['CLK-010'] },
    ],
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
  fault(['timestamp-in-nanoseconds', 'CLK-003', 'Takes 19 digits for the nanoseconds of the present.'], (before) =>
    takeAlso(before, (text) => /^\d{19}$/.test(text)),
  ),
  fault(['narrow-past', 'CLK-004', 'Refuses an X-Timestamp 30 seconds in the past.'], window(29, 60)),
  fault(['no-future', 'CLK-005', 'Refuses an X-Timestamp more than 1 second in the future.'], window(60, 1)),
  leaveOut(
    ['no-window', 'CLK-006', 'Accepts an X-Timestamp of any age.', { also: ['CLK-003', 'CLK-007'] }],
    'withinWindow',
  ),
  fault(
    ['first-of-two-timestamps', 'CLK-006', 'Holds the first X-Timestamp against its time, and verifies the last.'],
    (before) => twoTimestamps(before, 0, -1),
  ),
  fault(
    ['last-of-two-timestamps', 'CLK-006', 'Holds the last X-Timestamp against its time, and verifies the first.'],
    (before) => twoTimestamps(before, -1, 0),
  ),
  fault(['window-of-an-hour', 'CLK-006', 'Accepts an X-Timestamp up to an hour old.'], window(3600, 60)),
  fault(['window-too-wide', 'CLK-006', 'Accepts an X-Timestamp 67 seconds old.'], window(67, 60)),
  fault(['future-too-wide', 'CLK-007', 'Accepts an X-Timestamp 67 seconds in the future.'], window(60, 67)),
  fault(['past-a-little-narrow', 'CLK-004', 'Refuses an X-Timestamp 54 seconds in the past.'], window(53, 60)),
  fault(['future-a-little-narrow', 'CLK-005', 'Refuses an X-Timestamp 54 seconds in the future.'], window(60, 53)),
  fault(['digits-then-letters', 'CLK-002', 'Reads X-Timestamp up to the first letter.'], (before) =>
    readAs(before, (text) => /^\d+(?=[a-z])/i.exec(text)?.[0]),
  ),
  fault(['timestamp-as-a-date', 'CLK-002', 'Takes a date and time for X-Timestamp, too.'], (before) =>
    readAs(before, (text) => (text.includes('T') ? String(Math.floor(Date.parse(text) / 1000)) : undefined)),
  ),
  fault(['timestamp-as-http-date', 'CLK-002', 'Takes a date as headers have it for X-Timestamp, too.'], (before) =>
    readAs(before, (text) => (text.endsWith(' GMT') ? String(Math.floor(Date.parse(text) / 1000)) : undefined)),
  ),
  fault(['timestamp-in-quotes', 'CLK-002', 'Takes an X-Timestamp in quotes, too.'], (before) =>
    readAs(before, (text) => /^"(\d+)"$/.exec(text)?.[1]),
  ),
  fault(
    ['timestamp-in-hexadecimal', 'CLK-010', 'Takes an X-Timestamp that begins with 0x for hexadecimal.'],
    (before) => readAs(before, (text) => (/^0x[0-9a-f]+$/i.test(text) ? String(Number(text)) : undefined)),
  ),
  fault(['zero-timestamp', 'CLK-006', 'Takes an X-Timestamp of 0 for none, and looks no further.'], (before) => ({
    withinWindow: (call) => (Number(call.timestamp) === 0 ? null : before.withinWindow(call)),
  })),
  fault(['timestamp-in-32-bits', 'CLK-007', 'Keeps the last 32 bits of X-Timestamp only.'], (before) => ({
    withinWindow: (call) => before.withinWindow({ ...call, timestamp: String(Number(call.timestamp) % 2 ** 32) }),
  })),
  fault(
    ['window-forgets-years', 'CLK-006', 'Takes an X-Timestamp of 300 days ago, and before, for none.'],
    (before) => ({
      withinWindow: (call) => {
        const ageS = call.incoming.arrivedAtMs / 1000 - Number(call.timestamp);
        return ageS > 300 * 86_400 && Number(call.timestamp) > 0 ? null : before.withinWindow(call);
      },
    }),
  ),
  fault(['date-of-the-client', 'CLK-006', 'Holds X-Timestamp against the Date of the request, if any.'], (before) => ({
    withinWindow: (call) => {
      const arrivedAtMs = Date.parse(soleHeader(call.incoming, 'date') ?? '') || call.incoming.arrivedAtMs;
      return before.withinWindow({ ...call, incoming: { ...call.incoming, arrivedAtMs } });
    },
  })),
  ageless(['window-not-for-stop', 'CLK-006', 'Looks at the age of no STOP order.'], ({ incoming }) =>
    incoming.body.includes('"STOP"'),
  ),
  ageless(['window-not-for-market', 'CLK-006', 'Looks at the age of no MARKET order.'], ({ incoming }) =>
    incoming.body.includes('"MARKET"'),
  ),
  ageless(
    ['window-not-for-trailing', 'CLK-006', 'Looks at the age of no modify that has lossTrackingYn.'],
    ({ incoming }) => incoming.body.includes('lossTrackingYn'),
  ),
  ageless(
    ['window-not-for-switching-off', 'CLK-006', 'Looks at the age of no modify that switches something off.'],
    switchesOff,
  ),
  ageless(['window-not-for-long-bodies', 'CLK-006', 'Looks at the age of no modify of more than 8 KiB.'], isLong),
  fault(
    ['no-future-for-trailing', 'CLK-005', 'Refuses a future X-Timestamp of a modify that has lossTrackingYn.'],
    narrowWhere('lossTrackingYn', 60, 1),
  ),
  fault(
    ['no-future-for-sell-to-close', 'CLK-005', 'Refuses a future X-Timestamp for a SELL_TO_CLOSE order.'],
    narrowWhere('"SELL_TO_CLOSE"', 60, 1),
  ),
  fault(
    ['narrow-past-for-sell', 'CLK-004', 'Refuses an X-Timestamp 50 seconds in the past for a SELL order.'],
    narrowWhere('"SELL"', 49, 60),
  ),
  fault(
    ['narrow-past-for-market', 'CLK-004', 'Refuses an X-Timestamp 50 seconds in the past for a MARKET order.'],
    narrowWhere('"MARKET"', 49, 60),
  ),
  fault(
    ['no-future-for-market', 'CLK-005', 'Refuses a future X-Timestamp for a MARKET order.'],
    narrowWhere('"MARKET"', 60, 1),
  ),
  fault(
    ['window-too-wide-for-market', 'CLK-006', 'Accepts an X-Timestamp 2 minutes old for a MARKET order.'],
    narrowWhere('"MARKET"', 120, 60),
  ),
  fault(
    ['future-too-wide-for-market', 'CLK-007', 'Accepts an X-Timestamp 2 minutes ahead for a MARKET order.'],
    narrowWhere('"MARKET"', 60, 120),
  ),
  fault(
    [
      'timestamp-not-before-the-last',
      'CLK-009',
      'Refuses a timestamp before that of the last modify of the order.',
      // A timestamp is a second back where the same body came in the same second.
      { atTimes: ['CLK-004', 'MOD-008', 'MOD-051', 'MOD-052'] },
    ],
    (before) => {
      const last = new Map<string, number>();
      return {
        checkBounds: (call) => {
          const isEarlier = Number(call.timestamp) < (last.get(String(call.body['orderNo'])) ?? 0);
          return before.checkBounds(call) ?? (isEarlier ? refuse('timestamp-window', 'X-Timestamp') : null);
        },
        apply: (call) => {
          before.apply(call);
          last.set(String(call.body['orderNo']), Number(call.timestamp));
        },
      };
    },
  ),
  fault(
    ['an-hour-behind', 'CLK-006', 'Accepts an X-Timestamp that is an hour behind, as of the other half of the year.'],
    (before) => alsoAround(before, -3_600),
  ),
  fault(
    ['nine-hours-behind', 'CLK-006', 'Accepts an X-Timestamp that is nine hours behind, as of another time zone.'],
    (before) => alsoAround(before, -32_400),
  ),
  fault(
    ['an-hour-ahead', 'CLK-007', 'Accepts an X-Timestamp that is an hour ahead, as of the other half of the year.'],
    (before) => alsoAround(before, 3_600),
  ),
  fault(
    ['nine-hours-ahead', 'CLK-007', 'Accepts an X-Timestamp that is nine hours ahead, as of another time zone.'],
    (before) => alsoAround(before, 32_400),
  ),
  fault(
    ['open-future', 'CLK-007', 'Accepts an X-Timestamp any time in the future.', { also: ['CLK-003'] }],
    window(60, Infinity),
  ),
  fault(['day-ahead', 'CLK-007', 'Accepts an X-Timestamp up to a day in the future.'], window(60, 86_400)),
];

/** Of several X-Timestamp headers, reads one for its age and another one for the signature. */
function twoTimestamps(before: Behaviour, aged: number, signed: number): Partial<Behaviour> {
  const given = ({ incoming }: Call): string[] => headerValuesOf(incoming, 'x-timestamp');
  return {
    readTimestamp: (call) => {
      if (given(call).length < 2) return before.readTimestamp(call);
      call.timestamp = given(call).at(signed) ?? '';
      return null;
    },
    withinWindow: (call) => before.withinWindow({ ...call, timestamp: given(call).at(aged) ?? '' }),
  };
}

/** A fault that takes some modifies whatever time they say. */
function ageless([name, clause, does]: FaultHead, when: (call: Call) => boolean): Fault {
  return fault([name, clause, does, { also: ['CLK-007'] }], (before) => ({
    withinWindow: (call) => (when(call) ? null : before.withinWindow(call)),
  }));
}

function window(pastS: number, futureS: number): () => Partial<Behaviour> {
  return () => ({ window: { pastS, futureS } });
}

/** Another window for a body that has this text. */
function narrowWhere(text: string, pastS: number, futureS: number): Fault['apply'] {
  return (before) => ({
    withinWindow: (call) => {
      const behaviour = { ...call.service.behaviour, window: { pastS, futureS } };
      const isNarrow = call.incoming.body.includes(text);
      return before.withinWindow(isNarrow ? { ...call, service: { ...call.service, behaviour } } : call);
    },
  });
}

/** Accepts what is in the window of another hour, too. */
function alsoAround(before: Behaviour, offsetS: number): Partial<Behaviour> {
  return {
    withinWindow: (call) => {
      const moved = { ...call, timestamp: String(Number(call.timestamp) - offsetS) };
      return before.withinWindow(moved) === null ? null : before.withinWindow(call);
    },
  };
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

/** Reads some texts as the seconds that are in them; the signature covers the text as it came. */
function readAs(before: Behaviour, read: (text: string) => string | undefined): Partial<Behaviour> {
  return {
    readTimestamp: (call) => {
      const text = soleHeader(call.incoming, 'x-timestamp') ?? '';
      if (read(text) === undefined) return before.readTimestamp(call);
      call.timestamp = text;
      return null;
    },
    withinWindow: (call) => before.withinWindow({ ...call, timestamp: read(call.timestamp) ?? call.timestamp }),
  };
}

const hasTimestamp = (incoming: Incoming): boolean => soleHeader(incoming, 'x-timestamp') !== null;
