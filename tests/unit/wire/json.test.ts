import { Buffer } from 'node:buffer';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { decodeUtf8, jsonTypeOf, parseJson, pointerGet, stableStringify } from '../../../src/wire/json.js';

function because(text: string): string {
  const json = parseJson(text);
  return json.ok ? 'ok' : json.because;
}

test('what is JSON is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(undefined, 2, '\t'), (text, indent) => {
      const spelled = JSON.stringify(JSON.parse(text), null, indent);
      expect(parseJson(spelled)).toEqual({ ok: true, value: JSON.parse(spelled) as unknown, duplicateMembers: [] });
    }),
  );
});

test('any text is either read or refused, and never throws', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom(
          '{',
          '}',
          '[',
          ']',
          '"',
          ',',
          ':',
          '\\',
          '1',
          'e',
          '-',
          '.',
          ' ',
          '\n',
          'true',
          '\ud800',
          'é',
        ),
      }),
      (text) => {
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        expect(parseJson(text).ok).toBe(valid);
      },
    ),
    { numRuns: 2000 },
  );
});

test('what is no JSON is explained in plain words', () => {
  expect(because('')).toBe('it is empty');
  expect(because(' \n')).toBe('it begins with nothing but white space');
  expect(because('<html>')).toBe('it is no JSON: it begins with "<", as HTML does');
  expect(because('\ufeff{}')).toBe('it begins with a byte order mark, which RFC 8259 does not allow');
  expect(because('{"a":1')).toMatch(/^it is no valid JSON/);
  expect(because('{"secret-value-here" 1}')).not.toContain('secret');
});

test('nesting of 200 levels is read, deeper nesting is refused at once', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  expect(parseJson(nested(200)).ok).toBe(true);
  expect(because(nested(201))).toBe('it is nested more than 200 levels deep');
  expect(because(nested(1_000_000))).toBe('it is nested more than 200 levels deep');
  expect(because('{"a":'.repeat(100_000))).toBe('it is nested more than 200 levels deep');
  expect(parseJson(JSON.stringify('['.repeat(500))).ok).toBe(true);
});

test('__proto__ is a member like any other', () => {
  const json = parseJson('{"__proto__":{"polluted":true},"constructor":1}');
  if (!json.ok) throw new Error('refused');
  expect(Object.hasOwn(json.value as object, '__proto__')).toBe(true);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect(pointerGet(json.value, '/__proto__/polluted')).toBe(true);
  expect(pointerGet({}, '/__proto__/polluted')).toBeUndefined();
  expect(pointerGet([1], '/length/toString')).toBeUndefined();
  expect(json.duplicateMembers).toEqual([]);
});

test('duplicate members are named by pointer, however they are spelled', () => {
  const duplicates = (text: string): readonly string[] => {
    const json = parseJson(text);
    return json.ok ? json.duplicateMembers : ['refused'];
  };
  expect(duplicates('{"data":{"success":false,"success":true}}')).toEqual(['/data/success']);
  expect(duplicates('[{},{"a":1,"\\u0061":2}]')).toEqual(['/1/a']);
  expect(duplicates('{"a/b~":1,"a/b~":2,"a/b~":3}')).toEqual(['/a~1b~0']);
  expect(duplicates('{"__proto__":1,"__proto__":2}')).toEqual(['/__proto__']);
  expect(duplicates('{"a":":\\":{","b":{"a":1},"c":["x:y"]}')).toEqual([]);
  expect(duplicates(`{${Array.from({ length: 99 }, (_, at) => `"m${at}":0,"m${at}":1`).join(',')}}`)).toHaveLength(20);
});

test('bytes are text only where they are UTF-8', () => {
  expect(decodeUtf8(Buffer.from('{"a":"é€😀"}'))).toBe('{"a":"é€😀"}');
  expect(decodeUtf8(new Uint8Array([0xef, 0xbb, 0xbf, 0x31]))).toBe('\ufeff1');
  for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80]])
    expect(decodeUtf8(new Uint8Array(bytes))).toBeNull();
  expect(decodeUtf8(new Uint8Array([0x30, 0x31, 0x32]).subarray(1))).toBe('12');
});

test('types are told by JSON’s names', () => {
  expect([null, true, 1, '', [], {}, undefined].map(jsonTypeOf)).toEqual([
    'null',
    'boolean',
    'number',
    'string',
    'array',
    'object',
    'absent',
  ]);
});

test('equal values have equal stable texts', () => {
  expect(stableStringify({ b: [1, { d: 2, c: 3 }], a: undefined, __proto__x: null })).toBe(
    '{"__proto__x":null,"b":[1,{"c":3,"d":2}]}',
  );
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const reversed = Object.fromEntries(Object.entries(value).reverse());
      expect(stableStringify(reversed)).toBe(stableStringify(value));
      expect(JSON.parse(stableStringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
