import { amount } from './amount.js';
import type { Side } from './clause.js';

/**
 * How many tasks of a kind a client took, and of how many the service did what they ask for. Of a service: how many clauses
 * ask for it, and how often it did it.
 */
export interface TaskCount {
  readonly given: number;
  readonly done: number;
}

/** What became on the wire of the tasks that a careful client gets through, whatever it told of them, or of what a service was asked. */
export interface GivenTasks {
  /** Done: a modify was accepted. Absent: it was given none, as `walks` is. */
  readonly modifies?: TaskCount;
  /** Done: a last page came. */
  readonly walks?: TaskCount;
  /** What the service said of requests that it refused though they break no clause, each once. */
  readonly refused?: readonly string[];
}

const MOST_SAID = 5;

/** Why none can be certified that breaks nothing: each in a sentence; empty where it can. */
export function whatNeverWorked({ modifies, walks, refused = [] }: GivenTasks = {}, role: Side = 'client'): string[] {
  const [ofWhom, asking] = role === 'client' ? [' of the client', askingTasks] : ['', askingClauses];
  const said = refused.slice(0, MOST_SAID).map((text) => `"${text}"`);
  const more = refused.length > MOST_SAID ? [`and ${refused.length - MOST_SAID} more`] : [];
  return [
    ...(isNever(modifies) ? [`No modify${ofWhom} was accepted, ${asking(modifies)}.`] : []),
    ...(isNever(walks) ? [`No walk${ofWhom} came to its last page, ${asking(walks)}.`] : []),
    ...(refused.length > 0
      ? [`The service refused requests of the client that break no clause: ${[...said, ...more].join(', ')}.`]
      : []),
  ];
}

/** What became of all tasks of several parts of a run; `undefined` where none of them tells. */
export function addTasks(parts: readonly (GivenTasks | undefined)[]): GivenTasks | undefined {
  const told = parts.filter((part) => part !== undefined);
  if (told.length === 0) return undefined;
  const [modifies, walks] = (['modifies', 'walks'] as const).map((kind) =>
    addCounts(told.flatMap((one) => one[kind] ?? [])),
  );
  const refused = [...new Set(told.flatMap((one) => one.refused ?? []))].sort();
  return { ...(modifies && { modifies }), ...(walks && { walks }), ...(refused.length > 0 && { refused }) };
}

function addCounts(counts: readonly TaskCount[]): TaskCount | undefined {
  if (counts.length === 0) return undefined;
  const sum = (name: keyof TaskCount): number => counts.reduce((all, one) => all + one[name], 0);
  return { given: sum('given'), done: sum('done') };
}

const isNever = (count: TaskCount | undefined): count is TaskCount =>
  count !== undefined && count.given > 0 && count.done === 0;
const asks = (given: number): string => (given === 1 ? 'asks' : 'ask');
const askingTasks = ({ given }: TaskCount): string => `in ${amount(given, 'task')} that ${asks(given)} for one`;
const askingClauses = ({ given }: TaskCount): string => `though ${amount(given, 'clause')} ${asks(given)} for one`;
