import { expect, test } from '@playwright/test';
import { layOutFragment, layOutJson } from '../../../../src/report/html/laid-out-json.js';
import { differenceOf, differingNames, partingOf } from '../../../../src/report/html/line-difference.js';
import { pairedLines, requestLines, responseLines } from '../../../../src/report/html/message-lines.js';
import { showExchange } from '../../../../src/oracle/show-exchange.js';
import { renderCameBack, renderSentBeside } from '../../../../src/report/html/render-message.js';
import { tellApart } from '../../../../src/report/html/telling-difference.js';
import { asSentence } from '../../../../src/report/sentence.js';
import type { Exchange } from '../../../../src/wire/exchange.js';
import { someExchange } from '../some-results.js';

test('a line that is too long is cut, and what was cut off still decides how its end is shown', () => {
  const responseBody = `${'x'.repeat(4198)}##vso[task]${'y'.repeat(9_000)}`;
  const last = responseLines(someExchange({ responseBody })).at(-1);
  expect(last?.text).toBe(`${'x'.repeat(4198)}#\\…`);
});

test('a line that is too long ends with a whole character', () => {
  const last = responseLines(someExchange({ responseBody: `${'x'.repeat(4199)}😀` })).at(-1);
  expect(last?.text).toBe(`${'x'.repeat(4199)}…`);
});

const laidOut = (text: string): string | undefined =>
  layOutJson(text)
    ?.map((line) => line.text)
    .join('\n');

test.describe('JSON laid out for reading', () => {
  test('has a line for each member, and every spelling as it came', () => {
    expect(laidOut('{"a":0e5,"b":{"c":[],"d":[1.0,{"e":"\\u0041"}]},"a":{}}')).toBe(
      '{\n  "a": 0e5,\n  "b": {\n    "c": [],\n    "d": [\n      1.0,\n      {\n        "e": "\\u0041"\n      }\n    ]\n  },\n  "a": {}\n}',
    );
  });

  test('knows where each value is', () => {
    const lines = layOutJson('{"a/b":[{"c":1}]}') ?? [];
    expect(lines.map(({ pointer }) => pointer)).toEqual(['', '/a~1b', '/a~1b/0', '/a~1b/0/c', null, null, null]);
  });

  test('goes as far as a text that was cut short', () => {
    expect(laidOut('{"a":1,"b":"lo…')).toBe('{\n  "a": 1,\n  "b": "lo…');
  });

  test('leaves alone what is no JSON', () => {
    for (const text of ['', '{', '{"a":1,}', "{'a':1}", 'plain', '…"a":1}']) expect(layOutJson(text)).toBeNull();
  });

  test('goes on from the middle of a longer text, with the value that matters known', () => {
    for (const tail of ['', 'lo w", "x": [1, ']) {
      const before = `${tail}{"a": "}", "b": `;
      const lines = layOutFragment(`${before}"GOLD"}], "c": {"d`, before.length, '/data/3/b');
      expect(lines.find(({ pointer }) => pointer !== null)).toMatchObject({ pointer: '/data/3/b' });
      expect(lines.find(({ pointer }) => pointer !== null)?.text.trim()).toBe('"b": "GOLD"');
      expect(
        lines
          .map(({ text }) => text.trim())
          .join('')
          .replaceAll(' ', ''),
      ).toBe(`${before}"GOLD"}],"c":{"d`.replaceAll(' ', ''));
    }
  });

  test('stays narrow however deep a value is', () => {
    const deep = laidOut('['.repeat(150) + ']'.repeat(150)) ?? '';
    expect(Math.max(...deep.split('\n').map((line) => line.length))).toBeLessThan(40);
  });
});

test.describe('the difference between two requests', () => {
  const sent = someExchange({ target: '/p?a=1&b=2', requestBody: '{"x":1,"y":2}' });
  const sides = (other: typeof sent): string[] =>
    differenceOf(requestLines(sent), requestLines(other)).flatMap((difference) => {
      if (difference.side === 'both') return [];
      const pair = difference.side === 'changed' ? ` (${difference.pair.text.trim()})` : '';
      return [`${difference.side} ${difference.line.text.trim()}${pair}`];
    });

  test('is nothing between a request and itself', () => {
    expect(sides(sent)).toEqual([]);
  });

  test('names members, parameters and headers that are other, added or left out', () => {
    const other = someExchange({ target: '/p?a=1&b=3', requestHeaders: [], requestBody: '{"x":0,"y":2,"z":3}' });
    expect(sides(other)).toEqual([
      'changed &b=2 (&b=3)',
      'this Authorization: [redacted]',
      'changed "x": 1, ("x": 0,)',
      'other "z": 3',
    ]);
    expect(differingNames(differenceOf(requestLines(sent), requestLines(other)))).toEqual([
      'b',
      'Authorization',
      'x',
      'z',
    ]);
  });

  test('is told within a line by what is alike before and after', () => {
    expect(partingOf('"a": 18631.6,', '"a": 18631.2,')).toEqual({ before: 11, after: 1 });
    expect(partingOf('aa', 'aaa')).toEqual({ before: 2, after: 0 });
  });
});

test.describe('the place that a finding is about', () => {
  const records = Array.from({ length: 100 }, (_, at) => ({
    stockCd: `S${at}`,
    "we, ird/{'": at,
    note: 'x'.repeat(50),
  }));
  const exchangeOf = (body: unknown): Exchange => {
    const text = JSON.stringify(body);
    return {
      ...{ number: 1, clause: 'X', operation: null, sentAtMs: 0, receivedAtMs: 0, waits: 0 },
      request: { method: 'GET', target: '/', headers: [], text: null, size: 0 },
      response: {
        status: 200,
        headers: [],
        text,
        size: text.length,
        json: { ok: true, value: body, duplicateMembers: [] },
      },
    };
  };
  const marked = (at: string, pointer: string): string[] => {
    const html = renderCameBack(showExchange(exchangeOf({ data: { details: records } }), pointer), at).text;
    return [...html.matchAll(/<mark class="line at">([^<]*)<\/mark>/g)].map(([, text = '']) => text.trim());
  };

  test('is marked, wherever in a long answer it is', () => {
    for (const index of [0, 3, 17, 60, 99]) {
      const pointer = `/data/details/${index}/stockCd`;
      expect(marked(`response ${pointer}`, pointer), pointer).toEqual([`&quot;stockCd&quot;: &quot;S${index}&quot;,`]);
    }
  });

  test('may be two in an answer that is cut at the front', () => {
    const at = 'response /data/details/60/stockCd and /data/details/61/stockCd, page 3 of the walk of ALL';
    expect(marked(at, '/data/details/60/stockCd')).toEqual([
      '&quot;stockCd&quot;: &quot;S60&quot;,',
      '&quot;stockCd&quot;: &quot;S61&quot;,',
    ]);
  });

  test('may be two, and may be told with more words', () => {
    const at = 'response /data/details/2/stockCd and /data/details/3/stockCd, page 3 of the walk of ALL';
    expect(marked(at, '/data/details')).toEqual([
      '&quot;stockCd&quot;: &quot;S2&quot;,',
      '&quot;stockCd&quot;: &quot;S3&quot;,',
    ]);
  });

  test('is what lacks a member where that is not there', () => {
    expect(marked('response /data/details/1/pointUnit', '/data/details/1')).toEqual(['{']);
    expect(responseLines(someExchange()).some(({ place }) => place === '/status')).toBe(true);
  });
});

test.describe('what differs between any two requests', () => {
  const headers = (time: string): [string, string][] => [['X-Timestamp', time]];
  const sent = someExchange({ requestHeaders: headers('1'), requestBody: '{"lossCutYn":0,"orderPrice":2}' });
  const accepted = someExchange({ requestHeaders: headers('2'), requestBody: '{"lossCutYn":"Y","orderPrice":1}' });
  const lines = differenceOf(requestLines(sent), requestLines(accepted));

  test('is told apart from what a finding is about', () => {
    expect(tellApart(lines, 'although lossCutYn is 0')).toEqual({
      telling: ['lossCutYn'],
      ordinary: ['X-Timestamp', 'orderPrice'],
    });
    expect(tellApart(lines, 'although its X-Timestamp is old').telling).toEqual(['X-Timestamp', 'lossCutYn']);
    const onlyTime = differenceOf(requestLines(sent), requestLines({ ...sent, requestHeaders: headers('3') }));
    expect(tellApart(onlyTime, '')).toEqual({ telling: ['X-Timestamp'], ordinary: [] });
  });

  test('is shown, and not stressed', () => {
    const { text } = renderSentBeside({ shown: sent, sibling: accepted, words: 'although lossCutYn is 0' });
    expect(text).toMatch(/<ins class="line">[^<]*lossCutYn/);
    expect(text).toMatch(/<ins class="line quiet">[^<]*X-Timestamp/);
    expect(text).toMatch(/<del class="line quiet">[^<]*orderPrice/);
  });
});

test('on paper a long message is shown around what matters, and says how much it leaves out', () => {
  const details = Array.from({ length: 300 }, (_, index) => index);
  const shown = someExchange({ responseHeaders: [], responseBody: JSON.stringify({ details }) });
  const { text } = renderCameBack(shown, 'response /details/200');
  const paper = text.replaceAll(/<span class="off-paper">[^]*?<\/span>/g, '');
  expect(paper).toContain('<mark class="line at">    200,');
  expect(paper.split('\n').length).toBeLessThan(100);
  expect(paper).toMatch(/… \d+ lines left out on paper/);
  expect(text).toContain('lines: scroll to see all of them');
});

test('words begin as sentences do, names of members as they are spelled', () => {
  expect(asSentence('a lookup is refused')).toBe('A lookup is refused');
  for (const text of ['pointUnit is a string', 'code is no integer', '400, accepted', ''])
    expect(asSentence(text)).toBe(text);
});

test.describe('a body that is no valid UTF-8', () => {
  const bytes = Buffer.concat([Buffer.from('{"a":"é'), Buffer.of(0xff), Buffer.from('","b":1}')]);
  const odd = someExchange({ requestHeaders: [], requestBase64: bytes.toString('base64') });

  test('is laid out like one that is, with its bytes spelled', () => {
    const texts = requestLines(odd).map(({ text }) => text.trim());
    expect(texts).toContain('(17 bytes, no valid UTF-8: \\xNN is a byte that is no character)');
    expect(texts.slice(-4)).toEqual(['{', '"a": "é\\xff",', '"b": 1', '}']);
  });

  test('differs from the accepted one by what is odd in it', () => {
    const accepted = someExchange({ requestHeaders: [], requestBody: '{"a":"é","b":1}' });
    const sides = differenceOf(requestLines(odd), requestLines(accepted)).filter(({ side }) => side !== 'both');
    expect(sides.map(({ side, line }) => `${side} ${line.name}`)).toEqual(['this the body', 'changed a']);
  });

  test('is spelled whatever its bytes are, and says where it was cut', () => {
    const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)).toString('base64');
    for (const base64 of [all, `${all.slice(0, 100)}…`, '', '*', '//79']) {
      const lines = requestLines({ ...odd, requestBase64: base64 });
      expect(lines.every(({ text }) => Buffer.from(text).toString() === text)).toBe(true);
      expect(lines.some(({ text }) => text.includes('the first 75 bytes'))).toBe(base64.endsWith('…'));
    }
    const back = responseLines(
      someExchange({ responseBody: '(1 bytes that are no valid UTF-8)', responseBase64: '/w==' }),
    );
    expect(back.map(({ text }) => text).slice(-1)).toEqual(['\\xff']);
  });
});

test.describe('a body that is no JSON beside one that was accepted', () => {
  const accepted = someExchange({ requestBody: '{"stockCd":"GOLD","orderNo":"1","orderPrice":1}' });
  const differing = (body: string): string[] => {
    const [own = [], other = []] = pairedLines({ ...accepted, requestBody: body }, accepted);
    return differingNames(differenceOf(own, other));
  };

  test('differs in its text alone, and members that are alike are not named', () => {
    expect(differing('{"stockCd":"GOLD",/* so */"orderNo":"1","orderPrice":1}')).toEqual(['the text of the body']);
    expect(differing('{"stockCd":"GOLD","orderNo":"1","orderPrice":1,}')).toEqual(['the text of the body']);
    expect(differing('{"stockCd":"GOLD","orderNo":"1","orderPrice":1')).toEqual(['the text of the body']);
    expect(differing('{"stockCd":"GOLD","orderNo":"1","orderPrice":2} // so')).toEqual([
      'orderPrice',
      'the text of the body',
    ]);
  });

  test('shows what is in it', () => {
    const shown = { ...accepted, requestBody: '{"stockCd":"GOLD",/* so */"orderNo":"1","orderPrice":1}' };
    const { text } = renderSentBeside({ shown, sibling: accepted, words: '' });
    expect(text).toContain('<b>/* so */</b>');
    expect(text.match(/<ins/g)).toHaveLength(1);
  });

  test('JSON stays laid out by its members', () => {
    expect(differing('{"stockCd":"GOLD","orderNo":"1","orderPrice":2}')).toEqual(['orderPrice']);
  });
});
