import { marksOf } from './matrix-marks.js';
import type { Proof, ProvenSubject } from './proof.js';

/** Which clauses the matrix shows, and how wide things are, in pixels. */
export interface MatrixLayout {
  readonly clauses: Proof['clauses'];
  /** Whether each column has the id of its clause over it; else areas have their names. */
  readonly named: boolean;
  readonly columnWidth: number;
  /** Of what stands over the columns. */
  readonly headHeight: number;
  readonly namesWidth: number;
  /** Of the whole picture. */
  readonly width: number;
}

/** Where no more clauses than these are marked, the others are left out, so that a small proof is no empty picture. */
const MOST_NAMED = 30;

const NAMED = { named: true, columnWidth: 24, headHeight: 52 } as const;
/** As narrow as a mark can be told from the next. */
const DENSE = { named: false, columnWidth: 6, headHeight: 96 } as const;

/** Longer names of services are cut. */
export const LONGEST_NAME = 42;

/** Chooses the layout that fits what there is to show. */
export function layoutOf({ clauses, subjects }: Proof): MatrixLayout {
  const marked = new Set(subjects.flatMap((subject) => marksOf(subject).map(({ clause }) => clause)));
  const own =
    marked.size > MOST_NAMED
      ? { ...DENSE, clauses }
      : { ...NAMED, clauses: clauses.filter(({ id }) => marked.has(id)) };
  const namesWidth = widestName(subjects) + 16;
  return { ...own, namesWidth, width: namesWidth + own.clauses.length * own.columnWidth + 60 };
}

function widestName(subjects: readonly ProvenSubject[]): number {
  return Math.max(0, ...subjects.map(({ id }) => Math.min(id.length, LONGEST_NAME))) * 6.4;
}
