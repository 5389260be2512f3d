import { createHash } from 'node:crypto';
import { expect, test } from '@playwright/test';
import type { DeclaredProfile } from '../../../../src/contract/declared-profile.js';
import type { Results } from '../../../../src/contract/results.js';
import { renderHtml } from '../../../../src/report/html/render-html.js';
import { hostileResults, someClause, someExchange, someFinding, someResults } from '../some-results.js';

const render = (results: Results): string => renderHtml({ results, facts: null });
const page = render(hostileResults);
const SCRIPT = /<script>(.*?)<\/script>/s;
const STYLE = /<style>(.*?)<\/style>/s;

test('has one script and one style, loads nothing, and no text of a service becomes an element', () => {
  const rest = page.replace(SCRIPT, '').replace(STYLE, '');
  const tags = new Set([...rest.matchAll(/<([a-z0-9]+)/gi)].map(([, tag]) => tag?.toLowerCase()));
  for (const tag of ['script', 'style', 'img', 'link', 'iframe', 'object', 'embed', 'form', 'base'])
    expect([...tags]).not.toContain(tag);
  expect(rest).not.toMatch(/<[^>]*\s(?:on\w+|src|style)=/i);
  expect([...rest.matchAll(/href="([^"]*)"/g)].filter(([, address]) => !address?.startsWith('#'))).toEqual([]);
  expect(page).not.toMatch(/url\(|@import|https?:\/\/(?!127\.0\.0\.1|evil\.example)/);
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
});

test('no text of what was recorded keeps a character that nobody can see', () => {
  const section = `7\u202e\u0007\u001b[31m`;
  const planted = someResults([someClause('fail', { id: 'INS-0\u202e', section }), someClause('pass', { section })], {
    seed: '4\u202e' as never,
    depth: 'standard\u0007' as never,
    tool: { name: 'tradecert', version: '1\u200b' },
  });
  // eslint-disable-next-line no-control-regex -- the control characters are what is looked for
  expect(render(planted)).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/);
  expect(render(planted)).toContain('7\\u202e\\u0007');
});

test('tells what a profile declares, with links to what it is about, and that it tells not all', () => {
  const profile = (declares?: DeclaredProfile): Partial<Results> => ({
    profile: { name: 'p', sha256: 'b'.repeat(64), ...(declares && { declares }) },
  });
  const told = render(
    someResults(
      [someClause('pass')],
      profile({
        waivers: [{ clause: 'INS-007', reason: 'mended in May', expires: '2027-05-01' }],
        kinds: { 'ENV-007': 'required' },
        pins: { 'OPN-017': 'HH:MM', 'OPN-039': 10 },
        ...{ claims: ['listOrderableStocks'], environment: 'staging', rate: 5, limits: { maxPages: 7 } },
        unsaid: ['baseUrl', 'ordersUrl'],
      }),
    ),
  );
  const block = /<details class="declares">.*?<\/details>/s.exec(told)?.[0] ?? '';
  expect(
    block
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ).toBe(
    'What the profile declares 1 waiver, 1 kind, 2 pins Waiver INS-007 until 2027-05-01: mended in May Kind ENV-007 is required ' +
      'Claims listOrderableStocks Pins OPN-017 , OPN-039 Environment staging Rate 5 requests a second at most Limits maxPages 7 ' +
      'Not told here baseUrl, ordersUrl',
  );
  expect([...block.matchAll(/href="([^"]*)"/g)].map(([, to]) => to)).toEqual([
    ...['#INS-007', '#ENV-007', '#question-OPN-017', '#question-OPN-039'],
  ]);
  for (const silent of [{}, profile(), profile({ unsaid: [] })])
    expect(render(someResults([someClause('pass')], silent))).not.toContain('class="declares"');
});

test('has a policy that allows its own style and script and nothing else', () => {
  const hash = (text = ''): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const [, style] = STYLE.exec(page) ?? [];
  const [, script] = SCRIPT.exec(page) ?? [];
  expect(page).toContain(
    `content="default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)}; base-uri 'none'; form-action 'none'"`,
  );
  expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.indexOf('<style>'));
});

test('begins with the verdict, what it is of, and what fails', () => {
  const [, heading = ''] = /<h1>(.*?)<\/h1>/.exec(page) ?? [];
  expect(heading.replaceAll(/<[^>]*>/g, '')).toBe('Non-conformant: 1 required clause does not hold.');
  expect(page.indexOf('<h1>')).toBeLessThan(page.indexOf('<h2'));
  const [, firstGroup] = /<details class="group (\w+)"/.exec(page) ?? [];
  expect(firstGroup).toBe('fail');
});

test('says how the run was made, and what was chosen for it', () => {
  const plan = {
    clauses: ['INS-007'],
    only: ['INS-007', 'INS-008', 'INS-009'],
    shard: { index: 1, of: 4 },
    orders: 'none',
  } as const;
  const clauses = plan.only.map((id) => someClause('pass', { id }));
  const text = render(someResults(clauses, { strict: true, readOnly: true, plan }));
  expect(text).toContain('<b>42</b>, standard depth, strict, read-only');
  expect(text).toContain('<dt>Chosen</dt><dd>only INS-*; shard 1 of 4</dd>');
  const watched = render(someResults([someClause('pass')], { basis: 'observed traffic' }));
  expect(watched).toContain('<dt>Basis</dt><dd>observed traffic</dd>');
  expect(watched).not.toContain('<dt>Seed</dt>');
});

test('shows what was sent, what came back and how to see it again', () => {
  const finding = someFinding({ shown: someExchange(), sibling: someExchange({ target: '/public/v1/stocks/orders' }) });
  const text = render(someResults([someClause('fail', { findings: [finding] })]));
  expect(text).toContain('exchange 17');
  expect(text).toContain('<ins class="line">  ?nextKey=\n</ins>');
  expect(text).toContain('Authorization: [redacted]\n');
  expect(text).toMatch(/<dt>Expected<\/dt>\s*<dd>a number<\/dd>/);
  expect(text).toMatch(/<dt>Actual<\/dt>\s*<dd>the string &quot;0\.1&quot;<\/dd>/);
  expect(text).toContain('It differs in nextKey.');
  expect(text).toContain('<code>tradecert run --only INS-007 --seed 42</code>');
  expect(text).toContain('id="INS-007.1"');
});

test('says that a request was accepted where only the answer is wrong', () => {
  const said = 'The request was accepted.';
  const textOf = (id: string, status: number, at: string): string =>
    render(someResults([someClause('fail', { id, findings: [someFinding({ at, shown: someExchange({ status }) })] })]));
  expect(textOf('INS-007', 200, 'response /data')).toContain(said);
  expect(textOf('INS-007', 400, 'response /data')).not.toContain(said);
  expect(textOf('CLI-002', 200, 'request query')).not.toContain(said);
  // Of a request that had to be refused, this is what is wrong.
  expect(textOf('AUT-002', 200, 'response /data')).not.toContain(said);
});

test('marks the place that a finding is about', () => {
  const shown = someExchange({ responseBody: '{"data":{"details":[{},{},{},{"pointUnit":"0.1"}]}}' });
  const text = render(someResults([someClause('fail', { findings: [someFinding({ shown })] })]));
  expect(text).toMatch(/<mark class="line at">\s*&quot;pointUnit&quot;: &quot;0\.1&quot;\n<\/mark>/);
});

test('marks every parameter where a finding is about the query', () => {
  const finding = someFinding({ at: 'request query', shown: someExchange({ target: '/p?a=1&b=2' }) });
  const text = render(someResults([someClause('fail', { findings: [finding] })]));
  expect([...text.matchAll(/<mark class="line at">\s*(\S+)/g)].map(([, line]) => line)).toEqual(['?a=1', '&amp;b=2']);
});

test('gives no command for curl where a client was certified', () => {
  const clauses = [someClause('fail', { findings: [someFinding({ shown: someExchange() })] })];
  expect(render(someResults(clauses))).toContain('<span class="name">curl</span>');
  const ofClient = someResults(clauses, { subject: { role: 'client', baseUrl: 'http://127.0.0.1/', command: 'x' } });
  expect(render(ofClient)).not.toContain('<span class="name">curl</span>');
});

test('stays small where a service sends much, and shows the first finding of each clause', () => {
  const shown = someExchange({ responseBody: 'x'.repeat(5_000_000) });
  const seen = Array.from({ length: 12 }, (_, index) => ({ actual: `${index} ${'<'.repeat(298)}`, at: 'z', count: 1 }));
  const findings = Array.from({ length: 20 }, (_, index) =>
    someFinding({ cause: `cause ${index}`, actual: 'y'.repeat(100_000), shown, seen, count: 50 }),
  );
  const clauses = Array.from({ length: 268 }, (_, index) =>
    someClause('fail', { id: `INS-${index}`, findings: findings.map((finding) => ({ ...finding })) }),
  );
  const text = render(someResults(clauses));
  expect(text.length).toBeLessThan(1_000_000);
  expect(text).toContain('and 19 findings more in results.json');
});

test('folds what holds, and names what nothing was found against', () => {
  const text = render(someResults([someClause('pass')]));
  expect(text).toMatch(/<details class="group pass" id="show=pass">/);
  expect(text).toContain('Nothing was seen broken: 1 clause holds.');
  expect(render(someResults([someClause('fail')]))).toMatch(/<details class="group fail" id="show=fail" open>/);
});

test('gathers what could not be verified by its reason', () => {
  const text = render(someResults([someClause('unverified'), someClause('unverified', { id: 'INS-008' })]));
  expect(text.match(/<details class="reason">/g)).toHaveLength(1);
  expect(text).toContain('2 clauses');
});

test('ends the heading of what could not be verified with a whole reason', () => {
  const reason = [1, 2, 3].map((part) => `it was ${part}${' very'.repeat(30)} odd`).join('; ');
  const [, heading = ''] = /<h3>(.*?)<\/h3>/.exec(render(someResults([someClause('unverified', { reason })]))) ?? [];
  expect(heading).toMatch(/^it was 1( very)+ odd; it was 2( very)+ odd; and others$/);
});

test('names the sections as the document does', () => {
  expect(page).toContain('<span class="number">2.7</span> Order-eligible instrument record (element of data.details)');
});

test('says what was seen instead once for each text, and what they have in common once', () => {
  const seen = [
    { actual: 'status 200, although stockCd is []', at: 'response /data', count: 2, exchange: 5 },
    { actual: 'status 200, although stockCd is <b>', at: 'response /data', count: 1, exchange: 9 },
  ];
  const finding = someFinding({ cause: 'it is accepted', actual: 'status 200', at: 'response /data', count: 7, seen });
  const text = render(someResults([someClause('fail', { cases: 9, brokenCases: 7, findings: [finding] })]));
  expect(text).toContain(
    'What was seen in all 7 cases: <span class="soft">status 200, although stockCd is …</span></h4>',
  );
  expect(text).toContain('<li><b>[]</b> <span class="soft">2 times, first in exchange 5</span></li>');
  expect(text).toContain('<li><b>&lt;b&gt;</b> <span class="soft">once, exchange 9</span></li>');
  expect(text).toContain('… and 4 cases more');
  expect(text).toContain('It is accepted: status 200 (and 1 other value)');
  expect(text).toContain('<span class="long">broken in </span>7 of 9 cases');
});

test('takes how far a value reaches for no other value, and says nothing twice', () => {
  const seen = [
    { actual: 'null; so in 3 of 10 records', at: 'response /a', count: 2 },
    { actual: 'null; so in 2 of 7 records', at: 'response /b', count: 1 },
    { actual: 'null', at: 'response /b', count: 1 },
  ];
  const finding = someFinding({ cause: 'pipUnit is null', actual: 'null', at: 'response /b', count: 4, seen });
  const text = render(someResults([someClause('fail', { findings: [finding] })]));
  expect(text).toContain('<b>Seen instead:</b> pipUnit is null</span>');
  expect(text).toContain('<b>null; so in 3 of 10 records</b> <span class="soft">2 times, at response /a</span>');
});

test('says once on top why a run is incomplete', () => {
  const notes = ['No order source was named.', 'No order source was named twice.'];
  const text = render(someResults([someClause('unverified')], { notes }));
  expect(text).not.toContain('<li>No order source was named.</li>');
  expect(text).toContain('<li>No order source was named twice.</li>');
  expect(render(someResults([someClause('fail')], { notes }))).toContain('<li>No order source was named.</li>');
});

test('says of which sections most fails, and why a run is incomplete', () => {
  const failed = ['2.7', '2.7', '5', '2.1'].map((section, index) =>
    someClause('fail', { id: `INS-${index}`, section }),
  );
  const text = render(someResults(failed));
  expect(text).toContain('<a href="#show=fail&amp;section=2.7">Order-eligible instrument record <b>2</b></a>');
  expect(render(someResults(failed.slice(0, 3)))).not.toContain('class="places"');
  const open = render(someResults([someClause('unverified')]));
  expect(open).toContain('Why 1 clause could not be:</span> no order source was named');
});
