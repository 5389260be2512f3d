import { unverified } from '../../contract/verdict.js';
import { headerValues } from '../../wire/headers.js';
import { quoteShort } from '../describe-value.js';
import { demand, rule, slackMsOf, type Breach, type Sight } from './sight.js';
import { timestampWays, USUAL } from './spellings.js';

/** Half the width of the window, in seconds (section 8). */
const WINDOW = 60;
/** Parts of a second that clocks count in, and how they are called. */
const FRACTIONS = [
  [1e3, 'milliseconds'],
  [1e6, 'microseconds'],
  [1e9, 'nanoseconds'],
] as const;
/** What is so near to the present in smaller units is meant in them, in seconds. */
const A_YEAR = 366 * 86_400;
/** A clock that tells of an earlier time was never set, in seconds since the epoch: many begin at 1970 or 1980. */
const EARLIEST = Date.UTC(2000) / 1000;

const CLOCK_UNSET = 'the clock of the machine that recorded it was not set';
const AT = 'request header X-Timestamp';
const EXPECTED = 'the Unix time of the moment of sending, in seconds';

/**
 * Judges X-Timestamp of a modify against its arrival, and how it is written.
 *
 * @clause CLK-001, CLK-002, CLK-003, CLK-006, CLK-007, CLI-048
 */
export function judgeTimestamp(sight: Sight): void {
  const values = headerValues(sight.passage.request.headers, 'x-timestamp').map((value) => value.trim());
  demand(sight, 'CLK-001', values.length > 0, {
    cause: 'there is no X-Timestamp header',
    at: AT,
    expected: EXPECTED,
    actual: 'missing',
  });
  for (const value of new Set(values)) judgeValue(sight, value);
}

function judgeValue(sight: Sight, value: string): void {
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(value)) {
    const cause = value === '' ? 'X-Timestamp is empty' : 'X-Timestamp is no number';
    rule(sight, 'CLK-002', found(cause, value === '' ? 'empty' : shownValue(sight)));
    return;
  }
  rule(sight, 'CLK-002', null);
  judgeSpelling(sight, value);
  const nowS = Math.floor(sight.passage.arrivedAtMs / 1000);
  if (nowS < EARLIEST) {
    for (const clause of ['CLK-003', 'CLK-006', 'CLK-007']) sight.report(clause, unverified(CLOCK_UNSET));
    return;
  }
  const unit = FRACTIONS.find(([parts]) => Math.abs(Number(value) / parts - nowS) < A_YEAR)?.[1];
  if (unit !== undefined) {
    rule(sight, 'CLK-003', found(`X-Timestamp is in ${unit}`, shownValue(sight)));
    return;
  }
  rule(sight, 'CLK-003', null);
  judgeAge(sight, Number(value) - nowS, Math.ceil(slackMsOf(sight) / 1000));
}

function judgeSpelling(sight: Sight, value: string): void {
  const [way = ''] = timestampWays(value);
  const breach = {
    cause: `X-Timestamp is written ${way}`,
    at: AT,
    expected: USUAL.timestamp,
    actual: shownValue(sight),
  };
  rule(sight, 'CLI-048', way === USUAL.timestamp ? null : breach);
}

/** A side of the window is broken, or kept, only where that is so however far the clock that tells the arrival is off. */
function judgeAge(sight: Sight, aheadS: number, slackS: number): void {
  const sides = [
    { clause: 'CLK-006', awayS: -aheadS, where: 'past' },
    { clause: 'CLK-007', awayS: aheadS, where: 'future' },
  ] as const;
  for (const { clause, awayS, where } of sides) {
    if (awayS < -WINDOW - slackS) continue; // broken on the other side
    if (awayS > WINDOW - slackS && awayS <= WINDOW + slackS) {
      sight.report(clause, unverified(whyOpen(sight, slackS)));
      continue;
    }
    demand(
      sight,
      clause,
      awayS <= WINDOW,
      found(`X-Timestamp is more than 60 seconds in the ${where}`, shownAge(aheadS)),
    );
  }
}

function whyOpen({ passage }: Sight, slackS: number): string {
  return passage.clockSetByMs === undefined
    ? `the recording tells the time of the service only to within ${slackS} s`
    : 'the clock of the machine that recorded it was set meanwhile';
}

function shownAge(aheadS: number): string {
  return `${Math.abs(aheadS)} s in the ${aheadS < 0 ? 'past' : 'future'}`;
}

function found(cause: string, actual: string): Breach {
  return { cause, at: AT, expected: EXPECTED, actual };
}

/** Redacted: a client may send anything. */
function shownValue({ exchange }: Sight): string {
  return quoteShort(headerValues(exchange.request.headers, 'x-timestamp').join(', '));
}
