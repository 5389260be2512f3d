const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const MONTH = `(?<month>${MONTHS.join('|')})`;
const TIME = '(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)';
const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const LONG_DAY = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day';
/** GMT is what is to be sent; the others say the same. */
const UTC = '(?:GMT|UTC|Z|[+-]00:?00)';

const FORMATS = [
  `${DAY}, (?<day>\\d\\d?) ${MONTH} (?<year>\\d{4}) ${TIME} ${UTC}`,
  `${LONG_DAY}, (?<day>\\d\\d)-${MONTH}-(?<year>\\d\\d) ${TIME} ${UTC}`,
  `${DAY} ${MONTH} (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})`,
].map((format) => new RegExp(`^${format}$`, 'i'));

/**
 * Reads a date of HTTP in any of its three formats, by UTC wherever this runs (RFC 9110, 5.6.7).
 *
 * @param nowMs - milliseconds since the epoch; a year of two digits is at most 50 years after it
 * @returns milliseconds since the epoch; NaN where the text is no such date
 */
export function parseHttpDate(text: string | undefined, nowMs: number): number {
  const read = readDate(text?.trim() ?? '');
  if (read === null) return Number.NaN;
  if (read.year.length === 4) return momentOf(read, Number(read.year));
  const latest = new Date(nowMs);
  latest.setUTCFullYear(latest.getUTCFullYear() + 50);
  const century = Math.floor(latest.getUTCFullYear() / 100) * 100;
  const inCentury = momentOf(read, century + Number(read.year));
  return inCentury > latest.getTime() ? momentOf(read, century - 100 + Number(read.year)) : inCentury;
}

/** What the formats have in common, as digits; `month` is counted from 0. */
interface ReadDate {
  readonly year: string;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

function readDate(text: string): ReadDate | null {
  if (text.length > LONGEST) return null;
  const groups = FORMATS.find((format) => format.test(text))?.exec(text)?.groups;
  if (groups === undefined) return null;
  const { year = '', month = '', day, hour, minute, second } = groups;
  const name = month.slice(0, 1).toUpperCase() + month.slice(1).toLowerCase();
  return {
    ...{ year, month: MONTHS.indexOf(name), day: Number(day) },
    ...{ hour: Number(hour), minute: Number(minute), second: Number(second) },
  };
}

const LONGEST = 40;

/** NaN for a day or an hour that there is not; a leap second is the second after it. */
function momentOf({ month, day, hour, minute, second }: ReadDate, year: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  if (date.getUTCMonth() !== month || date.getUTCDate() !== day) return Number.NaN;
  return hour > 23 || minute > 59 || second > 60 ? Number.NaN : date.setUTCHours(hour, minute, second);
}
