import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';

const LOCAL_HEADER = 0x04034b50;

/** Every text that a folder holds: each file, and what is packed in archives within files, by a name for messages. */
export function readEverything(directory: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    const path = join(directory, name);
    if (!statSync(path).isFile()) continue;
    const bytes = readFileSync(path);
    texts.set(name, bytes.toString('latin1'));
    for (const [inner, text] of unpacked(bytes)) texts.set(`${name} > ${inner}`, text);
    for (const [, packed] of bytes.toString('latin1').matchAll(/data:application\/zip;base64,([A-Za-z0-9+/=]+)/g)) {
      for (const [inner, text] of unpacked(Buffer.from(packed ?? '', 'base64'))) texts.set(`${name} > ${inner}`, text);
    }
  }
  return texts;
}

/** Entries of a zip archive, by its central directory; none where the bytes are no archive. */
function* unpacked(bytes: Buffer): Generator<[name: string, text: string]> {
  if (bytes.length < 22 || bytes.readUInt32LE(0) !== LOCAL_HEADER) return;
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const method = bytes.readUInt16LE(at + 10);
    const size = bytes.readUInt32LE(at + 20);
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const local = bytes.readUInt32LE(at + 42);
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(from, from + size);
    yield [name, (method === 0 ? packed : inflateRawSync(packed)).toString('latin1')];
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
}
