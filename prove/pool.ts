import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Job, ProofRun } from './proof-run.js';

/** Most garbage of a certification is young: a larger nursery spares a tenth of the time. */
const NODE_FLAGS = ['--max-semi-space-size=32'];

/**
 * Runs jobs in several processes, the next one where one is free.
 *
 * @param done - told of each run as it ends
 * @throws Error where a process ends before its job does
 */
export async function runJobs(
  jobs: readonly Job[],
  processes: number,
  done: (run: ProofRun) => void,
): Promise<readonly ProofRun[]> {
  const waiting = [...jobs];
  const runs: ProofRun[] = [];
  const work = async (): Promise<void> => {
    const child = fork(fileURLToPath(new URL('./worker.js', import.meta.url)), { execArgv: NODE_FLAGS });
    try {
      for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
        const run = await runIn(child, job);
        runs.push(run);
        done(run);
      }
    } finally {
      child.disconnect();
    }
  };
  await Promise.all(Array.from({ length: Math.min(processes, jobs.length) }, work));
  return runs;
}

/** A certification takes seconds: one that takes this long hangs. */
const LONGEST_MS = 5 * 60_000;

/** @throws Error where the process ends first, or the certification hangs; the process is then killed */
function runIn(child: ChildProcess, job: Job): Promise<ProofRun> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The certification of ${job.subject} at seed ${job.seed} has no end.`));
    }, LONGEST_MS);
    const ended = (code: number | null): void => {
      clearTimeout(late);
      reject(
        new Error(`The process that certified ${job.subject} at seed ${job.seed} ended with ${code ?? 'a signal'}.`),
      );
    };
    child.once('exit', ended);
    child.once('message', (run: ProofRun) => {
      clearTimeout(late);
      child.off('exit', ended);
      resolve(run);
    });
    child.send(job);
  });
}
