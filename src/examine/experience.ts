import { kindOf, type Changes } from '../arbitraries/structures.js';
import type { OrderRequest } from '../contract/order.js';
import type { Context } from './context.js';

/** Valid modifies that may be refused before the first is accepted; after that, none is sent any more. */
const MOST_REFUSED = 24;

/** So many valid modifies in a row are refused now and then where a service takes none of one type of orders. */
const MANY_IN_A_ROW = 100;

/** A kind of orders of which one took a valid modify. */
export interface Accepted {
  readonly request: OrderRequest;
  /** The instrument of the last one that did. */
  readonly stockCd: string;
  /** What that modify changed, apart from prices. */
  readonly changes: Changes;
}

/** What became of the valid modifies of a run: with a wrong key, say, no order needs to be tried in vain. */
interface Experience {
  accepted: number;
  refused: number;
  because: string;
  /** Valid modifies, in any form, since the last that was accepted. */
  refusedInARow: number;
  /** Why the service takes none any more; `null`: it may. */
  shut: string | null;
  /** By the names of the kinds, the one that took a modify last at the end. */
  readonly kinds: Map<string, Accepted>;
}

const experiences = new WeakMap<object, Experience>();

function experienceOf({ client }: Context): Experience {
  let experience = experiences.get(client);
  if (experience === undefined) {
    experience = { accepted: 0, refused: 0, because: '', refusedInARow: 0, shut: null, kinds: new Map() };
    experiences.set(client, experience);
  }
  return experience;
}

/** Notes what kind of order a valid modify was accepted for. */
export function noteAcceptance(context: Context, accepted: Accepted): void {
  const experience = experienceOf(context);
  if (accepted.request.state !== 'unfilled' || Object.values(accepted.changes).includes('N')) return;
  const kind = kindOf(accepted.request);
  experience.kinds.delete(kind);
  experience.kinds.set(kind, accepted);
}

/** Kinds of orders that took a valid modify which can be made again, the one that did so last first. */
export function kindsAccepted(context: Context): readonly Accepted[] {
  return [...experienceOf(context).kinds.values()].reverse();
}

/** Notes that a valid modify was not accepted, in no form that was tried. */
export function noteRefusal(context: Context, because: string): void {
  const experience = experienceOf(context);
  experience.refused += 1;
  experience.because = because;
}

/** Notes the answer to one modify that is valid, or was accepted all the same. */
export function noteAnswer(context: Context, isTaken: boolean, isValid: boolean): void {
  const experience = experienceOf(context);
  experience.refusedInARow = isTaken ? 0 : experience.refusedInARow + 1;
  if (!isTaken) return;
  experience.shut = null;
  if (isValid) experience.accepted += 1;
}

/** Whether so many were refused in a row that the service may take none at all any more. */
export function areManyRefused(context: Context): boolean {
  return experienceOf(context).refusedInARow >= MANY_IN_A_ROW;
}

/** Notes what came of asking whether it takes any: why not, or `null`. */
export function noteShut(context: Context, because: string | null): void {
  Object.assign(experienceOf(context), { shut: because, ...(because === null && { refusedInARow: 0 }) });
}

/** Why the service takes no modifies, since it was asked last and until one is accepted. */
export function shutBecause(context: Context): string | null {
  return experienceOf(context).shut;
}

/** Whether the service accepted any modify in this run. */
export function hasAccepted(context: Context): boolean {
  return experienceOf(context).accepted > 0;
}

/** Why no further modify is tried, if none was ever accepted: no order is to be taken from the source in vain. */
export function whyHopeless(context: Context): string | null {
  const { accepted, refused, because } = experienceOf(context);
  if (accepted > 0 || refused < MOST_REFUSED) return null;
  return `no valid modify was accepted (are the key, the signature template and the token right, and the orders unfilled?): ${because}`;
}
