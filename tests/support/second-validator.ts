import {
  registerSchema,
  setShouldValidateFormat,
  validate,
  type Validator,
} from '@hyperjump/json-schema/draft-2020-12';
import { addFormat, setFormatHandler } from '@hyperjump/json-schema/experimental';
import { loadSchema, type SchemaName } from '../../src/contract/schemas.js';

type JsonValue = Parameters<Validator>[0];

const FORMAT_KEYWORD = 'https://json-schema.org/keyword/draft-2020-12/format';
const compiled = new Map<SchemaName, Promise<(value: unknown) => boolean>>();

/**
 * A validator that shares nothing with the one in `src/contract/schemas.ts` but the schema: neither Ajv nor our formats.
 * Compiled once per process; one call takes some tens of microseconds.
 *
 * @returns whether a parsed JSON value conforms to the schema
 */
export function secondValidator(name: SchemaName): Promise<(value: unknown) => boolean> {
  const known = compiled.get(name);
  if (known !== undefined) return known;
  const validator = compileSecond(name);
  compiled.set(name, validator);
  return validator;
}

async function compileSecond(name: SchemaName): Promise<(value: unknown) => boolean> {
  defineFormat('iso-8601', isTimestamp);
  defineFormat('calendar-date', isDay);
  setShouldValidateFormat(true);
  const schema = loadSchema(name);
  const uri = String(schema['$id']);
  registerSchema(schema, uri);
  const holds = await validate(uri);
  return (value) => holds(value as JsonValue).valid;
}

function defineFormat(format: string, isValid: (text: string) => boolean): void {
  const id = `urn:tradecert:format:${format}`;
  addFormat({ id, handler: (value: unknown) => typeof value !== 'string' || isValid(value) });
  setFormatHandler(FORMAT_KEYWORD, format, id);
}

/** By way of the calendar of `Date`, which overflows where a part is too large. */
function isTimestamp(text: string): boolean {
  const [date, time, ...more] = text.split('T');
  if (date === undefined || time === undefined || more.length > 0) return false;
  const extended = date.includes('-');
  const zone = time.search(/[Z+-]/);
  const clock = zone === -1 ? time : time.slice(0, zone);
  const day = extended ? date : date.replace(/^(....)(..)/, '$1-$2-');
  return isDay(day) && isClock(clock, extended) && (zone === -1 || isZone(time.slice(zone)));
}

function isClock(text: string, extended: boolean): boolean {
  const [whole = '', fraction, ...more] = text.split(/[.,]/);
  if (more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return false;
  const parts = extended ? whole.split(':') : (whole.match(/../g) ?? []);
  const separated = parts.join(extended ? ':' : '') === whole && parts.every((part) => /^\d\d$/.test(part));
  if (!separated || (fraction !== undefined && parts.length !== 3)) return false;
  const [hour = 99, minute = 99, second = 0] = parts.map(Number);
  if (parts.length < 2 || parts.length > 3) return false;
  return hour < 24 && minute < 60 && (second < 60 || (second === 60 && minute === 59));
}

function isZone(text: string): boolean {
  if (text === 'Z') return true;
  const digits = text.slice(1).replace(/^(\d\d):(\d\d)$/, '$1$2');
  if (!/^(\d\d|\d{4})$/.test(digits)) return false;
  return Number(digits.slice(0, 2)) < 24 && Number(digits.slice(2)) < 60;
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}
