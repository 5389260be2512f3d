import { expect, test } from '@playwright/test';
import { describeValue, kindOf, quoteShort } from '../../../src/oracle/describe-value.js';
import { positionOf } from '../../../src/oracle/position-of.js';
import { showExchange } from '../../../src/oracle/show-exchange.js';
import { madeExchange } from '../../support/exchange-builder.js';

test('a value is described in one short line, with its type', () => {
  expect(describeValue('0.01')).toBe('the string "0.01"');
  expect(describeValue('a\n\u001b[31m\u202e\u2028\u0085')).toBe('the string "a\\n\\u001b[31m\\u202e\\u2028\\u0085"');
  expect(describeValue('x'.repeat(1e6))).toMatch(/^the string "x{72}"… of 1000000 characters$/);
  expect([1, -0.5, true, null, undefined].map(describeValue)).toEqual([
    'the number 1',
    'the number -0.5',
    'the boolean true',
    'null',
    'missing',
  ]);
  expect([[], [1], {}, { a: 1 }].map(describeValue)).toEqual([
    'an array of 0 elements',
    'an array of 1 element',
    'an object of 0 members',
    'an object of 1 member',
  ]);
  expect([undefined, null, [], {}, 1, '', false].map(kindOf)).toEqual([
    'missing',
    'null',
    'an array',
    'an object',
    'a number',
    'a string',
    'a boolean',
  ]);
  expect(quoteShort('y'.repeat(100))).toMatch(/^"y{72}"…$/);
});

test('a place is found in a text by its pointer', () => {
  const text = ' { "a\\u0062" : [ 1 , {"c/d": "x,]}" , "e~" : [ [ ] , 5 ] } ] , "last": -2e3}';
  const at = (pointer: string): string => text.slice(positionOf(text, pointer));
  expect(at('')).toMatch(/^\{ "a/);
  expect(at('/ab/0')).toMatch(/^1 ,/);
  expect(at('/ab/1/c~1d')).toMatch(/^"x,/);
  expect(at('/ab/1/e~0/1')).toMatch(/^5 \]/);
  expect(at('/last')).toBe('-2e3}');
  expect(at('/ab/1/missing')).toMatch(/^\{"c/);
  expect(at('/ab/7')).toMatch(/^\[ 1/);
  expect(positionOf('', '/a/b')).toBe(0);
  expect(positionOf('{"a": [1, 2', '/a/5')).toBe(6);
});

test('a body that is too long is cut around the place that matters, never through a character', () => {
  const items = Array.from({ length: 2000 }, (_, index) => `😀${index}`);
  const body = JSON.stringify({ items });
  const shown = showExchange(madeExchange({ body }), '/items/1500').responseBody ?? '';
  expect(shown).toContain('"😀1500"');
  expect(shown.length).toBeLessThanOrEqual(4098);
  expect(Buffer.from(shown).toString()).toBe(shown);
  expect(shown.startsWith('…') && shown.endsWith('…')).toBe(true);
  expect(showExchange(madeExchange({ body: '{}' })).responseBody).toBe('{}');
});

test('an exchange without an answer is shown with the reason', () => {
  const shown = showExchange(madeExchange({ trouble: { kind: 'timeout', because: 'no answer came within 30 s' } }));
  expect(shown).toMatchObject({ status: null, responseBody: '(no answer came within 30 s)', durationMs: 25 });
});

test('what a terminal or a page would act on is escaped, and nothing else', () => {
  const escaped = '\u007f\u0080\u009f\u200b\u200f\u2028\u202e\u2060\u2069\ufeff';
  for (const char of escaped) {
    expect(quoteShort(char)).toBe(`"\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}"`);
  }
  for (const char of '~\u00a0\u200a\u2010\u2027\u202f\u205f\u206a\ufefe日😀')
    expect(quoteShort(char)).toBe(`"${char}"`);
  expect(quoteShort('\u007f\u0085')).toBe('"\\u007f\\u0085"');
});

test('a text is cut after 72 characters', () => {
  expect(quoteShort('x'.repeat(72))).toBe(`"${'x'.repeat(72)}"`);
  expect(quoteShort('x'.repeat(73))).toBe(`"${'x'.repeat(72)}"…`);
  expect(describeValue('x'.repeat(72))).toBe(`the string "${'x'.repeat(72)}"`);
  expect(describeValue('x'.repeat(73))).toBe(`the string "${'x'.repeat(72)}"… of 73 characters`);
});

for (const [text, pointer, found] of [
  ['\n\r\t {"a":1}', '', '{"a":1}'],
  ['{"ab":1,"a":2}', '/a', '2}'],
  ['{"b":"a","a":2}', '/a', '2}'],
  ['{"x":"\\"},","a":2}', '/a', '2}'],
  ['{"x":{"a":1,"y":[{}]},"a":2}', '/a', '2}'],
  ['{"x":[[],{"z":"]"}],"a":2}', '/a', '2}'],
  ['{"x":true,"a":2}', '/a', '2}'],
  ['{"x" :\t"s" ,\r\n"a" : 2 }', '/a', '2 }'],
  ['{"a":{"b":{"c":3}}}', '/a/b/c', '3}}}'],
  ['{"\\u0061":2}', '/a', '2}'],
  ['{"\\u0062":1,"a":2}', '/a', '2}'],
  ['{"\\x":1,"a":2}', '/a', '2}'],
  ['{"~1":1,"/":2}', '/~1', '2}'],
  ['{"~":1}', '/~0', '1}'],
  ['{"/a/":1,"x":2}', '/~1a~1', '1,"x":2}'],
  ['{"~a~":1,"x":2}', '/~0a~0', '1,"x":2}'],
  ['{"":1}', '/', '1}'],
  ['{"":1}', '', '{"":1}'],
  ['[1,2]', '/0', '1,2]'],
  ['[1,2]', '/1', '2]'],
  ['[ "a,b" , {"c":[1,2]} , [3] , 4 ]', '/3', '4 ]'],
  ['[[1,2],[3,4]]', '/1/1', '4]]'],
  ['[{"a":1},{"a":2}]', '/1/a', '2}]'],
] as const) {
  test(`${pointer} of ${JSON.stringify(text)} is found`, () => {
    expect(text.slice(positionOf(text, pointer))).toBe(found);
  });
}

for (const [text, pointer, found] of [
  ['{"a":{"b":1}}', '/a/c', '{"b":1}}'],
  ['{"a":1}', '/a/c', '1}'],
  ['{"a":"x"}', '/a/c', '"x"}'],
  ['{"a":[]}', '/a/0', '[]}'],
  ['{"a":[1]}', '/a/1', '[1]}'],
  ['{"a":{}}', '/a/b', '{}}'],
  ['{}', '/a', '{}'],
  ['{"a":"","x":1}', '/a/x', '"","x":1}'],
  ['{"a":{"b":1},"d":{"e":{},"c":5}}', '/a/c', '{"b":1},"d":{"e":{},"c":5}}'],
  ['[[1]]', '/0/5', '[1]]'],
  ['{"a":[{"b":1}],"c":2}', '/a/0/c', '{"b":1}],"c":2}'],
  [' x', '/a', 'x'],
] as const) {
  test(`${pointer} of ${JSON.stringify(text)} is not there, so what should hold it is found`, () => {
    expect(text.slice(positionOf(text, pointer))).toBe(found);
  });
}

test('a text that breaks off is searched to its end', () => {
  for (const [text, pointer] of [
    ['{"a', '/b'],
    ['{"a":', '/b'],
    ['{"a":1', '/b'],
    ['{"a":1,', '/b'],
    ['[1', '/1'],
    ['[1,', '/2'],
    ['["', '/1'],
    ['', '/1'],
  ] as const) {
    expect(positionOf(text, pointer), text).toBe(0);
  }
});

test('an exchange is shown with what was sent and what came', () => {
  const exchange = madeExchange({ number: 4, status: 404, body: '{"a":1}', headers: [['x', 'y']] });
  const { request } = exchange;
  const shown = showExchange({ ...exchange, request: { ...request, headers: [['h', 'v']], text: '{"b":2}' } });
  expect(shown).toEqual({
    method: 'GET',
    target: '/public/v1/stocks/orders',
    requestHeaders: [['h', 'v']],
    requestBody: '{"b":2}',
    status: 404,
    responseHeaders: [['x', 'y']],
    responseBody: '{"a":1}',
    durationMs: 25,
    exchange: 4,
  });
  expect(showExchange(exchange).requestBody).toBeNull();
  expect(showExchange(madeExchange({ trouble: { kind: 'reset', because: 'cut' } })).responseHeaders).toEqual([]);
});

test('a body that is no text is shown by its size', () => {
  const exchange = madeExchange();
  const shown = (size: number): string | null => {
    const response = { status: 200, headers: [], text: null, size, json: { ok: false, because: '' } } as const;
    return showExchange({ ...exchange, response }).responseBody;
  };
  expect(shown(0)).toBeNull();
  expect(shown(3)).toBe('(3 bytes that are no valid UTF-8)');
});

test('everything that is shown is bounded', () => {
  const long = 'x'.repeat(5000);
  const exchange = madeExchange({ body: long, headers: Array.from({ length: 70 }, () => ['n', long] as const) });
  const shown = showExchange({ ...exchange, request: { ...exchange.request, target: long, text: long } });
  const cut = (length: number): string => `${'x'.repeat(length)}…`;
  expect(shown.target).toBe(cut(4096));
  expect(shown.requestBody).toBe(cut(4096));
  expect(shown.responseBody).toBe(cut(4096));
  expect(shown.responseHeaders).toHaveLength(64);
  expect(shown.responseHeaders[63]).toEqual(['n', cut(512)]);
  const whole = 'y'.repeat(4096);
  expect(showExchange(madeExchange({ body: whole })).responseBody).toBe(whole);
});

test('a long body is shown from 1024 characters before the place that matters', () => {
  const text = JSON.stringify(Array.from({ length: 2000 }, (_, at) => 1000 + at));
  const shown = (pointer: string): string => showExchange(madeExchange({ body: text }), pointer).responseBody ?? '';
  // each element takes 5 characters, the first one stands at 1
  expect(shown('/0')).toBe(`${text.slice(0, 4096)}…`);
  expect(shown('/500')).toBe(`…${text.slice(2501 - 1024, 2501 - 1024 + 4096)}…`);
  expect(shown('/1999')).toBe(`…${text.slice(9996 - 1024)}`);
});

test('a long body that is no JSON is shown from its beginning', () => {
  const text = `{"x":"${'y'.repeat(9000)}","a":1`;
  expect(showExchange(madeExchange({ body: text }), '/a').responseBody).toBe(`${text.slice(0, 4096)}…`);
});

test('a cut never goes through a surrogate pair', () => {
  for (const pair of ['\u{10000}', '\u{103ff}']) {
    expect(showExchange(madeExchange({ body: `${'x'.repeat(4095)}${pair}y` })).responseBody).toBe(
      `${'x'.repeat(4095)}…`,
    );
  }
  expect(showExchange(madeExchange({ body: `${'x'.repeat(4096)}\ufb00` })).responseBody).toBe(`${'x'.repeat(4096)}…`);
  const cutAt = (before: number): string =>
    showExchange(madeExchange({ body: `${'x'.repeat(before)}😀${'y'.repeat(100)}` })).responseBody ?? '';
  expect(cutAt(4095)).toBe(`${'x'.repeat(4095)}…`);
  expect(cutAt(4094)).toBe(`${'x'.repeat(4094)}😀…`);
  expect(cutAt(4096)).toBe(`${'x'.repeat(4096)}…`);
  const json = (before: number): string =>
    JSON.stringify(['x'.repeat(before) + '😀' + 'y'.repeat(9000), 1, 'z'.repeat(9000)]);
  for (const before of [8000, 8001]) {
    const text = json(before);
    const start = text.indexOf('1,"z') - 1024;
    const padded = json(before + start - text.indexOf('😀') - 1);
    const shown = showExchange(madeExchange({ body: padded }), '/1').responseBody ?? '';
    expect(Buffer.from(shown).toString()).toBe(shown);
  }
});
