import { expect, test } from '@playwright/test';
import type { RunFacts } from '../../../../src/report/facts/run-facts.js';
import { PICTURE_STYLE } from '../../../../src/report/pictures/picture-style.js';
import { renderPictures } from '../../../../src/report/pictures/render-pictures.js';
import { renderStrip } from '../../../../src/report/pictures/strip-picture.js';
import { factsOf, madePage, madeProbe, madeRecord, OF_CLIENT, REFUSED, START_MS } from '../facts/made-record.js';
import { HOSTILE, someClause, someExchange, someFinding } from '../some-results.js';

function drawn(facts: RunFacts): string {
  return renderStrip(facts).text + renderPictures(facts).text;
}

/** What a picture says, by its id. */
function pictureOf(html: string, id: string): string {
  return new RegExp(`<figure [^>]*id="picture-${id}"[^]*?</figure>`).exec(html)?.[0] ?? '';
}

const SWITCHES = { orderTypeCd: 'STOP', sideCd: 'BUY', lossCutYn: 'Y' };

/** A bit of everything. */
function someFacts(): Promise<RunFacts> {
  const finding = someFinding({ cause: 'too late', shown: someExchange({ exchange: 2 }) });
  return factsOf(
    [
      madeProbe(-59, { number: 1, sent: SWITCHES, tookMs: 12 }),
      madeProbe(-200, { number: 2, sent: SWITCHES, tookMs: 900 }),
      madeProbe(61, { number: 3, status: 400, body: REFUSED, sent: { ...SWITCHES, sideCd: 'SELL' } }),
      madePage('', ['A', 'B'], 'k', { number: 4 }),
      madePage('k', ['B'], 'k', { number: 5 }),
      madePage('k', [], null, { number: 6, atMs: START_MS + 60_000 }),
      madeRecord({ number: 7, trouble: { kind: 'timeout', because: 'late' } }),
    ],
    {},
    [someClause('fail', { id: 'CLK-006', findings: [finding] })],
  );
}

test('a picture of everything says in words and in a table what it draws', async () => {
  const html = drawn(await someFacts());
  const window = pictureOf(html, 'window');
  expect(window).toContain('3 modify requests that differ from accepted ones in nothing but the X-Timestamp');
  expect(window).toContain('Outside the window, 1 request was accepted.');
  // One in the lane, one in the key.
  expect(window.match(/class="pic-ring"/g)).toHaveLength(2);
  expect(window).toMatch(/<tr><th scope="row">200 s in the past<\/th><td>accepted<\/td>/);
  expect(pictureOf(html, 'walks')).toContain(
    'aria-label="page 2: 1 instrument, 1 of them again, a nextKey that had come before, exchange 5"',
  );
  expect(pictureOf(html, 'walks')).toContain('3 pages, 2 instruments, 1 repeat');
  expect(pictureOf(html, 'coverage')).toContain(
    'STOP BUY, take-profit absent, stop-loss Y, trailing absent: 2 accepted, 0 refused',
  );
  expect(pictureOf(html, 'latency')).toContain('longest 900 ms');
  expect(pictureOf(html, 'refusals')).toContain('timestamp-window (40010)');
  expect(pictureOf(html, 'strip')).toContain('<a href="#CLK-006">CLK-006</a>');
  expect(pictureOf(html, 'strip')).toContain('1 finding is marked');
});

test('every picture has a title, and names it', async () => {
  for (const facts of [await someFacts(), await factsOf([])]) {
    const figures = [...drawn(facts).matchAll(/<figure [^>]*id="([^"]+)" aria-labelledby="([^"]+)"/g)];
    expect(figures).toHaveLength(6);
    for (const [, , title] of figures) expect(drawn(facts)).toContain(`<h3 id="${title}">`);
  }
});

test('where there is nothing to draw, it is said why', async () => {
  const nothing = drawn(await factsOf([]));
  expect(nothing.match(/<figure class="picture pic-none"/g)).toHaveLength(6);
  expect(nothing).not.toContain('<svg');
  expect(pictureOf(nothing, 'coverage')).toContain('No modify was sent.');
  expect(pictureOf(nothing, 'strip')).toContain('No request was sent.');
  expect(pictureOf(drawn(await factsOf([], OF_CLIENT)), 'window')).toContain('No modify was sent.');

  const unreachable = { kind: 'unreachable', because: 'no route' } as const;
  const broken = drawn(await factsOf([madePage('', [], null, { trouble: unreachable })]));
  expect(pictureOf(broken, 'walks')).toContain('No lookup was answered with a page.');
  expect(pictureOf(broken, 'latency')).toContain('No request was answered.');
  expect(pictureOf(broken, 'refusals')).toContain('no answer: unreachable');

  const watched = pictureOf(drawn(await factsOf([madeProbe(0)], OF_CLIENT)), 'window');
  expect(watched).toMatch(/The services’ time is known to [\d.]+ s from their Date headers/);

  const readOnly = drawn(await factsOf([madePage('', ['A'], null)]));
  expect(pictureOf(readOnly, 'window')).toContain('No modify was sent');
  expect(pictureOf(readOnly, 'walks')).toContain('No walk went beyond its first page; 1 first page was seen.');
  expect(pictureOf(readOnly, 'refusals')).toContain('Nothing was refused.');
});

test('a finding that many cases have is marked once, and it is said of how many', async () => {
  const finding = someFinding({ count: 168, shown: someExchange({ exchange: 1 }) });
  const facts = await factsOf([madeRecord()], OF_CLIENT, [someClause('fail', { findings: [finding] })]);
  expect(pictureOf(drawn(facts), 'strip')).toContain(
    '1 finding is marked at the request that shows it best, once for all of its 168 cases.',
  );
});

test('a refused operation of the profile is called what it is', async () => {
  const refusalOf = async (clause: string): Promise<string> =>
    pictureOf(drawn(await factsOf([madeRecord({ clause, operation: null, status: 401 })])), 'refusals');
  expect(await refusalOf('OPS-004')).toContain('operation of the profile, for OPS-004');
  expect(await refusalOf('ENV-009')).toContain('another operation, path or method, for ENV-009');
});

test('text of a service or a client is text only', async () => {
  const clause = `${HOSTILE}"onload="x`;
  const target = `/x?stockGroupCd=${encodeURIComponent(HOSTILE)}&nextKey=`;
  const body = { data: { hasNext: true, nextKey: HOSTILE, details: [{ stockCd: HOSTILE }] } };
  const lookup = { operation: 'listOrderableStocks', clause, target, body } as const;
  const facts = await factsOf(
    [
      madeRecord(lookup),
      madeRecord({ ...lookup, target: target + encodeURIComponent(HOSTILE) }),
      madeRecord({ clause, status: 400, body: { message: HOSTILE } }),
      madeRecord({ clause, trouble: { kind: HOSTILE as 'reset', because: HOSTILE } }),
      madeProbe(-61, { clause, requestHeaders: [['X-Timestamp', HOSTILE]] }),
    ],
    OF_CLIENT,
    [
      someClause('warn', {
        id: 'SIG-001',
        findings: [someFinding({ cause: HOSTILE, shown: someExchange({ exchange: 1 }) })],
      }),
    ],
  );
  const html = drawn(facts);
  expect(html).toContain('&lt;script&gt;');
  expect(html).not.toMatch(/<script|<img|"onload/);
  // eslint-disable-next-line no-control-regex -- what a terminal or reader would act on is looked for
  expect(html).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
});

test('pictures need no style of their own, no script and nothing from elsewhere', async () => {
  const html = drawn(await someFacts());
  expect(html).not.toMatch(/\sstyle=|<style|<script|\son[a-z]+=|https?:|url\(/);
  expect(PICTURE_STYLE).not.toMatch(/url\(|@import|https?:/);
  const classes = new Set(
    [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names]) => (names ?? '').trim().split(' ')),
  );
  for (const name of classes) expect(name).toMatch(/^(?:pic-[a-z-]+|pictures?)$/);
});

test('drawings are well-formed, and every number in them is one', async () => {
  const html = drawn(await someFacts());
  expect(html).not.toMatch(/NaN|Infinity|undefined|\[object/);
  const open: string[] = [];
  for (const [tag, closing, name = '', empty] of html.matchAll(
    /<(\/?)([a-z0-9]+)(?:\s[a-zA-Z0-9-]+="[^"<>]*")*(\/?)>/g,
  )) {
    if (closing !== '') expect(open.pop(), tag).toBe(name);
    else if (empty === '') open.push(name);
  }
  expect(open).toEqual([]);
  expect(html.match(/</g)).toHaveLength([...html.matchAll(/<\/?[a-z0-9]+(?:\s[a-zA-Z0-9-]+="[^"<>]*")*\/?>/g)].length);
});

test('the pages of a long walk are folded where they are alike, and drawn where they are not', async () => {
  const pages = Array.from({ length: 30 }, (_, index) => {
    const codes = index === 20 ? ['S0'] : [`S${index}`];
    return madePage(index === 0 ? '' : `k${index}`, codes, index === 29 ? null : `k${index + 1}`, {
      number: index + 1,
    });
  });
  const html = pictureOf(drawn(await factsOf(pages)), 'walks');
  expect(html).toContain('… 16 pages of 1 …');
  expect(html).toContain('aria-label="page 21: 1 instrument, 1 of them again, exchange 21"');
  expect(html).toContain('the last page');

  const circle = Array.from({ length: 500 }, () => madePage('k', ['A'], 'k'));
  const endless = pictureOf(drawn(await factsOf([madePage('', ['A'], 'k'), ...circle])), 'walks');
  expect(endless).toContain('… 76 pages of 1, 1 of them again …');
  expect(endless).toContain('… 420 pages …');
  expect(endless.length).toBeLessThan(8_000);
});

test('a strip of many scenarios keeps those with findings', async () => {
  const records = Array.from({ length: 100 }, (_, index) =>
    madeRecord({ number: index + 1, clause: `scenario-${index}` }),
  );
  const finding = someFinding({ shown: someExchange({ exchange: 91 }) });
  const facts = await factsOf(records, OF_CLIENT, [someClause('fail', { findings: [finding] })]);
  const rows = pictureOf(drawn(facts), 'strip').split('<details')[0] ?? '';
  expect(rows).toContain('scenario 90 ');
  expect(rows).toContain('77 more');
});
