import type { Measured } from '../../../prove/make-proof.js';
import type { ProofRun, ProofVerdict } from '../../../prove/proof-run.js';
import type { Subject } from '../../../prove/subjects.js';
import type { Clause, Kind } from '../../../src/contract/clause.js';

/** Three clauses that a service can break, and an open question. */
export const CATALOGUE: readonly Clause[] = [
  clause('AAA-001', 'required'),
  clause('AAA-002', 'expected'),
  clause('BBB-001', 'required'),
  clause('QQQ-001', 'observe'),
];

function clause(id: string, kind: Kind): Clause {
  const area = id.slice(0, 3).toLowerCase();
  return {
    id,
    area,
    kind,
    sentence: `${id} holds.`,
    section: '1',
    role: 'both',
    basis: '',
    passive: false,
    modifies: false,
  };
}

export const LEGAL: Subject = {
  ...{ id: 'twin', side: 'service', group: 'legal', service: 'reference', change: 'twin', does: 'Differs legally.' },
  ...{ clause: null, also: [], atTimes: [], leaves: [], needs: {} },
};

export const FAULTY: Subject = {
  ...{
    id: 'fault',
    side: 'service',
    group: 'faulty',
    service: 'reference',
    change: 'fault',
    does: 'Breaks one clause.',
  },
  ...{ clause: 'AAA-001', also: [], atTimes: [], leaves: [], needs: {} },
};

/** A run in which every clause passed but these. */
export function runOf(
  subject: Subject,
  different: Readonly<Record<string, Partial<ProofVerdict>>> = {},
  more: Partial<ProofRun> = {},
): ProofRun {
  const clauses = CATALOGUE.map(({ id, kind }): ProofVerdict => {
    return { clause: id, requests: 10, verdict: kind === 'observe' ? 'observed' : 'pass', ...different[id] };
  });
  return {
    ...{ subject: subject.id, seed: 1, depth: 'smoke', isInFull: true, verdict: 'conformant', clauses, notes: [] },
    ...{ requests: 100, crashes: 0, wallMs: 2000, cpuMs: 1000, ...more },
  };
}

/** The fault as it should be found. */
export const NOTICED = { 'AAA-001': { verdict: 'fail', firstBrokenAt: 7 } } as const;

/** A whole proof that has nothing in it but this. */
export function measured(different: Partial<Measured>): Measured {
  return {
    ...{
      side: 'service' as const,
      startedAt: '2026-01-01T00:00:00.000Z',
      wholeSeconds: 9,
      all: true,
      incomplete: null,
    },
    ...{ subjects: [], compared: [], ...different },
  };
}

/** All that a whole proof needs: a legal service, and a fault of each clause that is found on it. */
export const WHOLE: Pick<Measured, 'subjects'> = {
  subjects: [
    { subject: LEGAL, runs: [runOf(LEGAL)] },
    ...['AAA-001', 'AAA-002', 'BBB-001'].map((id) => {
      const subject = { ...FAULTY, id: `fault-of-${id}`, clause: id };
      return { subject, runs: [runOf(subject, { [id]: NOTICED['AAA-001'] })] };
    }),
  ],
};
