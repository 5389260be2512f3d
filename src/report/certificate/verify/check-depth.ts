import type { Results } from '../../../contract/results.js';
import { isSent } from '../certified-scope.js';
import type { Rederived } from './check-evidence.js';
import { listClauses } from './list-clauses.js';
import type { Problems } from './problems.js';

/** Each order type that stays unfilled, of each side. */
const KINDS = 12;

/** Cases that a clause has at least where it holds, whatever orders there are. */
interface LeastCases {
  /** At smoke depth it has fewer. */
  readonly standard: number;
  /** At standard depth it has fewer; absent: as many. */
  readonly deep?: number;
}

const LEAST_CASES: ReadonlyMap<string, LeastCases> = new Map<string, LeastCases>([
  ...['SIG-001', 'SIG-003', 'CLK-001'].map((id) => [id, { standard: KINDS }] as const),
  // Beside the kinds, forms of a body.
  ['AUT-001', { standard: KINDS + 5 }],
  // Digits of a signature that are wrong one at a time: of 128, each third or all; beside them, what else can be wrong with it.
  ['SIG-004', { standard: 50, deep: 128 }],
]);

const TOLD: readonly string[] = ['fail', 'warn'];
/** Where one of these is broken, hardly more than one modify a second is taken, and one case of each clause has to do. */
export const FEW_TIMESTAMPS: readonly string[] = ['CLK-008', 'CLK-009'];

/** Clauses that show how deep a run was. */
export const TELLING_CLAUSES: readonly string[] = [...LEAST_CASES.keys()];

/**
 * Holds the depth that the results name against the cases of clauses that have more of them at a greater one.
 *
 * @returns what shows it, or that nothing does
 */
export function checkDepth(results: Results, problems: Problems): Pick<Rederived, 'derived' | 'notDerived'> {
  const { depth, clauses } = results;
  if (depth === 'smoke' || !isSent(results)) return { derived: [], notDerived: [] };
  const cause = clauses.find(
    ({ id, verdict, findings }) => FEW_TIMESTAMPS.includes(id) && TOLD.includes(verdict) && findings.length > 0,
  );
  if (cause !== undefined)
    return {
      derived: [],
      notDerived: [`that the depth was ${depth}: ${cause.id} is broken, so that one case of each clause has to do`],
    };
  const telling: string[] = [];
  for (const { id, verdict, cases } of clauses) {
    const { standard, deep } = LEAST_CASES.get(id) ?? {};
    if (standard === undefined || verdict !== 'pass') continue;
    const least = depth === 'deep' ? (deep ?? standard) : standard;
    if (depth === 'standard' || deep !== undefined) telling.push(id);
    if (cases >= least) continue;
    const said = `The run is said to be of ${depth} depth, at which ${id} has at least ${least} cases where it holds`;
    problems.add('completeness', `${said}, but it has ${cases}.`);
  }
  return telling.length > 0
    ? { derived: [`the ${depth} depth, by the cases of ${listClauses(telling)}`], notDerived: [] }
    : { derived: [], notDerived: [`that the depth was ${depth}: no clause that shows it passed`] };
}
