import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from '@playwright/test';
import { HarReader } from '../../../src/audit/har-reader.js';
import { surveyHar } from '../../../src/audit/survey.js';
import { lookupPassage, NOW_MS } from '../../support/conduct-builder.js';
import { enveloped, someData } from '../../support/exchange-builder.js';
import { entryOf, type Entry } from '../../support/har-builder.js';
import { test } from '../cli/temporary-folder.js';

const MEBIBYTE = 1024 * 1024;
/** Of the file; what is held of it must stay far below. */
const FILE_BYTES = 60 * MEBIBYTE;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What is in use, of the heap and beside it, once all garbage is gone. */
function heldBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

async function writeLarge(folder: string, parts: () => Iterable<string>): Promise<string> {
  const path = join(folder, 'large.har');
  await pipeline(Readable.from(parts()), createWriteStream(path));
  return path;
}

function* harWith(entry: (index: number) => Entry): Generator<string> {
  yield '{"log":{"version":"1.2","entries":[';
  for (let [index, length] = [0, 0]; length < FILE_BYTES; index += 1) {
    const text = `${index === 0 ? '' : ','}${JSON.stringify(entry(index))}\n`;
    length += text.length;
    yield text;
  }
  yield ']}}';
}

/** One entry whose body is as long as the file. */
function* harWithOneText(): Generator<string> {
  const [before = '', after = ''] = JSON.stringify(entryOf(lookupPassage(undefined, { answer: '@' }))).split('@');
  yield `{"log":{"entries":[${before}`;
  for (let length = 0; length < FILE_BYTES; length += MEBIBYTE) yield 'é'.repeat(MEBIBYTE);
  yield `${after}]}}`;
}

/** The most that is held while a file is read, beyond what was held before. */
async function peakOf(path: string, read: (reader: HarReader, onEntry: () => void) => Promise<void>): Promise<number> {
  const before = heldBytes();
  let [peak, entries] = [0, 0];
  await read(new HarReader(path), () => {
    entries += 1;
    if (entries % 200 === 1) peak = Math.max(peak, heldBytes() - before);
  });
  return peak;
}

async function readAll(reader: HarReader, onEntry: () => void): Promise<void> {
  for await (const entry of reader.entries()) if (Object.keys(entry.value).length > 0) onEntry();
}

// Writing and reading such files takes long where others need the machine, too.
test.slow();

test('a file of 60 MB is read in the memory of a few entries', async ({ folder }) => {
  const answer = enveloped({ ...someData(), note: 'é'.repeat(20_000) });
  const path = await writeLarge(folder, () =>
    harWith((index) => entryOf(lookupPassage(undefined, { answer, arrivedAtMs: NOW_MS + index }))),
  );
  expect(await peakOf(path, readAll)).toBeLessThan(8 * MEBIBYTE);
  const survey = async (reader: HarReader, onEntry: () => void): Promise<void> => {
    expect((await surveyHar(reader, path, null)).isDisordered).toBe(false);
    onEntry();
  };
  expect(await peakOf(path, survey)).toBeLessThan(8 * MEBIBYTE);
});

test('a text as long as the file is cut as it is read', async ({ folder }) => {
  const path = await writeLarge(folder, harWithOneText);
  expect(await peakOf(path, readAll)).toBeLessThan(64 * MEBIBYTE);
});

test('what is not looked at costs no memory, however long its names and values', async ({ folder }) => {
  const path = await writeLarge(folder, function* () {
    yield '{"log":{"';
    for (let length = 0; length < FILE_BYTES / 2; length += MEBIBYTE) yield 'k'.repeat(MEBIBYTE);
    yield '":"';
    for (let length = 0; length < FILE_BYTES / 2; length += MEBIBYTE) yield 'v'.repeat(MEBIBYTE);
    yield `","entries":[${JSON.stringify(entryOf(lookupPassage()))}]}}`;
  });
  expect(await peakOf(path, readAll)).toBeLessThan(8 * MEBIBYTE);
});
