import { join, relative } from 'node:path';
import { renderTerminal } from '../report/render-terminal.js';
import { writeRun } from '../report/write-run.js';
import type { BothResults } from '../traffic/judge-traffic.js';
import type { Surroundings } from './command-line.js';
import { EXIT, exitStatusOf, type ExitStatus } from './exit-status.js';

/** Writes the files of a run for each role, in a folder of its own. */
export async function writeBoth(outDir: string, { client, service }: BothResults): Promise<void> {
  await writeRun(join(outDir, 'client'), client);
  await writeRun(join(outDir, 'service'), service);
}

/** Prints both, and returns the exit status of the worse one. */
export function tellBoth(
  { client, service }: BothResults,
  outDir: string,
  json: boolean,
  { out, err, cwd }: Surroundings,
): ExitStatus {
  if (json) out(`${JSON.stringify({ client, service }, null, 2)}\n`);
  const color = !json && process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === '';
  for (const [role, results] of Object.entries({ client, service })) {
    const report = relative(cwd, join(outDir, role, 'index.html'));
    (json ? err : out)(`\nThe ${role}:\n${renderTerminal(results, { color, report })}`);
  }
  return worse(exitStatusOf(client.verdict), exitStatusOf(service.verdict));
}

/** What is broken outweighs what is open. */
function worse(one: ExitStatus, other: ExitStatus): ExitStatus {
  const order: readonly ExitStatus[] = [EXIT.nonConformant, EXIT.incomplete, EXIT.conformant];
  return order.find((status) => status === one || status === other) ?? one;
}
