/** A timestamp taken apart so that it can be written again in the same form. */
interface Parts {
  readonly extended: boolean;
  /** The wall clock as if it were UTC, in seconds. */
  readonly seconds: number;
  readonly hasSeconds: boolean;
  /** With its point or comma; empty where there is none. */
  readonly fraction: string;
  /** `Z`, `+09:00`, or empty. */
  readonly offset: string;
}

const FORMS = [
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2}))?([.,]\d+)?(Z|[+-]\d{2}(?::?\d{2})?)?$/,
  /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})?([.,]\d+)?(Z|[+-]\d{2}(?::?\d{2})?)?$/,
];

/** Reads a timestamp in one of the forms of ISO 8601 that name a day by its date; `null` for any other text. */
export function parseOrderTime(text: string): Parts | null {
  for (const [index, form] of FORMS.entries()) {
    const [matched, year, month, day, hour, minute, second, fraction = '', offset = ''] = form.exec(text) ?? [];
    if (matched === undefined) continue;
    const clock = [Number(hour), Number(minute), Number(second ?? 0)] as const;
    const seconds = Date.UTC(Number(year), Number(month) - 1, Number(day), ...clock) / 1000;
    return { extended: index === 0, seconds, hasSeconds: second !== undefined, fraction, offset };
  }
  return null;
}

/** Writes a timestamp in its own form. */
export function renderOrderTime({ extended, seconds, hasSeconds, fraction, offset }: Parts): string {
  const iso = new Date(seconds * 1000).toISOString().slice(0, hasSeconds ? 19 : 16);
  return `${extended ? iso : iso.replaceAll(/[-:]/g, '')}${fraction}${offset}`;
}

/** The same moment in other spellings: each way with its text, the original's own spelling left out. */
export function spellingsOfTime(text: string): readonly (readonly [way: string, text: string])[] {
  const parts = parseOrderTime(text);
  if (parts === null) return [];
  const minutes = offsetMinutes(parts.offset);
  const at = (offset: string, shift: number): string =>
    renderOrderTime({ ...parts, offset, seconds: parts.seconds + shift * 60 });
  const fraction = parts.fraction === '' ? '.000' : `${parts.fraction}000`;
  const ways: readonly (readonly [string, string])[] = [
    ['is in UTC with Z', minutes === null ? text : at('Z', -minutes)],
    ['is in UTC with +00:00', minutes === null ? text : at('+00:00', -minutes)],
    ['is in the offset -05:00', minutes === null ? text : at('-05:00', -300 - minutes)],
    ['is in the offset +0930', minutes === null ? text : at('+0930', 570 - minutes)],
    ['is without its offset', at('', 0)],
    ['has more decimals', parts.hasSeconds ? renderOrderTime({ ...parts, fraction }) : text],
    ['has a comma before its decimals', text.replace('.', ',')],
    ['is in basic form', renderOrderTime({ ...parts, extended: false, offset: parts.offset.replace(':', '') })],
    ['has a space for T', text.replace('T', ' ')],
    ['is in lower case', text.toLowerCase()],
    ['is without its decimals', renderOrderTime({ ...parts, fraction: '' })],
  ];
  return ways.filter(([, spelling]) => spelling !== text);
}

function offsetMinutes(offset: string): number | null {
  if (offset === 'Z') return 0;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})?$/.exec(offset) ?? [];
  if (hours === undefined) return null;
  return (Number(hours) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1);
}
