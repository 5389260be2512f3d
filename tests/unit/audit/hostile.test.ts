import { mkdir, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import fc from 'fast-check';
import { HarReader } from '../../../src/audit/har-reader.js';
import { lookupPassage, modifyPassage, NOW_MS } from '../../support/conduct-builder.js';
import { audited, entryOf, harOf, withVerdict, writeHar, type Entry } from '../../support/har-builder.js';
import { test } from '../cli/temporary-folder.js';
import { passagesIn } from './passages.js';

const ENTRIES = [entryOf(lookupPassage()), entryOf(modifyPassage())];
const NOT_JSON = {
  'no JSON': 'GET / HTTP/1.1',
  nothing: '',
  'a byte order mark alone': '\ufeff',
  'a part': '{"log":{"ent',
};

for (const [what, text] of Object.entries(NOT_JSON)) {
  test(`${what} is refused as no HAR`, async ({ folder }) => {
    await expect(audited(folder, text)).rejects.toThrow('The file is no HAR: it ');
  });
}

for (const text of [
  '[]',
  '{}',
  '{"log":[]}',
  '{"log":{"entries":{}}}',
  '{"log":{"entries":7}}',
  '[{"log":{"entries":[]}}]',
]) {
  test(`${text} is refused as JSON that is no HAR`, async ({ folder }) => {
    await expect(audited(folder, text)).rejects.toThrow('no HAR: it has no log.entries');
  });
}

test('a file that is missing, is a folder, or is compressed is refused', async ({ folder }) => {
  await mkdir(join(folder, 'a.har'));
  await writeFile(join(folder, 'b.har'), gzipSync('{}'));
  await writeFile(join(folder, 'c.har'), 'PK\u0003\u0004...');
  const read = (name: string): Promise<unknown> => new HarReader(join(folder, name)).entries().next();
  await expect(read('gone.har')).rejects.toThrow('cannot be read (ENOENT)');
  await expect(read('a.har')).rejects.toThrow('cannot be read (EISDIR)');
  for (const name of ['b.har', 'c.har']) await expect(read(name)).rejects.toThrow('compressed');
});

test('a file in UTF-16 is refused as what it is, with what to do', async ({ folder }) => {
  const little = Buffer.from(`\ufeff${JSON.stringify(harOf(ENTRIES))}`, 'utf16le');
  const big = Buffer.from(little).swap16();
  for (const bytes of [little, big, little.subarray(2), big.subarray(2)]) {
    await writeFile(join(folder, 'a.har'), bytes);
    const reading = new HarReader(join(folder, 'a.har')).entries().next();
    await expect(reading).rejects.toThrow('UTF-16');
  }
});

test('of a file that ends too early, what is there is judged, and the report says so', async ({ folder }) => {
  const text = JSON.stringify(harOf([...ENTRIES, ...ENTRIES]));
  const { client, service } = await audited(folder, text.slice(0, -400));
  expect(client.requests).toBe(3);
  for (const { notes } of [client, service])
    expect(notes).toContain('The file could not be read to its end: it ends too early.');
});

test('of a file that is broken further on, what comes before is judged', async ({ folder }) => {
  const many = Array.from({ length: 200 }, () => ENTRIES[0]);
  const text = JSON.stringify(harOf(many)).replace(/\]\},"comment":""\}$|,"comment":""\}\}$/, ',oops');
  const { client } = await audited(folder, text);
  expect(client.requests).toBeGreaterThan(50);
  expect(client.notes).toContain('The file could not be read to its end: it is no valid JSON.');
});

test('nesting as deep as the file is long is given up', async ({ folder }) => {
  for (const deep of ['['.repeat(3_000_000), '{"a":'.repeat(600_000), `{"log":{"entries":[${'[['.repeat(900_000)}`]) {
    await expect(audited(folder, deep)).rejects.toThrow('nested too deep');
  }
  const text = JSON.stringify(harOf(ENTRIES)).replace('"comment":""', `"comment":${'['.repeat(900)}${']'.repeat(900)}`);
  expect((await audited(folder, text)).client.requests).toBe(2);
});

const JUNK = fc.oneof(
  fc.constantFrom(null, true, 0, -1, 1e300, '', 'x', '\u0000', '__proto__', [], {}, [[]], [null], [{}], { name: 1 }),
  fc.jsonValue({ maxDepth: 2 }),
);

/** The entry with one member, at any depth, replaced or removed. */
function spoilt(entry: Entry, path: readonly string[], value: unknown): Entry {
  const [name, ...rest] = path;
  if (name === undefined) return entry;
  const inner = entry[name];
  if (rest.length === 0 || typeof inner !== 'object' || inner === null) return { ...entry, [name]: value };
  if (!Array.isArray(inner)) return { ...entry, [name]: spoilt(inner as Entry, rest, value) };
  return {
    ...entry,
    [name]: (inner as unknown[]).map((item, index) =>
      index === 0 ? spoilt(item as Entry, rest.slice(1), value) : item,
    ),
  };
}

function pathsOf(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return path.length === 0 ? [] : [[...path]];
  const inner = Object.entries(value).flatMap(([name, member]) => pathsOf(member, [...path, name]));
  return path.length === 0 ? inner : [[...path], ...inner];
}

test('a wrong type in any member of an entry harms no other entry', async ({ folder }) => {
  const spoiltOnes = fc
    .constantFrom(...ENTRIES)
    .chain((entry) => fc.tuple(fc.constant(entry), fc.constantFrom(...pathsOf(entry)), JUNK))
    .map(([entry, path, value]) => spoilt(entry, path, value));
  await fc.assert(
    fc.asyncProperty(spoiltOnes, JUNK, async (entry, junk) => {
      const path = await writeHar(folder, [junk, entry, ENTRIES[1]]);
      const passages = await passagesIn(path);
      expect(passages.at(-1)).toMatchObject({ request: { method: 'POST' }, isBodyCut: false, arrivedAtMs: NOW_MS });
    }),
    { numRuns: 300, seed: 42 },
  );
});

test('entries that cannot be read are counted, by what is wrong', async ({ folder }) => {
  const [right] = ENTRIES;
  if (right === undefined) throw new Error('no entry');
  const request = right['request'] as Entry;
  const wrong = [
    spoilt(right, ['startedDateTime'], 'yesterday'),
    spoilt(right, ['startedDateTime'], 5),
    spoilt(right, ['request', 'method'], 'G E T'),
    spoilt(right, ['request', 'headers'], { Accept: '*/*' }),
    spoilt(right, ['request', 'headers'], [{ name: 'x', value: {} }]),
    spoilt(right, ['response', 'status'], '200'),
    spoilt(right, ['response'], 'none'),
    { request: 5 },
    {},
    spoilt(right, ['request', 'url'], `${String(request['url'])}&x=${'x'.repeat(70_000)}`),
    spoilt(
      right,
      ['request', 'headers'],
      Array.from({ length: 5_000 }, () => ({ name: 'x', value: 'y' })),
    ),
  ];
  const { client } = await audited(folder, [...wrong, ...ENTRIES]);
  expect(client.notes).toEqual([
    'Entries that could not be read, by what is wrong: startedDateTime (2), request.method (1), request.headers (2), ' +
      'response.status (1), response (1), request.url (2), more or longer members than can be read (2).',
  ]);
});

test('members named like those of every object, and twice, are members like any other', async ({ folder }) => {
  const entry = JSON.stringify(ENTRIES[0]);
  const text = `{"__proto__":{"log":1},"log":{"constructor":1,"entries":[{"__proto__":{"request":5},"toString":[${entry}],${entry.slice(1)}]}}`;
  expect(await passagesIn(await writeHar(folder, text))).toHaveLength(1);
  expect(({} as Record<string, unknown>)['request']).toBeUndefined();
});

test('a body beyond 16 MiB is cut, and not judged', async ({ folder }) => {
  test.slow();
  const large = 'x'.repeat(17 * 1024 * 1024);
  const passages = [modifyPassage(`{"orderNo":"${large}"}`), lookupPassage(undefined, { answer: `{"a":"${large}"}` })];
  const [modify, lookup] = await passagesIn(await writeHar(folder, passages.map(entryOf)));
  if (typeof modify !== 'object') throw new Error(modify);
  expect(modify.isBodyCut).toBe(true);
  expect(modify.request.body).toHaveLength(16 * 1024 * 1024);
  expect(lookup).toMatchObject({ trouble: { kind: 'oversize' } });
  const { client, service } = await audited(folder, passages.map(entryOf));
  for (const results of [client, service]) expect(withVerdict(results, 'fail', 'warn')).toEqual([]);
});
