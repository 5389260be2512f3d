import { Buffer } from 'node:buffer';
import { expect, test } from '@playwright/test';
import { parseJson } from '../../../src/wire/json.js';
import { Redactor } from '../../../src/wire/redaction.js';

/** What becomes of large texts. What they cost is measured by `npm run bench -- text`. */

const TOKEN = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.${'c4naRy-_'.repeat(5)}`;
const SIGNATURE = '0123456789abcdef'.repeat(8);
const RECORD = Object.fromEntries(
  Array.from({ length: 34 }, (_, at) => [`memberName${at}`, at % 3 === 0 ? '09:00:00' : at * 1.25]),
);
const PAGE = JSON.stringify({ data: { details: Array.from({ length: 1000 }, () => RECORD) } });

function redactor(): Redactor {
  const made = new Redactor([
    { name: 'token', value: TOKEN },
    { name: 'signing-key', value: 'K3y/with+specials' },
    { name: 'signing-key', value: Buffer.from('00ff80c3a97e1122334455', 'hex') },
  ]);
  made.learn('signature', SIGNATURE);
  return made;
}

/** 4 MB of it. */
const much = (part: string): string => part.repeat(Math.ceil(4_000_000 / part.length));

test('a large page is read as JSON.parse reads it', () => {
  expect(parseJson(PAGE)).toEqual({ ok: true, value: JSON.parse(PAGE) as unknown, duplicateMembers: [] });
});

test('nesting beyond all bounds is refused, too', () => {
  const tooDeep = { ok: false, because: 'it is nested more than 200 levels deep' };
  expect(parseJson('['.repeat(1_000_000) + ']'.repeat(1_000_000))).toEqual(tooDeep);
  expect(parseJson('{"a":'.repeat(100_000))).toEqual(tooDeep);
});

test('a large page without secrets is untouched', () => {
  expect(redactor().text(PAGE) === PAGE).toBe(true);
});

test('a secret is taken out of large text wherever it stands', () => {
  const places = [0, 1_000_000, PAGE.length];
  const text = places.map((place, at) => PAGE.slice(places[at - 1] ?? 0, place) + TOKEN).join('');
  const expected = places.map((place, at) => `${PAGE.slice(places[at - 1] ?? 0, place)}[redacted:token]`).join('');
  expect(redactor().text(text) === expected).toBe(true);
});

test('hostile text is redacted as far as it is a secret, and else untouched', () => {
  for (const part of ['{"', '\\"']) expect(redactor().text(much(part)) === much(part), part).toBe(true);
  for (const part of ['ab', 'A']) expect(redactor().text(much(part)), part).toBe('[redacted:signature]');
  expect(redactor().text(much(TOKEN.slice(0, -1)))).not.toContain(TOKEN.split('.')[1]);
});

test('of nothing but signatures in base64, each one is redacted', () => {
  const encoded = Buffer.from(SIGNATURE, 'hex').toString('base64url');
  const expected = '[redacted:signature]'.repeat(much(encoded).length / encoded.length);
  expect(redactor().text(much(encoded)) === expected).toBe(true);
});
