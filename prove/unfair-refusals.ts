import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UNFAIR_FAULTS } from '../src/mock/faults/unfair-orders.js';
import { parseProveOptions, PROVE_USAGE, type ProveOptions } from './options.js';
import { runJobs } from './pool.js';
import { brokenIn, type ProofRun } from './proof-run.js';
import { REFERENCE } from './subjects.js';

/** A service that refuses what is valid is told so in so many requests more than one that does not. */
const MOST_MORE = 60;

/** What is wrong with the run of an unfair service, beside one of the same service without its fault; nothing: it was told well. */
function problemsOf(run: ProofRun, plain: ProofRun): string[] {
  const fault = UNFAIR_FAULTS.find(({ name }) => name === run.subject);
  const named = [fault?.clause, ...(fault?.also ?? []), ...(fault?.atTimes ?? [])];
  const broken = brokenIn(run);
  return [
    ...(run.verdict === 'incomplete' ? ['incomplete'] : []),
    ...(broken.length === 0 ? ['unnoticed'] : []),
    ...broken.filter((clause) => !named.includes(clause)).map((clause) => `wrong clause ${clause}`),
    ...(run.requests - plain.requests > MOST_MORE ? [`${run.requests - plain.requests} requests more`] : []),
  ];
}

/** One line of the table. */
function lineOf(run: ProofRun, plain: ProofRun): string {
  const more = run.requests - plain.requests;
  const open = run.clauses.filter(({ verdict }) => verdict === 'unverified').map(({ clause }) => clause);
  return [
    `${run.subject} ${run.seed}`,
    `${run.verdict}, ${more < 0 ? '' : '+'}${more} requests, ${(run.wallMs / 1000).toFixed(0)} s`,
    `broken ${brokenIn(run).join(' ') || 'none'}`,
    ...(open.length > 0 ? [`open ${open.join(' ')}`] : []),
    `PROBLEMS ${problemsOf(run, plain).join('; ') || 'none'}`,
  ].join(' | ');
}

async function main({ seeds, depth, only, processes }: ProveOptions): Promise<number> {
  const chosen = UNFAIR_FAULTS.filter(({ name }) => only.length === 0 || only.some(({ matches }) => matches(name)));
  const scratch = await mkdtemp(join(tmpdir(), 'tradecert-unfair-'));
  const pool = { processes, atOnce: 3, scratch, ending: new AbortController() };
  try {
    const jobsOf = (subject: string) => seeds.map((seed) => ({ subject, seed, depth, isInFull: true }));
    const plain = await runJobs(jobsOf(REFERENCE), pool, () => undefined);
    const plainOf = (run: ProofRun): ProofRun => plain.find(({ seed }) => seed === run.seed) ?? run;
    const runs = await runJobs(
      chosen.flatMap(({ name }) => jobsOf(name)),
      pool,
      (run) => console.log(lineOf(run, plainOf(run))),
    );
    const failed = runs.filter((run) => problemsOf(run, plainOf(run)).length > 0);
    console.log(`${runs.length - failed.length} of ${runs.length} runs told as they should be`);
    return failed.length === 0 && !pool.ending.signal.aborted ? 0 : 1;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

const options = parseProveOptions(process.argv.slice(2));
if (options === 'help') console.log(PROVE_USAGE);
else process.exitCode = await main(options);
