import { toolVersion } from '../src/cli/tool-version.js';
import { loadCatalogue } from '../src/contract/catalogue.js';
import type { Clause } from '../src/contract/clause.js';
import type { Compared } from './compare-with-command.js';
import { figuresOf } from './figures.js';
import { clausesWithoutFault, judgeProof, judgeReference, type SubjectRuns } from './judge-proof.js';
import { costsOf, provenSubject, type Proof } from './proof.js';
import type { Side } from './subjects.js';

/** The clauses that bind one side, and how loud each is. */
export function clausesOf(side: Side): readonly Clause[] {
  const catalogue = loadCatalogue(side);
  if (side === 'service') return catalogue;
  return catalogue.filter(({ role }) => role !== 'service').map((clause) => ({ ...clause, role: 'both' }));
}

/** What was measured, to be judged. */
export interface Measured extends Pick<Proof, 'side' | 'incomplete' | 'startedAt'> {
  readonly wholeSeconds: number;
  /** Whether every fault and every service was asked for. */
  readonly all: boolean;
  /** Those without a run are left out. */
  readonly subjects: readonly SubjectRuns[];
  readonly compared: readonly Compared[];
}

/** Judges what was measured; what is about all faults together only where all of them were certified. */
export function makeProof(measured: Measured, catalogue: readonly Clause[]): Proof {
  const { side, startedAt, incomplete, wholeSeconds, compared } = measured;
  const whole = measured.all && incomplete === null;
  const subjects = measured.subjects.filter(({ runs }) => runs.length > 0);
  const problems = [
    ...judgeProof(subjects, catalogue),
    ...judgeReference(subjects, catalogue),
    ...(whole ? clausesWithoutFault(subjects, catalogue) : []),
    ...compared.flatMap(({ problems: found }) => found),
  ];
  const breakable = catalogue.filter(({ kind, role }) => kind !== 'observe' && role !== 'client');
  const stated = new Set(breakable.map(({ id }) => id));
  return {
    schemaVersion: 1,
    side,
    tool: { name: 'tradecert', version: toolVersion() },
    startedAt,
    holds: problems.length === 0 && incomplete === null,
    whole,
    incomplete,
    figures: figuresOf(subjects, catalogue, problems, wholeSeconds),
    problems,
    clauses: breakable.map(({ id, area, sentence, section, kind }) => ({ id, area, sentence, section, kind })),
    subjects: subjects.map((one) => provenSubject(one, stated)),
    costs: costsOf(subjects, catalogue),
    byCommand: compared.map(({ subject, problems: found }) => ({ subject, agrees: found.length === 0 })),
  };
}
