import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { killGroup, OWN_GROUP } from './process-group.js';
import { isOf, type Job, type ProofRun } from './proof-run.js';

/** Most garbage of a certification is young: a larger nursery spares a tenth of the time. */
const NODE_FLAGS = [...process.execArgv, '--max-semi-space-size=32'];

/** The compiled worker beside the compiled pool, or the source beside the source. */
const WORKER = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url));

/** Options of {@link runJobs}. */
export interface PoolOptions {
  readonly processes: number;
  /** Jobs at a time in each process. */
  readonly atOnce: number;
  /** For what the certifications write. */
  readonly scratch: string;
  /** Ends the processes where it is aborted; is aborted with the error where one of them breaks down. */
  readonly ending: AbortController;
}

/**
 * Runs jobs in several processes, the next one where one is free.
 *
 * @param done - told of each run as it ends
 * @returns the runs that came to their end; all of them, unless it was aborted
 */
export async function runJobs(
  jobs: readonly Job[],
  { processes, atOnce, scratch, ending }: PoolOptions,
  done: (run: ProofRun) => void,
): Promise<readonly ProofRun[]> {
  const waiting = [...jobs];
  const runs: ProofRun[] = [];
  const keepBusy = async (child: ChildProcess): Promise<void> => {
    for (let job = waiting.shift(); job !== undefined && !ending.signal.aborted; job = waiting.shift()) {
      const run = await runIn(child, job);
      runs.push(run);
      done(run);
    }
  };
  const work = async (): Promise<void> => {
    const child = fork(WORKER, [scratch], { ...OWN_GROUP, execArgv: NODE_FLAGS });
    const kill = (): void => killGroup(child);
    const broken = (error: unknown): void => ending.abort(error);
    ending.signal.addEventListener('abort', kill);
    await Promise.all(Array.from({ length: atOnce }, () => keepBusy(child).catch(broken)));
    ending.signal.removeEventListener('abort', kill);
    if (child.connected) child.disconnect();
  };
  await Promise.all(Array.from({ length: Math.min(processes, jobs.length) }, work));
  return runs;
}

/** A certification takes seconds, minutes where a service is busy at times and others run beside it: one that takes this long hangs. */
const LONGEST_MS = 12 * 60_000;

/** @throws Error where the process ends first, or the certification hangs; the process is then killed */
function runIn(child: ChildProcess, job: Job): Promise<ProofRun> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      killGroup(child);
      reject(new Error(`The certification of ${job.subject} at seed ${job.seed} has no end.`));
    }, LONGEST_MS);
    const ended = (code: number | null): void => {
      clearTimeout(late);
      reject(
        new Error(`The process that certified ${job.subject} at seed ${job.seed} ended with ${code ?? 'a signal'}.`),
      );
    };
    const heard = (run: ProofRun): void => {
      if (!isOf(run, job)) return;
      clearTimeout(late);
      child.off('exit', ended).off('message', heard);
      resolve(run);
    };
    child.once('exit', ended).on('message', heard);
    child.send(job);
  });
}
