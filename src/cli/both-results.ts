import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Settings } from '../contract/settings.js';
import { describeSigner } from '../report/certificate/describe-signer.js';
import { renderTerminal } from '../report/render-terminal.js';
import { makeFolder, writeResults, writeRun } from '../report/write-run.js';
import type { BothResults } from '../traffic/judge-traffic.js';
import { annotationsFor } from './annotate.js';
import { printedJson } from '../report/plain-text.js';
import type { Surroundings } from './command-line.js';
import { asUnfinished } from './snapshots.js';
import { EXIT, exitStatusOf, type ExitStatus } from './exit-status.js';

const EXCHANGES = 'exchanges.jsonl';

/** Writes the files of a run for each role, in a folder of its own with the exchanges, which are the same for both. */
export async function writeBoth(
  { outDir, certificate }: Pick<Settings, 'outDir' | 'certificate'>,
  results: BothResults,
): Promise<void> {
  for (const role of ['client', 'service'] as const) {
    const dir = join(outDir, role);
    await makeFolder(dir);
    await shareExchanges(outDir, dir);
    await writeRun(dir, results[role], certificate);
  }
}

/** Writes what is known of both while traffic goes on. */
export async function snapshotBoth(outDir: string, results: BothResults): Promise<void> {
  const note = 'This was written while traffic was judged, which has not ended.';
  for (const role of ['client', 'service'] as const) {
    const dir = join(outDir, role);
    await mkdir(dir, { recursive: true });
    // Where it can be linked it grows with the other; it is not copied every second.
    await link(join(outDir, EXCHANGES), join(dir, EXCHANGES)).catch(() => undefined);
    await writeResults(dir, asUnfinished(results[role], note));
  }
}

/** One file under several names, where the file system can; else a copy. */
async function shareExchanges(from: string, to: string): Promise<void> {
  const [source, target] = [join(from, EXCHANGES), join(to, EXCHANGES)];
  if (!existsSync(source)) return;
  await rm(target, { force: true });
  await link(source, target).catch(() => copyFile(source, target));
}

/** Prints both, and returns the exit status of the worse one. */
export function tellBoth(
  { client, service }: BothResults,
  { outDir, certificate }: Pick<Settings, 'outDir' | 'certificate'>,
  json: boolean,
  { out, err, cwd, env }: Surroundings,
): ExitStatus {
  if (json) out(printedJson({ client, service }));
  const color = !json && process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === '';
  for (const [role, results] of Object.entries({ client, service })) {
    const report = relative(cwd, join(outDir, role, 'index.html'));
    (json ? err : out)(
      `\nThe ${role}:\n${renderTerminal(results, { color, report, certificate: describeSigner(certificate) })}`,
    );
    err(annotationsFor(results, env));
  }
  return worse(exitStatusOf(client.verdict), exitStatusOf(service.verdict));
}

/** What is broken outweighs what is open. */
function worse(one: ExitStatus, other: ExitStatus): ExitStatus {
  const order: readonly ExitStatus[] = [EXIT.nonConformant, EXIT.incomplete, EXIT.conformant];
  return order.find((status) => status === one || status === other) ?? one;
}
