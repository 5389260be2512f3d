import { BodyReader } from '../../../src/audit/body-bytes.js';
import { ConnectionNames } from '../../../src/audit/connection-names.js';
import { readEntry } from '../../../src/audit/har-entry.js';
import { passageOf } from '../../../src/audit/har-passage.js';
import { HarReader } from '../../../src/audit/har-reader.js';
import { readEntryUrl } from '../../../src/audit/service-url.js';
import { textOf } from '../../../src/audit/survey.js';
import type { Passage } from '../../../src/wire/passage.js';

/** All entries of a file as passages, in its order; for one that cannot be read, what is wrong with it. */
export async function passagesIn(path: string): Promise<(Passage | string)[]> {
  const sources = { bodies: new BodyReader(path), connections: new ConnectionNames() };
  const found: (Passage | string)[] = [];
  for await (const picked of new HarReader(path).entries()) {
    const url = readEntryUrl(textOf(picked.value['request'], 'url'));
    const entry = readEntry(picked);
    if ('wrong' in entry) found.push(entry.wrong);
    else found.push(url === null ? 'request.url' : await passageOf(url, entry, sources));
  }
  return found;
}

/** The only entry of a file. */
export async function passageIn(path: string): Promise<Passage> {
  const [passage, ...others] = await passagesIn(path);
  if (passage === undefined || typeof passage === 'string' || others.length > 0) {
    throw new Error(`not one passage: ${JSON.stringify([passage, ...others])}`);
  }
  return passage;
}
