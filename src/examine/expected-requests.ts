import type { Clause } from '../contract/clause.js';
import type { Settings } from '../contract/settings.js';
import { REQUESTS_ALONE, REQUESTS_SHARED, type ByDepth } from './request-counts.js';

const DEPTHS: readonly Settings['depth'][] = ['smoke', 'standard', 'deep'];

/** What a clause takes that was not measured. */
const SOME_REQUESTS: ByDepth = [30, 40, 200];
/** The same where nothing is modified. */
const FEW_REQUESTS: ByDepth = [10, 10, 10];

/** What is sent for clauses about every answer. */
const SAMPLE: Readonly<Record<string, ByDepth>> = {
  'PAG-001': [5, 5, 5],
  'ENV-001': [2, 2, 2],
  'ENV-007': [2, 2, 2],
};

/** Work that is done once for several clauses. */
interface SharedWork {
  /** Requests for that one of the clauses which needs most of it. */
  readonly most: number;
  /** How many of the clauses need it. */
  readonly users: number;
}

/** About how many requests a run sends for these clauses; what the settings keep from being tested takes none. */
export function expectedRequests(
  clauses: readonly Clause[],
  { depth, readOnly, signingKey, orders, embedded, profile }: Settings,
): number {
  const modifies = !readOnly && (embedded || (signingKey !== null && orders !== null));
  const bound = new Set(profile.operations?.map(({ clause }) => clause));
  const isSent = ({ id, operation, modifies: isModify, passive }: Clause): boolean => {
    if (operation !== undefined) return bound.has(id) && !(readOnly && operation.method === 'POST');
    return passive || modifies || !isModify;
  };
  return Math.round(sumUp(clauses.filter(isSent), DEPTHS.indexOf(depth)));
}

function sumUp(clauses: readonly Clause[], depth: number): number {
  const asked = clauses.filter(({ passive }) => !passive).map(usesOf);
  const uses = asked.length < clauses.length ? [...asked, SAMPLE] : asked;
  let sum = 0;
  const shared = new Map<string, SharedWork>();
  for (const [label, counts] of uses.flatMap((one) => Object.entries(one))) {
    const count = counts[depth] ?? 0;
    const { most, users } = shared.get(label) ?? { most: 0, users: 0 };
    if (Object.hasOwn(REQUESTS_SHARED, label)) {
      shared.set(label, { most: Math.max(most, count), users: users + 1 });
    } else sum += count;
  }
  return [...shared].reduce((total, [label, work]) => total + sharedRequests(label, work, depth), sum);
}

function usesOf({ id, modifies }: Clause): Readonly<Record<string, ByDepth>> {
  return REQUESTS_ALONE[id] ?? { [id]: modifies ? SOME_REQUESTS : FEW_REQUESTS };
}

/** The more clauses need shared work, the nearer it comes to that of a whole run. */
function sharedRequests(label: string, { most, users }: SharedWork, depth: number): number {
  const whole = Math.max(most, REQUESTS_SHARED[label]?.[depth] ?? 0);
  const usersInAll = Object.values(REQUESTS_ALONE).filter((uses) => Object.hasOwn(uses, label)).length;
  return most + (whole - most) * Math.sqrt(Math.min(1, (users - 1) / Math.max(1, usersInAll - 1)));
}
