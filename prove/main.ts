import { constants } from 'node:os';
import { join } from 'node:path';
import { SuiteError } from '../src/contract/suite-error.js';
import { parseProveOptions, PROVE_USAGE, type ProveOptions } from './options.js';
import type { Proof } from './proof.js';
import { prove, requireNames } from './prove.js';
import { renderProblems, renderProgress, renderSummary } from './render-text.js';
import type { Side } from './subjects.js';
import { writeProof } from './write-proof.js';

/** Signals that ask for the end: Ctrl-C, a stopped job, a closed terminal. What was measured until then is written. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function main(): Promise<number> {
  const options = parseProveOptions(process.argv.slice(2));
  if (options === 'help') {
    process.stdout.write(PROVE_USAGE);
    return 0;
  }
  requireNames(options);
  const ending = new AbortController();
  // npm hands on what the terminal has sent already: a signal that comes twice is one.
  for (const signal of ENDING) process.on(signal, () => ending.abort(signal));
  let status: number | undefined;
  for (const side of options.sides) {
    if (ending.signal.aborted) break;
    const own = await proveSide(side, options, ending);
    status = Math.max(status ?? 0, own ?? 0);
  }
  return status ?? 0;
}

/** @returns the exit status; `null` where nothing of this side was asked for */
async function proveSide(side: Side, options: ProveOptions, ending: AbortController): Promise<number | null> {
  const proof = await prove(side, options, ending, renderProgress);
  if (proof === null) return null;
  const outDir = side === 'service' ? options.outDir : join(options.outDir, 'clients');
  if (proof.incomplete?.done === 0) {
    process.stderr.write(`${proof.incomplete.because} Nothing was measured yet, and nothing is written.\n`);
  } else {
    writeProof(proof, outDir);
    process.stdout.write(renderProblems(proof.problems));
    process.stdout.write(renderSummary(proof, outDir));
  }
  return exitStatusOf(proof, ending.signal.reason);
}

/** Of an interrupted proof, what a shell gives a process that is ended by that signal. */
function exitStatusOf({ holds, incomplete }: Proof, reason: unknown): number {
  const signal = incomplete === null ? undefined : ENDING.find((name) => name === reason);
  if (signal !== undefined) return 128 + constants.signals[signal];
  return holds ? 0 : 1;
}

// A reader that is gone, such as a closed terminal, or `tee` after Ctrl-C, is no reason to lose what was measured.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof SuiteError)) throw error;
  process.stderr.write(error.explain());
  process.exitCode = 2;
}
