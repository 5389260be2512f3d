import { stat } from 'node:fs/promises';
import { expect } from '@playwright/test';
import fc from 'fast-check';
import type { Passage } from '../../../src/wire/passage.js';
import { NOW_MS, PREFIX } from '../../support/conduct-builder.js';
import { entryOf, harOf, writeHar } from '../../support/har-builder.js';
import { test } from '../cli/temporary-folder.js';
import { passagesIn } from './passages.js';

const visible = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) });
const target = visible.map((text) => `${PREFIX}/${text.replaceAll('#', '')}`);
const wellFormed = fc.string({ unit: 'binary', maxLength: 40 });
const headers = fc.array(fc.tuple(fc.stringMatching(/^X-[A-Za-z0-9-]{1,20}$/), wellFormed), {
  minLength: 1,
  maxLength: 6,
});
const bytes = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 600 }),
  fc.json().map((text) => Buffer.from(text)),
  wellFormed.filter((text) => text !== '').map((text) => Buffer.from(text)),
);
const passage: fc.Arbitrary<Passage> = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
    target,
    headers,
    body: fc.option(bytes),
    response: fc.option(fc.record({ status: fc.integer({ min: 100, max: 599 }), headers, body: bytes })),
    startMs: fc.integer({ min: 0, max: 100_000 }),
    lastsMs: fc.integer({ min: 1, max: 10_000 }),
  })
  .map(({ method, response, startMs, lastsMs, ...request }): Passage => ({
    request: { method, ...request, body: request.body === null ? null : Buffer.from(request.body) },
    isBodyCut: false,
    ...(response === null
      ? { trouble: { kind: 'reset', because: 'the recording has no answer to it' } }
      : { response: { ...response, body: Buffer.from(response.body) } }),
    arrivedAtMs: NOW_MS + startMs,
    answeredAtMs: NOW_MS + startMs + lastsMs,
    connection: 0,
  }));
const numbered = (made: readonly Passage[]): Passage[] => made.map((one, index) => ({ ...one, connection: index + 1 }));

/** All that is not ASCII, and a little of what is, spelled in another way. */
function escaped(json: string): string {
  return json.replace(/[^\x20-\x7e]|\//g, (char) =>
    char === '/' ? '\\/' : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const SPELLINGS: Readonly<Record<string, (har: object) => string>> = {
  minified: (har) => JSON.stringify(har),
  indented: (har) => JSON.stringify(har, null, 4).replaceAll('\n', '\r\n'),
  'with escapes': (har) => escaped(JSON.stringify(har)),
  'with a byte order mark': (har) => `\ufeff${JSON.stringify(har)}\n`,
};

for (const [name, spell] of Object.entries(SPELLINGS)) {
  test(`passages written as a HAR, ${name}, are read back as they were`, async ({ folder }) => {
    await fc.assert(
      fc.asyncProperty(fc.array(passage, { maxLength: 8 }), async (made) => {
        const path = await writeHar(folder, spell(harOf(numbered(made).map(entryOf))));
        expect(await passagesIn(path)).toEqual(numbered(made));
      }),
      { numRuns: 40, seed: 42 },
    );
  });

  test(`so are many of them, over many blocks of the file, ${name}`, async ({ folder }) => {
    const made = numbered(fc.sample(passage, { numRuns: 400, seed: 7 }));
    const path = await writeHar(folder, spell(harOf(made.map(entryOf))));
    expect((await stat(path)).size).toBeGreaterThan(5 * 64 * 1024);
    expect(await passagesIn(path)).toEqual(made);
  });
}
