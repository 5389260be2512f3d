const DATE = '(?<year>\\d{4})-(?<month>\\d{2})-(?<day>\\d{2})';
const OFFSET = '(?:Z|[+-](?<offsetHour>\\d{2})(?::?(?<offsetMinute>\\d{2}))?)?';
const CALENDAR_DATE = new RegExp(`^${DATE}$`);
const EXTENDED = new RegExp(`^${DATE}T(?<hour>\\d{2}):(?<minute>\\d{2})(?::(?<second>\\d{2})(?:[.,]\\d+)?)?${OFFSET}$`);
const BASIC = new RegExp(
  '^(?<year>\\d{4})(?<month>\\d{2})(?<day>\\d{2})T' +
    `(?<hour>\\d{2})(?<minute>\\d{2})(?:(?<second>\\d{2})(?:[.,]\\d+)?)?${OFFSET}$`,
);

/**
 * Whether a text is an ISO 8601 timestamp: calendar date, `T`, time to the minute or finer, and, where present, an
 * offset from UTC. The extended form and the basic one, without separators, are both taken, but not mixed. Week dates,
 * ordinal dates and 24:00 are not taken. The document does not say whether an offset is needed (2.3).
 */
export function isIso8601(text: string): boolean {
  const parts = (EXTENDED.exec(text) ?? BASIC.exec(text))?.groups;
  if (parts === undefined || !isDay(parts)) return false;
  const minute = Number(parts['minute']);
  const lastSecond = minute === 59 ? 60 : 59; // a leap second
  return (
    Number(parts['hour']) <= 23 &&
    minute <= 59 &&
    Number(parts['second'] ?? 0) <= lastSecond &&
    Number(parts['offsetHour'] ?? 0) <= 23 &&
    Number(parts['offsetMinute'] ?? 0) <= 59
  );
}

/** Whether a text is a day of the calendar as `YYYY-MM-DD`. */
export function isCalendarDate(text: string): boolean {
  const parts = CALENDAR_DATE.exec(text)?.groups;
  return parts !== undefined && isDay(parts);
}

function isDay(parts: Readonly<Record<string, string>>): boolean {
  const month = Number(parts['month']);
  const day = Number(parts['day']);
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(Number(parts['year']), month);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
