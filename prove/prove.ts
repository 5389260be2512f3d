import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareWithCommand, sampleOf, type Compared } from './compare-with-command.js';
import type { SubjectRuns } from './judge-proof.js';
import { clientSubjects, hasCommand } from './client-subjects.js';
import { clausesOf, makeProof } from './make-proof.js';
import { wrongOption, type ProveOptions } from './options.js';
import { runJobs } from './pool.js';
import type { Proof } from './proof.js';
import type { Job, ProofRun } from './proof-run.js';
import { allSubjects, REFERENCE, type Side, type Subject } from './subjects.js';

const SUBJECTS: Readonly<Record<Side, () => readonly Subject[]>> = { service: allSubjects, client: clientSubjects };

/** Subjects that go through the whole command as well; where only a share of the faults is certified in full, some of them in turn. */
const SAMPLE = { legal: 3, faulty: 5, turns: 4 };

/** Where only a share of the faults is certified in full, the legal services take turns: so many parts have each of them once. */
const LEGAL_TURNS = 3;

/**
 * Certifications that a process has at a time, of which there is one for each core: a client waits more than it works, a service is
 * left alone for some seconds where it refuses what it should accept, and what is compiled for one serves the others.
 */
const AT_ONCE = 3;

/** Told how many certifications have ended, and how many there are. */
export type Progress = (done: number, planned: number) => void;

/**
 * Certifies what was asked for, and judges what the suite said of it.
 *
 * @param ending - where it is aborted, all processes are ended and what was measured by then is judged; it is aborted with
 *   the error where a certification breaks down
 * @returns `null` where nothing is of the names asked for
 */
export async function prove(
  side: Side,
  options: ProveOptions,
  ending: AbortController,
  progress: Progress,
): Promise<Proof | null> {
  const startedAtMs = Date.now();
  const chosen = choose(SUBJECTS[side](), options);
  if (chosen.length === 0) return null;
  const sample = turnOf(sampleOf(chosen.filter(hasCommand), SAMPLE.legal, SAMPLE.faulty), options);
  const jobs = jobsFor(chosen, sample, options);
  const planned = jobs.length + sample.length;
  let done = 0;
  const { subjects, compared } = await inScratch(async (scratch): Promise<Certified> => {
    const count = (): void => progress((done += 1), planned);
    const runs = await runJobs(jobs, { processes: options.processes, atOnce: AT_ONCE, scratch, ending }, count);
    const certified = chosen.filter(({ id }) => jobs.some(({ subject }) => subject === id));
    const all = certified.map((subject) => ({ subject, runs: runsOf(subject, runs) }));
    const inSample = all.filter(({ subject }) => sample.includes(subject));
    return { subjects: all, compared: await compareWithCommand(inSample, { scratch, ending }, count) };
  });
  const measured = {
    ...{ side, subjects, compared, all: options.only.length === 0 },
    startedAt: new Date(startedAtMs).toISOString(),
    wholeSeconds: (Date.now() - startedAtMs) / 1000,
    incomplete: done < planned ? { done, planned, because: whyEnded(ending.signal) } : null,
  };
  return makeProof(measured, clausesOf(side));
}

interface Certified {
  readonly subjects: readonly SubjectRuns[];
  readonly compared: readonly Compared[];
}

/** Gives the task a folder that is gone afterwards, whatever ended processes left in it. */
async function inScratch<T>(task: (scratch: string) => Promise<T>): Promise<T> {
  const scratch = await mkdtemp(join(tmpdir(), 'tradecert-prove-'));
  try {
    return await task(scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function whyEnded({ reason }: AbortSignal): string {
  return reason instanceof Error ? reason.message : `It was interrupted (${String(reason)}).`;
}

/** @throws SuiteError where nothing has a name that was asked for: a proof of nothing would hold */
export function requireNames({ sides, only }: ProveOptions): void {
  const ids = sides.flatMap((side) => SUBJECTS[side]().map(({ id }) => id));
  const unknown = only.find(({ matches }) => !ids.some(matches));
  if (unknown !== undefined) {
    throw wrongOption(`--only: nothing is named ${JSON.stringify(unknown.text)} (${sides.join(', ')})`);
  }
}

function choose(subjects: readonly Subject[], { only }: ProveOptions): readonly Subject[] {
  return only.length === 0 ? subjects : subjects.filter(({ id }) => only.some(({ matches }) => matches(id)));
}

/** Those of the sample whose turn it is; all of them in a proof in full. */
export function turnOf(sample: readonly Subject[], { inFull }: Pick<ProveOptions, 'inFull'>): readonly Subject[] {
  const turns = Math.min(inFull.of, SAMPLE.turns);
  return sample.filter((_, index) => index % turns === (inFull.part - 1) % turns);
}

/**
 * Every fault at every seed, and the legal ones whose turn it is; at depth standard the legal services that are chosen, and the
 * correct clients as well. Services in other processes are slow to start and to answer: their faults are put to the test at one seed.
 *
 * @param sample - certified by the whole command as well, and so in full
 * @returns what takes long first, so that no process waits long for another one at the end
 */
export function jobsFor(
  subjects: readonly Subject[],
  sample: readonly Subject[],
  { seeds, depth, inFull }: Pick<ProveOptions, 'seeds' | 'depth' | 'inFull'>,
): Job[] {
  const first = seeds.slice(0, 1);
  const jobs = subjects.flatMap((subject, index) => {
    const { id, side, group, service } = subject;
    const isLegal = group === 'legal';
    const isChosen = index % inFull.of === inFull.part - 1;
    const isRepeated = isLegal || side === 'client' || service === REFERENCE;
    const isLeftOut = isLegal && !sample.includes(subject) && !isInTurn(subject, index, inFull);
    const some = isLeftOut ? [] : isRepeated ? seeds : first;
    const more = isLegal && (isChosen || side === 'client') && depth === 'smoke' ? first : [];
    const isInFull = isLegal || isChosen || sample.includes(subject);
    return [
      ...some.map((seed): Job => ({ subject: id, seed, depth, isInFull })),
      ...more.map((seed): Job => ({ subject: id, seed, depth: 'standard', isInFull })),
    ];
  });
  return jobs.sort((a, b) => Number(b.isInFull) - Number(a.isInFull));
}

/** Whether a legal service is certified in this part; correct clients are few, and the reference service is what all are compared with. */
function isInTurn({ side, service, change }: Subject, index: number, { part, of }: ProveOptions['inFull']): boolean {
  if (side === 'client' || (service === REFERENCE && change === null)) return true;
  const turns = Math.min(of, LEGAL_TURNS);
  return index % turns === (part - 1) % turns;
}

function runsOf({ id }: Subject, runs: readonly ProofRun[]): ProofRun[] {
  return runs.filter(({ subject }) => subject === id).sort((a, b) => a.seed - b.seed);
}
