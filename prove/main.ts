import { loadCatalogue } from '../src/contract/catalogue.js';
import { toolVersion } from '../src/cli/tool-version.js';
import { SuiteError } from '../src/contract/suite-error.js';
import { certifyByCommand, sampleOf } from './by-command.js';
import { figuresOf } from './figures.js';
import {
  clausesWithoutFault,
  differences,
  judgeProof,
  judgeReference,
  type Problem,
  type SubjectRuns,
} from './judge-proof.js';
import { parseProveOptions, PROVE_USAGE, type ProveOptions } from './options.js';
import { runJobs } from './pool.js';
import { costsOf, provenSubject, type Proof } from './proof.js';
import type { Job, ProofRun } from './proof-run.js';
import { renderProblems, renderProgress, renderSummary } from './render-text.js';
import { allSubjects, REFERENCE, type Subject } from './subjects.js';
import { writeProof } from './write-proof.js';

/** Subjects that go through the whole command as well. */
const SAMPLE = { legal: 3, faulty: 5 };

async function prove(options: ProveOptions): Promise<boolean> {
  const startedAtMs = Date.now();
  const catalogue = loadCatalogue();
  const subjects = chosen(allSubjects(), options);
  const jobs = jobsFor(subjects, options);
  let done = 0;
  const runs = await runJobs(jobs, options.processes, () => renderProgress((done += 1), jobs.length));
  const all = subjects.map((subject) => ({ subject, runs: runsOf(subject, runs) }));
  const byCommand = await compareWithCommand(all);
  const whole = options.only.length === 0;
  const problems = [
    ...judgeProof(all, catalogue),
    ...judgeReference(all, catalogue),
    ...(whole ? clausesWithoutFault(all, catalogue) : []),
    ...byCommand.flatMap(({ problems: found }) => found),
  ];
  const breakable = catalogue.filter(({ kind, role }) => kind !== 'observe' && role !== 'client');
  const stated = new Set(breakable.map(({ id }) => id));
  const proof: Proof = {
    schemaVersion: 1,
    tool: { name: 'tradecert', version: toolVersion() },
    startedAt: new Date(startedAtMs).toISOString(),
    holds: problems.length === 0,
    whole,
    figures: figuresOf(all, catalogue, problems, (Date.now() - startedAtMs) / 1000),
    problems,
    clauses: breakable.map(({ id, area, sentence, section, kind }) => ({ id, area, sentence, section, kind })),
    subjects: all.map((one) => provenSubject(one, stated)),
    costs: costsOf(all, catalogue),
    byCommand: byCommand.map(({ subject, problems: found }) => ({ subject, agrees: found.length === 0 })),
  };
  writeProof(proof, options.outDir);
  process.stdout.write(renderProblems(problems));
  process.stdout.write(renderSummary(proof, options.outDir));
  return proof.holds;
}

function chosen(subjects: readonly Subject[], { only }: ProveOptions): readonly Subject[] {
  const some = only.length === 0 ? subjects : subjects.filter(({ id }) => only.some((pattern) => pattern.test(id)));
  if (some.length === 0) {
    const names = only.map(({ source }) => source.slice(1, -1)).join(', ');
    throw new SuiteError(
      `No fault and no service is called ${names}.`,
      '--only',
      'list faults with: tradecert serve --list-faults',
    );
  }
  return some;
}

/**
 * Every subject at every seed, and legal ones at depth standard as well. Services in other processes are slow to start and
 * to answer: their faults are put to the test at one seed.
 */
function jobsFor(subjects: readonly Subject[], { seeds, depth }: ProveOptions): Job[] {
  const first = seeds.slice(0, 1);
  return subjects.flatMap(({ id, group, service }) => {
    const isLegal = group === 'legal';
    const some = isLegal || service === REFERENCE ? seeds : first;
    const more = isLegal && depth === 'smoke' ? first : [];
    return [
      ...some.map((seed): Job => ({ subject: id, seed, depth })),
      ...more.map((seed): Job => ({ subject: id, seed, depth: 'standard' })),
    ];
  });
}

function runsOf({ id }: Subject, runs: readonly ProofRun[]): ProofRun[] {
  return runs.filter(({ subject }) => subject === id).sort((a, b) => a.seed - b.seed);
}

interface Compared {
  readonly subject: string;
  readonly problems: readonly Problem[];
}

/** Two commands at a time: each is several processes. */
async function compareWithCommand(all: readonly SubjectRuns[]): Promise<readonly Compared[]> {
  const sample = sampleOf(
    all.map(({ subject }) => subject),
    SAMPLE.legal,
    SAMPLE.faulty,
  );
  const compared: Compared[] = [];
  const waiting = all.filter(({ subject }) => sample.includes(subject));
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) compared.push(await compareOne(next));
  };
  await Promise.all([work(), work()]);
  return compared;
}

async function compareOne({ subject, runs: [first] }: SubjectRuns): Promise<Compared> {
  if (first === undefined) return { subject: subject.id, problems: [] };
  const { seed } = first;
  const byCommand = await certifyByCommand(subject, first);
  const problems = differences(first, byCommand).map((what) => {
    return {
      kind: 'the two ways disagree',
      about: subject.id,
      seeds: [seed],
      what: `${what} by the whole command`,
    } as const;
  });
  return { subject: subject.id, problems };
}

try {
  const options = parseProveOptions(process.argv.slice(2));
  if (options === 'help') process.stdout.write(PROVE_USAGE);
  else process.exitCode = (await prove(options)) ? 0 : 1;
} catch (error) {
  if (!(error instanceof SuiteError)) throw error;
  process.stderr.write(error.explain());
  process.exitCode = 2;
}
