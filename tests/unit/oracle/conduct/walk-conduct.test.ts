import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import type { ClientFacts } from '../../../../src/oracle/conduct/client-judge.js';
import type { Passage } from '../../../../src/wire/passage.js';
import {
  Conduct,
  conductOf,
  lookupPassage,
  NOW_MS,
  ORDER,
  someFacts,
  TOKEN,
  type MadePassage,
} from '../../../support/conduct-builder.js';
import { enveloped, someData } from '../../../support/exchange-builder.js';

const LIST: ClientFacts['task'] = { task: 'list-instruments', stockGroupCd: 'ALL', stockCd: '' };
const ASKED = someFacts({ task: LIST });

/** The answer that gives this key; `null` for the last page. */
function page(nextKey: string | null, different: Readonly<Record<string, unknown>> = {}): Pick<MadePassage, 'answer'> {
  return { answer: enveloped(someData({ hasNext: nextKey !== null, nextKey: nextKey ?? '', ...different })) };
}

/** A lookup with this nextKey, as a form encodes it. */
function ask(nextKey: string, made: MadePassage, filter = 'stockGroupCd=ALL&stockCd='): Passage {
  return lookupPassage(`${filter}&nextKey=${encodeURIComponent(nextKey)}`, made);
}

const walk = (...passages: readonly Passage[]): Conduct => conductOf(passages, ASKED);
const broken = (...passages: readonly Passage[]): readonly string[] => walk(...passages).broken;

const FIRST = ask('', page('k1'));
const SECOND = ask('k1', page('k2'));
const LAST = ask('k2', page(null));
const LEFT = ['CLI-025'];

test('a walk that follows the keys is let pass, and puts the clauses to the test', () => {
  const { passed, broken: none, open } = walk(FIRST, SECOND, LAST);
  expect(none).toEqual([]);
  expect(open).toEqual([]);
  for (const number of [1, 2, 3, 4, 5, 6, 7]) expect(passed).toContain(`CLI-02${number}`);
  const alone = walk(ask('', page(null)));
  expect(alone.passed).toContain('CLI-026');
  for (const clause of ['CLI-023', 'CLI-024', 'CLI-025']) expect(alone.outcomes.has(clause), clause).toBe(false);
});

test('CLI-021: a walk begins without a key', () => {
  for (const key of ['null', 'undefined', '0', '1', 'k1']) {
    expect(broken(ask(key, { status: 400 })), key).toEqual(['CLI-021']);
    expect(broken(ask(key, page(null))), key).toEqual(['CLI-021']);
  }
  expect(broken(FIRST, SECOND, LAST, ask('', page('j1')), ask('j1', page(null)))).toEqual([]);
});

test('CLI-021: a second walk does not begin with a key of the first', () => {
  const index = 'stockGroupCd=INDEX&stockCd=';
  const facts = someFacts();
  const first = [FIRST, SECOND, ask('k2', page(null, { nextKey: 'k3' }))];
  expect(conductOf([...first, ask('k3', { status: 400 }, index)], facts).broken).toEqual(['CLI-021']);
  expect(broken(...first, ask('k1', page('k2')))).toContain('CLI-021');
  expect(conductOf([...first, ask('', page(null), index)], facts).broken).toEqual([]);
});

test('CLI-021: a walk that may have begun before the client was watched is unverified', () => {
  const conduct = conductOf([ask('k7', page('k8')), ask('k8', page(null))], someFacts());
  expect(conduct.broken).toEqual([]);
  expect(conduct.open).toEqual(['CLI-021']);
  expect(conductOf([ask('k7', { status: 400 })], someFacts()).broken).toEqual(['CLI-021']);
});

test('CLI-022: the first nextKey is empty, and there', () => {
  expect(broken(lookupPassage('stockGroupCd=ALL&stockCd=', page(null)))).toEqual(['CLI-022']);
  expect(broken(lookupPassage('stockGroupCd=ALL&nextKey', page(null)))).toEqual([]);
});

const ODD = 'a+b/c==&d=%2B%20 é다\u{1F511}#?';

for (const [way, sent, cause] of [
  ['a + without percent-encoding', encodeURIComponent(ODD).replace('%2B', '+'), 'a + of the nextKey is sent without'],
  ['percent-encoded twice', encodeURIComponent(encodeURIComponent(ODD)), 'percent-encoded twice'],
  ['without percent-encoding', ODD.replaceAll(' ', '%20').replace('&', '%26'), 'decoded, or sent without'],
  ['cut at a #', encodeURIComponent(ODD.slice(0, ODD.indexOf('#'))), 'cut short'],
  ['in lower case', encodeURIComponent('ABC').toLowerCase(), 'another case'],
  ['trimmed', 'ABC', ''],
  ['as a number', '10', 'as a number'],
  ['as a word for nothing', 'undefined', 'a word for nothing'],
  ['as something else', 'xyz', 'another nextKey'],
] as const) {
  test(`CLI-023: a nextKey that is sent ${way} is told`, () => {
    const given = way === 'in lower case' ? 'ABC' : way === 'as a number' ? '0010' : way === 'trimmed' ? ' ABC ' : ODD;
    const conduct = walk(
      ask('', page(given)),
      lookupPassage(`stockGroupCd=ALL&stockCd=&nextKey=${sent}`, { status: 400 }),
    );
    expect(conduct.broken).toEqual(['CLI-023']);
    expect(conduct.findings.join()).toContain(cause);
  });
}

test('CLI-023: letters beyond Latin-1, in Latin-1 and composed otherwise', () => {
  const sent = (given: string, raw: string): string =>
    walk(
      ask('', page(given)),
      lookupPassage(`stockGroupCd=ALL&stockCd=&nextKey=${raw}`, { status: 400 }),
    ).findings.join();
  expect(sent('é', '%E9')).toContain('Latin-1');
  expect(sent('é', 'e%CC%81')).toContain('composed otherwise');
  expect(sent('é', '%C3%A9')).toBe('');
  expect(sent('é', '\u00c3\u00a9')).toBe('');
  expect(sent('다', '다')).toBe('');
  expect(sent('é', 'é')).toBe('');
});

test('CLI-023: a nextKey of an earlier answer is told, once it cannot be an answer that was lost', () => {
  const again = { ...page('k2'), connection: 2 };
  expect(broken(FIRST, SECOND, ask('k1', again), LAST)).toEqual([]);
  const lost = (count: number): readonly Passage[] =>
    Array.from({ length: count }, (_, index) => ask('k1', { ...again, connection: index + 2 }));
  expect(broken(FIRST, SECOND, ...lost(5), LAST)).toEqual([]);
  expect(broken(FIRST, SECOND, ...lost(6), LAST)).toEqual(['CLI-023']);
  expect(broken(FIRST, SECOND, ask('k1', page('k2')), LAST)).toEqual(['CLI-023']);
  const another = [ask('', page('j1')), ask('k2', { status: 400, connection: 2 })];
  expect(broken(FIRST, SECOND, LAST, ...another)).toEqual(['CLI-023']);
});

test('CLI-023: a lookup that failed may come again, as often as it takes', () => {
  const failed = [ask('k1', { status: 503 }), ask('k1', { trouble: { kind: 'timeout', because: 'late' } })];
  expect(broken(FIRST, ...failed, ...failed, SECOND, LAST)).toEqual([]);
  expect(broken(ask('', { status: 500 }), FIRST, SECOND, LAST)).toEqual([]);
  const lost = ask('k1', { status: 503, connection: 2 });
  expect(broken(FIRST, SECOND, lost, lost, lost, SECOND, LAST)).toEqual([]);
});

test('CLI-023: an answer that could not be read here excuses any key', () => {
  for (const made of [
    { trouble: { kind: 'oversize', because: 'too large' } },
    { answer: '{"data":{"hasNext":true,"nextKey":7}}' },
    { answer: '<html></html>' },
    page('\ud800'),
    page('k'.repeat(20_000)),
  ] as const) {
    expect(broken(FIRST, ask('k1', made), ask('whatever', page('k9')), ask('k9', page(null)))).toEqual([]);
  }
});

test('CLI-024: the filter stays the same', () => {
  for (const filter of ['stockGroupCd=INDEX&stockCd=', 'stockCd=', 'stockGroupCd=ALL&stockCd=EUR/USD']) {
    expect(broken(FIRST, ask('k1', page(null), filter)), filter).toEqual(['CLI-024']);
  }
  expect(broken(FIRST, ask('k1', page(null), 'stockGroupCd=ALL'))).toEqual([]);
  expect(broken(FIRST, ask('k1', page(null), 'stockCd=&stockGroupCd=%41LL'))).toEqual([]);
});

test('CLI-025: a walk goes on while there are more pages', () => {
  expect(broken(FIRST)).toEqual(LEFT);
  expect(broken(FIRST, SECOND)).toEqual(LEFT);
  // Nothing that leads on, and nothing that can be read.
  expect(broken(ask('', page('')))).toEqual([]);
  expect(broken(FIRST, ask('k1', page('k1')))).toEqual([]);
  expect(broken(FIRST, ask('k1', { status: 400 }))).toEqual([]);
  expect(broken(FIRST, ask('k1', { trouble: { kind: 'reset', because: 'gone' } }))).toEqual([]);
});

test('CLI-025: a page that comes again leads on where its answer was lost, and not where its key was wrong', () => {
  const lost = ask('k1', { ...page('k2'), connection: 2 });
  expect(broken(FIRST, SECOND, lost)).toEqual(LEFT);
  expect(broken(FIRST, SECOND, lost, LAST)).toEqual([]);
  expect(broken(FIRST, ask('wrong', page('k1')))).toEqual(['CLI-023']);
});

test('CLI-025: one that begins anew is held to its last attempt', () => {
  expect(broken(FIRST, SECOND, FIRST, SECOND, LAST)).toEqual([]);
  expect(broken(FIRST, FIRST, FIRST)).toEqual(LEFT);
});

test('CLI-025: without a task, a walk may be left, or may have gone on where nobody watched', () => {
  const because = (conduct: Conduct): string => JSON.stringify(conduct.outcomes.get('CLI-025'));
  const conduct = new Conduct().see(FIRST).end();
  expect(conduct.open).toEqual(LEFT);
  expect(because(conduct)).toContain('no longer watched');
  const watched = new Conduct().see(FIRST).end(NOW_MS + 60_000);
  expect(watched.broken).toEqual([]);
  expect(watched.open).toEqual(LEFT);
  expect(because(watched)).toContain('without a task it is not known whether it was meant to be whole');
  const later = lookupPassage('stockGroupCd=INDEX&stockCd=&nextKey=', { ...page(null), arrivedAtMs: NOW_MS + 60_000 });
  expect(because(conductOf([FIRST, later], someFacts()))).toBe(because(watched));
});

test('CLI-025: only the walk that was named has to be whole', () => {
  const detail = 'stockGroupCd=ALL&stockCd=EUR/USD';
  expect(broken(FIRST, SECOND, LAST, ask('', page('d1'), detail))).toEqual([]);
  const modify = someFacts({ task: { task: 'modify-order', order: ORDER, change: {} } });
  expect(conductOf([FIRST, SECOND], modify).broken).toEqual([]);
});

test('CLI-026: nothing is asked for after the last page', () => {
  const withKey = ask('k2', page(null, { nextKey: 'k3' }));
  expect(broken(FIRST, SECOND, withKey)).toEqual([]);
  expect(broken(FIRST, SECOND, withKey, ask('k3', page(null)))).toEqual(['CLI-026']);
  const without = ask('k2', page(null, { nextKey: null }));
  expect(broken(FIRST, SECOND, without)).toEqual([]);
  expect(broken(FIRST, SECOND, without, ask('null', { status: 400 }))).toEqual(['CLI-026']);
  const itsOwn = ask('k2', page(null, { nextKey: 'k2' }));
  expect(broken(FIRST, SECOND, itsOwn)).toEqual([]);
  expect(broken(FIRST, SECOND, itsOwn, itsOwn)).toEqual(['CLI-026']);
});

test('CLI-026: without a task, the lookup of a last page that gives its own key may come again', () => {
  const itsOwn = (connection: number): Passage => ask('k2', { ...page(null, { nextKey: 'k2' }), connection });
  for (const connections of [
    [1, 1, 1],
    [1, 2, 3],
  ]) {
    const again = conductOf([FIRST, SECOND, ...connections.map(itsOwn)], someFacts());
    expect([again.broken, again.open]).toEqual([[], ['CLI-026']]);
  }
  const single = ask('', page(null, { nextKey: '' }));
  expect(conductOf([single, single, single], someFacts()).open).toEqual([]);
  const further = [FIRST, SECOND, ask('k2', page(null, { nextKey: 'k3' })), ask('k3', page(null))];
  expect(conductOf(further, someFacts()).broken).toEqual(['CLI-026']);
});

test('CLI-027: whoever made the walk that was named may look up what else he likes', () => {
  const facts = someFacts({ task: { task: 'list-instruments', stockGroupCd: 'INDEX', stockCd: '' } });
  const named = lookupPassage('stockGroupCd=INDEX&stockCd=&nextKey=', page(null));
  const detail = lookupPassage('stockGroupCd=INDEX&stockCd=US500&nextKey=', page(null));
  for (const passages of [[named, detail, detail], [detail, named], [named]]) {
    const conduct = conductOf(passages, facts);
    expect(conduct.broken).toEqual([]);
    expect(conduct.passed).toContain('CLI-027');
  }
  const refused = lookupPassage('stockGroupCd=INDEX&stockCd=&nextKey=', { status: 503 });
  expect(conductOf([refused, detail], facts).broken).toEqual([]);
  expect(conductOf([detail, detail], facts).broken).toEqual(['CLI-027']);
  expect(conductOf([], facts).outcomes.has('CLI-027')).toBe(false);
});

test('CLI-027: a walk asks for what was named', () => {
  const facts = someFacts({ task: { task: 'list-instruments', stockGroupCd: 'INDEX', stockCd: 'US500' } });
  const asked = (query: string): readonly string[] =>
    conductOf([lookupPassage(`${query}&nextKey=`, page(null))], facts).broken;
  expect(asked('stockGroupCd=INDEX&stockCd=US500')).toEqual([]);
  expect(asked('stockGroupCd=ALL&stockCd=US500')).toEqual(['CLI-027']);
  expect(asked('stockGroupCd=INDEX&stockCd=')).toEqual(['CLI-027']);
  expect(asked('stockGroupCd=INDEX')).toEqual(['CLI-027']);
  expect(asked('stockCd=US500')).toEqual(['CLI-027']);
  expect(asked('stockGroupCd=index&stockCd=US500')).toEqual(['LKP-003']);
  expect(broken(lookupPassage('stockGroupCd=ALL&nextKey=', page(null)))).toEqual([]);
  const modify = someFacts({ task: { task: 'modify-order', order: ORDER, change: {} } });
  expect(conductOf([lookupPassage('stockGroupCd=INDEX&nextKey=', page(null))], modify).broken).toEqual([]);
});

test('CLI-028: a walk that goes round in circles is given up', () => {
  const circle = ask('k1', page('k1'));
  const times = (count: number): readonly Passage[] => Array.from({ length: count }, () => circle);
  expect(broken(FIRST, ...times(60))).toEqual(['CLI-028']);
  const given = walk(FIRST, ...times(10));
  expect(given.broken).toEqual([]);
  expect(given.passed).toContain('CLI-028');
  expect(walk(FIRST, SECOND, LAST).outcomes.has('CLI-028')).toBe(false);
});

test('CLI-028: also where no key is given, and not where pages differ', () => {
  const keyless = ask('', page('', { nextKey: undefined, hasNext: true }));
  expect(broken(...Array.from({ length: 60 }, () => keyless))).toEqual(['CLI-028']);
  expect(broken(keyless, keyless)).toEqual([]);
  const differing = Array.from({ length: 60 }, (_, index) =>
    ask(index === 0 ? '' : 'k', page(index === 59 ? null : 'k', { details: [{ stockCd: `S${index}` }] })),
  );
  expect(broken(...differing)).toEqual([]);
});

test('CLI-023: a page that says that there are more, and gives no key, breaks nothing of the client', () => {
  for (const nextKey of [undefined, null, '']) {
    const keyless = page(nextKey as string, { hasNext: true, nextKey });
    for (const sent of ['', 'null', 'undefined', 'k1', '2']) {
      for (const facts of [ASKED, someFacts()]) {
        const first = [ask('', keyless), ask(sent, keyless), ask('', { status: 400 })];
        expect(conductOf(first, facts).broken, `${String(nextKey)} ${sent}`).toEqual([]);
        const later = [FIRST, ask('k1', keyless), ask(sent, { status: 400 })];
        expect(conductOf(later, facts).broken, `${String(nextKey)} ${sent}`).toEqual([]);
      }
    }
  }
});

/** The same lookup with a token of its own. */
function from(name: string, passage: Passage): Passage {
  const headers = [['Authorization', `Bearer ${TOKEN}${name}`]] as const;
  return { ...passage, request: { ...passage.request, headers } };
}

test('a token may be renewed in the middle of a walk', () => {
  for (const facts of [ASKED, someFacts()]) {
    const renewed = [FIRST, ask('k1', { status: 401 }), from('b', SECOND), from('c', LAST)];
    const conduct = conductOf(renewed, facts);
    expect(conduct.broken).toEqual([]);
    expect(conduct.open).toEqual([]);
    for (const clause of ['CLI-023', 'CLI-025', 'CLI-026']) expect(conduct.passed).toContain(clause);
    const wrongly = conductOf([...renewed.slice(0, 3), from('b', ask('k9', { status: 400 }))], facts);
    expect(wrongly.broken.filter((clause) => clause !== 'CLI-052')).toEqual(['CLI-023']);
  }
});

test('no client is blamed for what another one was given', () => {
  const facts = someFacts();
  const none = (...passages: readonly Passage[]): void => {
    const conduct = conductOf([FIRST, ...passages, SECOND, LAST], facts);
    expect(conduct.broken).toEqual([]);
  };
  none(from('b', ask('x7', page('x8'))), from('b', ask('x8', page(null))));
  none(from('b', ask('x7', { status: 401 })));
  none(from('b', FIRST), from('b', SECOND), from('b', LAST));
  none(from('b', FIRST), from('b', ask('', page('j1'))), from('b', ask('j1', page(null, { nextKey: 'k1' }))));
});

test('an answer that comes when the client has gone on already is none of its last walk', () => {
  const late = (passage: Passage): Passage => ({ ...passage, arrivedAtMs: NOW_MS - 1_000, connection: 9 });
  expect(broken(FIRST, late(FIRST), SECOND, LAST)).toEqual([]);
  expect(broken(FIRST, SECOND, late(SECOND), LAST)).toEqual([]);
  expect(broken(FIRST, SECOND, LAST, late(SECOND))).toEqual([]);
  expect(broken(FIRST, SECOND, LAST, late(FIRST))).toEqual([]);
  // Two at a time: the one that came first is answered last, with keys of its own.
  expect(broken(FIRST, late(ask('', page('j1'))), SECOND, ask('j1', page(null)), LAST)).toEqual([]);
});

test('a walk may begin anew after an error', () => {
  const refused = ask('k1', { status: 500 });
  expect(broken(FIRST, refused, refused, FIRST, SECOND, LAST)).toEqual([]);
  expect(broken(FIRST, ask('k1', { status: 400 }), FIRST, SECOND, LAST)).toEqual([]);
});

test('CLI-028: whoever looks at a first page again and again does not go round in circles', () => {
  const keyless = { nextKey: undefined, hasNext: true };
  const polls = Array.from({ length: 60 }, (_, index) =>
    ask('', { ...page('', keyless), arrivedAtMs: NOW_MS + index * 5_000 }),
  );
  expect(conductOf(polls, someFacts()).broken).toEqual([]);
  const atOnce = Array.from({ length: 60 }, () => ask('', page('', keyless)));
  expect(conductOf(atOnce, someFacts()).broken).toEqual(['CLI-028']);
});

test('several walks go on at a time, with the same keys or with others', () => {
  const index = 'stockGroupCd=INDEX&stockCd=';
  const facts = someFacts();
  const other = [ask('', page('i1'), index), ask('i1', page('i2'), index), ask('i2', page(null), index)] as const;
  const none = (...passages: readonly Passage[]): void => {
    expect(conductOf(passages, facts).broken).toEqual([]);
  };
  none(FIRST, other[0], SECOND, other[1], other[2], LAST);
  none(FIRST, FIRST, SECOND, SECOND, LAST, LAST);
  none(FIRST, ask('', page('j1')), ask('j1', page(null)), SECOND, LAST);
  none(FIRST, ask('', page('k1'), index), ask('k1', page(null), index), SECOND, LAST);
});

test('what is remembered is bounded: of walks beyond the most it is not known how they went on', () => {
  const groups = Array.from({ length: 600 }, (_, index) => `stockGroupCd=ALL&stockCd=S${index}`);
  const conduct = new Conduct().see(...groups.map((filter) => ask('', page('k1'), filter)));
  expect(conduct.broken).toEqual([]);
  expect(conduct.outcomes.get('CLI-025')).toHaveLength(600 - 512);
  conduct.see(ask('k1', page(null), groups[599]), ask('k1', page(null), groups[0]));
  expect(conduct.broken).toEqual([]);
  const later = { status: 400, arrivedAtMs: NOW_MS + 11 * 60_000 };
  expect(conduct.see(ask('k9', later, groups[598])).broken).toEqual(['CLI-023']);
});

test('a hidden secret in a nextKey is compared as it came, and shown redacted', () => {
  const token = someFacts().token ?? '';
  const conduct = walk(ask('', page(`k-${token}`)), ask(`j-${token}`, { status: 400 }));
  expect(conduct.broken).toEqual(['CLI-006', 'CLI-023']);
  expect(JSON.stringify([...conduct.outcomes])).not.toContain(token);
  expect(walk(ask('', page(`k-${token}`)), ask(`k-${token}`, page(null))).broken).toEqual(['CLI-006']);
});

test('any key survives the usual encodings of a query', () => {
  const encodings: readonly ((key: string) => string)[] = [
    encodeURIComponent,
    (key) => new URLSearchParams({ k: key }).toString().slice(2),
    (key) => encodeURIComponent(key).replaceAll('%20', '+'),
    (key) => encodeURIComponent(key).replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    (key) => [...Buffer.from(key)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  ];
  const odd = fc.string({
    unit: fc.constantFrom('+', '/', '=', '&', '%', '2', 'B', '?', '#', ' ', 'é', '다', '\u{1F511}'),
  });
  const anyKey = fc.oneof(fc.string({ unit: 'binary' }), odd, fc.string({ unit: 'grapheme', minLength: 50 }));
  fc.assert(
    fc.property(anyKey, fc.constantFrom(...encodings), (key, encode) => {
      fc.pre(key !== '' && !/\p{Surrogate}/u.test(key));
      const later = lookupPassage(`stockGroupCd=ALL&stockCd=&nextKey=${encode(key)}`, page(null));
      expect(broken(ask('', page(key)), later)).toEqual([]);
    }),
    { seed: 5, numRuns: 300 },
  );
});

test('any other key breaks one clause', () => {
  const keys = fc.string({ unit: 'grapheme', minLength: 1 });
  fc.assert(
    fc.property(keys, keys, (given, sent) => {
      fc.pre(given !== sent && !/\p{Surrogate}/u.test(given + sent));
      expect(broken(ask('', page(given)), ask(sent, { status: 400 }))).toEqual(['CLI-023']);
    }),
    { seed: 5, numRuns: 200 },
  );
});

test('CLI-023: whoever looks at a page again breaks nothing, unless a task asked for the walk alone', () => {
  const back = [FIRST, SECOND, ask('k1', page('k2')), ask('k1', page('k2')), LAST];
  expect(conductOf(back, someFacts()).broken).toEqual([]);
  expect(broken(...back)).toContain('CLI-023');
  const atTheEnd = conductOf([FIRST, SECOND, LAST, ask('k1', page('k2')), LAST], someFacts());
  expect(atTheEnd.broken).toEqual([]);
  expect(atTheEnd.open).toEqual(['CLI-021']);
  expect(conductOf([FIRST, SECOND, ask('k9', { status: 400 })], someFacts()).broken).toContain('CLI-023');
});

test('a walk that goes on is not forgotten for others that are over', () => {
  const others = Array.from({ length: 200 }, (_, index) => ask('', page(null), `stockGroupCd=ALL&stockCd=S${index}`));
  expect(conductOf([FIRST, ...others, SECOND, ...others, LAST], someFacts()).broken).toEqual([]);
});
