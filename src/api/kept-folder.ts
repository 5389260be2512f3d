import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives a task the folder that is kept, or, where none is, one of its own that is gone afterwards. */
export async function withKeptFolder<T>(out: string | undefined, task: (out: string) => Promise<T>): Promise<T> {
  if (out !== undefined) return task(out);
  const folder = await mkdtemp(join(tmpdir(), 'tradecert-'));
  try {
    return await task(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
