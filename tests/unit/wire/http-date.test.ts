import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { parseRetryAfter } from '../../../src/client/pace.js';
import { ServiceClock } from '../../../src/client/service-clock.js';
import { parseHttpDate } from '../../../src/wire/http-date.js';

const NOW = Date.UTC(2026, 10, 22, 13);
const SECONDS = 1_000;
const LONG_DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

function asctime(moment: Date): string {
  const [day = '', date = '', month = '', year = '', time = ''] = moment.toUTCString().split(/,? /);
  return `${day} ${month} ${String(Number(date)).padStart(2)} ${time} ${year}`;
}

function rfc850(moment: Date): string {
  const [, date = '', month = '', year = '', time = ''] = moment.toUTCString().split(/,? /);
  return `${LONG_DAYS[moment.getUTCDay()] ?? ''}, ${date}-${month}-${year.slice(-2)} ${time} GMT`;
}

test('the same moment in each of the three formats is read as the same', () => {
  for (const text of ['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994']) {
    expect(parseHttpDate(text, NOW), text).toBe(784_111_777_000);
  }
});

test('any moment is read back, and one within 50 years also from a year of two digits', () => {
  const moment = fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) / SECONDS }).map((at) => new Date(at * SECONDS));
  fc.assert(
    fc.property(moment, (at) => {
      expect(parseHttpDate(at.toUTCString(), NOW)).toBe(at.getTime());
      expect(parseHttpDate(asctime(at), NOW)).toBe(at.getTime());
    }),
  );
  const seconds = 50 * 365 * 86_400;
  fc.assert(
    fc.property(moment, fc.integer({ min: -seconds, max: seconds }), (now, by) => {
      const at = new Date(now.getTime() + by * SECONDS);
      fc.pre(at.getUTCFullYear() >= 1000 && at.getUTCFullYear() <= 9999);
      expect(parseHttpDate(rfc850(at), now.getTime())).toBe(at.getTime());
    }),
  );
});

test('a year of two digits that seems more than 50 years ahead is past', () => {
  expect(parseHttpDate('Sunday, 22-Nov-76 13:00:00 GMT', NOW)).toBe(Date.UTC(2076, 10, 22, 13));
  expect(parseHttpDate('Monday, 22-Nov-76 13:00:01 GMT', NOW)).toBe(Date.UTC(1976, 10, 22, 13, 0, 1));
});

test('what is no date of HTTP is none, and no time of this machine takes its place', () => {
  const others = [
    ...[undefined, '', 'soon', '120', 'Nov 6 1994', '1994-11-06T08:49:37', 'Sun, 06 Nov 1994 08:49:37'],
    ...['Sun, 06 Nov 1994 08:49:37 EST', 'Sun, 31 Feb 1994 08:49:37 GMT', 'Sun, 06 Nov 1994 24:00:00 GMT'],
    ...['Sun Nov  6 08:49:37 1994 EST', 'Sun Nov  0 08:49:37 1994', 'Sun, 06 Nov 1994 08:49:37 GMT, x'],
    `Sun, 06 Nov 1994 08:49:37 GMT${' x'.repeat(1e5)}`,
  ];
  for (const text of others) expect(parseHttpDate(text, NOW), text).toBeNaN();
});

test('UTC is UTC by its other names, and a leap second is the second after', () => {
  for (const zone of ['UTC', 'Z', '+0000', 'gmt']) {
    expect(parseHttpDate(`Sun, 6 Nov 1994 08:49:37 ${zone}`, NOW), zone).toBe(784_111_777_000);
  }
  expect(parseHttpDate('Sat, 31 Dec 2016 23:59:60 GMT', NOW)).toBe(Date.UTC(2017, 0, 1));
});

test('where this runs makes no difference', () => {
  const before = process.env['TZ'];
  try {
    for (const zone of ['America/New_York', 'Asia/Tokyo', 'UTC']) {
      process.env['TZ'] = zone;
      expect(new Date(NOW).getHours(), zone).toBe({ 'America/New_York': 8, 'Asia/Tokyo': 22 }[zone] ?? 13);
      const at = new Date(784_111_777_000);
      for (const text of [at.toUTCString(), rfc850(at), asctime(at)]) {
        expect(parseHttpDate(text, NOW), `${text} in ${zone}`).toBe(at.getTime());
      }
      const clock = new ServiceClock(() => NOW);
      clock.observe({ date: asctime(new Date(NOW)), sentAtMs: NOW, receivedAtMs: NOW + 10 });
      expect(Math.abs(clock.offsetMs), zone).toBeLessThan(1_000);
      expect(parseRetryAfter(asctime(new Date(NOW + 2_000)), NOW), zone).toBe(2_000);
    }
  } finally {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  }
});
