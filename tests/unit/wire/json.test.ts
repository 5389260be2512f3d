import { Buffer } from 'node:buffer';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import {
  decodeUtf8,
  endOfString,
  escapePointer,
  isJson,
  isJsonObject,
  jsonTypeOf,
  minifyJson,
  parseJson,
  pointerGet,
  sortJsonMembers,
  stableStringify,
  tokensOf,
} from '../../../src/wire/json.js';

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

test('JSON is what JSON.parse takes, whatever it begins with', () => {
  const unit = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    ':',
    ',',
    't',
    '1',
    '-',
    ' ',
    '\t',
    '\n',
    '\r',
    '\u00a0',
    '\ufeff',
    'x',
  );
  const texts = fc.oneof(
    fc.string({ unit, maxLength: 6 }),
    fc.json().map((text) => ` \r\n\t${text}`),
  );
  const parses = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  fc.assert(fc.property(texts, (text) => expect(isJson(text)).toBe(parses(text))));
  for (const text of ['true', 'false', 'null', '-1', '0', '"', '', ' ', 'undefined', 'NaN', '+1', '\u00a0{}'])
    expect(isJson(text)).toBe(parses(text));
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
  expect(because('  <!doctype html>')).toBe('it is no JSON: it begins with "<", as HTML does');
  expect(because('{"a":1,}')).toBe('it is no valid JSON at position 7');
  expect(because(`{"a":"${'x'.repeat(300)}",}`)).toBe('it is no valid JSON at position 308');
  expect(because('{"a":')).toBe('it is no valid JSON: it ends too early');
  expect(because('x')).toBe('it is no valid JSON');
  expect(because('{"secret-value-here" 1}')).not.toContain('secret');
});

test('nesting of 200 levels is read, deeper nesting is refused at once', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  expect(parseJson(nested(200)).ok).toBe(true);
  expect(because(nested(201))).toBe('it is nested more than 200 levels deep');
  expect(because('{"a":'.repeat(1000))).toBe('it is nested more than 200 levels deep');
  expect(parseJson(JSON.stringify('['.repeat(500))).ok).toBe(true);
});

test('nesting is counted by what is open, outside of strings', () => {
  const deep = '['.repeat(200) + ']'.repeat(200);
  const tooDeep = 'it is nested more than 200 levels deep';
  expect(because(`[${'[],{},'.repeat(300)}1]`)).toBe('ok');
  expect(because(`{"a":${deep}}`)).toBe(tooDeep);
  expect(because(`["\\\\",${deep}]`)).toBe(tooDeep);
  expect(because(`[true,false,null,${deep}]`)).toBe(tooDeep);
  expect(because(`["\\"${'['.repeat(300)}",true,false,null]`)).toBe('ok');
  expect(because(`[${'{"a":'.repeat(199)}1${'}'.repeat(199)}]`)).toBe('ok');
  expect(because(`[${'{"a":'.repeat(200)}1${'}'.repeat(200)}]`)).toBe(tooDeep);
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
  expect(duplicates('[[0],[1,[2,{"x":[],"x":[]}]]]')).toEqual(['/1/1/1/x']);
  expect(duplicates('{"a":[{"b":1},{"b":1,"b":2}],"c":{"a":1},"a":0}')).toEqual(['/a/1/b', '/a']);
  expect(duplicates('{"a":"a","b":["b","b","b"],"b":"x"}')).toEqual(['/b']);
  expect(duplicates('{"a":{"b":1},"b":{"b":1,"c":2},"d":{"c":1}}')).toEqual([]);
  expect(duplicates(' {\n"a"\t:\r1 , "a" :2 } ')).toEqual(['/a']);
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

test('a pointer leads to a value, where there is one', () => {
  const value = { data: { details: [{ a: 1 }, null], text: 'xyz', 'a/b~': 2, '': 3 } };
  expect(pointerGet(value, '')).toBe(value);
  expect(pointerGet(value, '/data/details/0/a')).toBe(1);
  expect(pointerGet(value, '/data/details/1')).toBeNull();
  expect(pointerGet(value, '/data/a~1b~0')).toBe(2);
  expect(pointerGet(value, '/data/')).toBe(3);
  for (const pointer of ['/data/details/1/a', '/data/details/2', '/data/details/0/a/b', '/data/text/0', '/x', '/x/y']) {
    expect(pointerGet(value, pointer), pointer).toBeUndefined();
  }
  expect(pointerGet({ 'x~1y': { '/': 4 } }, `/${escapePointer('x~1y')}/${escapePointer('/')}`)).toBe(4);
  expect(escapePointer('~~//')).toBe('~0~0~1~1');
});

test('only an object is an object', () => {
  expect([{}, { a: 1 }].every(isJsonObject)).toBe(true);
  expect([null, [], 'x', 1, true, undefined].some(isJsonObject)).toBe(false);
});

test('tokens keep every spelling and leave out white space', () => {
  const tokens = [...tokensOf(' {"a\\"" :\t[1.50e+1,true ,null]\r\n,"":"x, {"}')].map(({ kind, text }) => [kind, text]);
  expect(tokens).toEqual([
    ['{', '{'],
    ['string', '"a\\""'],
    [':', ':'],
    ['[', '['],
    ['literal', '1.50e+1'],
    [',', ','],
    ['literal', 'true'],
    [',', ','],
    ['literal', 'null'],
    [']', ']'],
    [',', ','],
    ['string', '""'],
    [':', ':'],
    ['string', '"x, {"'],
    ['}', '}'],
  ]);
  expect([...tokensOf('12')]).toEqual([{ kind: 'literal', text: '12' }]);
  for (const blank of [' ', '\t', '\n', '\r'])
    expect([...tokensOf(`1${blank}`)]).toEqual([{ kind: 'literal', text: '1' }]);
  expect([...tokensOf('')]).toEqual([]);
});

test('a string ends at its closing quote', () => {
  expect(endOfString('["ab", 1]', 1)).toBe(5);
  expect(endOfString('"a\\"b"', 0)).toBe(6);
  expect(endOfString('"a\\\\"b"', 0)).toBe(5);
  expect(endOfString('""', 0)).toBe(2);
  expect(endOfString('"abc', 0)).toBe(4);
});

test('white space is taken out between tokens only', () => {
  expect(minifyJson('{ "a b" :\t1 ,\r\n"c": [ ] }')).toBe('{"a b":1,"c":[]}');
  for (const blank of [' ', '\t', '\n', '\r']) expect(minifyJson(`[1,${blank}2]`)).toBe('[1,2]');
  expect(minifyJson('[1, 2')).toBe('[1, 2');
  expect(minifyJson('"a b"')).toBe('"a b"');
});

test('members are sorted in every object by UTF-16 code units, elements of arrays are not', () => {
  expect(sortJsonMembers('{"b":[3,{"z":1,"y":2},"a"],"a":{"d":"x","c":[]},"B":null}')).toBe(
    '{"B":null,"a":{"c":[],"d":"x"},"b":[3,{"y":2,"z":1},"a"]}',
  );
  expect(sortJsonMembers('{"\u{ff61}":1,"\u{1f600}":2}')).toBe('{"\u{1f600}":2,"\u{ff61}":1}');
  expect(sortJsonMembers('{"b":1,"\\u0061":2}')).toBe('{"\\u0061":2,"b":1}');
  expect(sortJsonMembers('{"a":1,"b":2,"a":3}')).toBe('{"a":1,"a":3,"b":2}');
  expect(sortJsonMembers(' [ ] ')).toBe('[]');
  expect(sortJsonMembers(' {} ')).toBe('{}');
  expect(sortJsonMembers(' 1.0 ')).toBe('1.0');
  expect(sortJsonMembers('{"a" 1}')).toBe('{"a" 1}');
});

test('a stable text names members in order and leaves out what is undefined', () => {
  expect(stableStringify({ b: undefined, c: [undefined, null, 'x'], a: { z: true, y: 1.5 } })).toBe(
    '{"a":{"y":1.5,"z":true},"c":[null,null,"x"]}',
  );
  expect(stableStringify(undefined)).toBe('null');
  expect(stableStringify({ '"': 1 })).toBe('{"\\"":1}');
});
