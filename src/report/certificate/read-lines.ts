import { Buffer } from 'node:buffer';
import { openBundleFile } from './bundle-files.js';

const LINE_FEED = 10;

/**
 * Lines of a file of the bundle, one at a time, in bounded memory.
 *
 * @param longest - bytes; a longer line comes as `null`, and nothing comes after it
 */
export async function* readLines(dir: string, name: string, longest: number): AsyncGenerator<string | null> {
  const file = await openBundleFile(dir, name);
  try {
    let held: Buffer[] = [];
    let length = 0;
    for await (const chunk of file.createReadStream({ autoClose: false })) {
      let rest = chunk as Buffer;
      for (let end = rest.indexOf(LINE_FEED); end >= 0; end = rest.indexOf(LINE_FEED)) {
        yield Buffer.concat([...held, rest.subarray(0, end)]).toString('utf8');
        [held, length, rest] = [[], 0, rest.subarray(end + 1)];
      }
      held.push(rest);
      length += rest.length;
      if (length > longest) {
        yield null;
        return;
      }
    }
    if (length > 0) yield Buffer.concat(held).toString('utf8');
  } finally {
    await file.close();
  }
}
