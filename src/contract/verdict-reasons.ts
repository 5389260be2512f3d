import type { Role, Side } from './clause.js';

/** Findings of one clause that are kept whole; further causes are only counted into the reason. */
export const MOST_FINDINGS = 20;

/** Why a clause passes. */
export function heldReason(cases: number): string {
  return `held in ${casesOf(cases)}`;
}

/**
 * Why a clause is broken.
 *
 * @param unlisted - broken cases whose causes are beyond the findings that are kept
 */
export function brokenReason(broken: number, cases: number, unlisted: number): string {
  const more = unlisted > 0 ? `; ${unlisted} more cases of other causes are not listed` : '';
  return `broken in ${broken} of ${casesOf(cases)}${more}`;
}

/**
 * Why a clause is not verified.
 *
 * @param open - in how many of its cases
 */
export function openReason(open: number, cases: number, because: string): string {
  return open === cases ? because : `${open} of ${casesOf(cases)}: ${because}`;
}

/** What {@link openReason} made of so many cases, taken apart again. */
export function openIn(reason: string, cases: number): { readonly open: number; readonly because: string } {
  const [, open, because] = /^(\d+) of \d+ cases?: (.*)$/s.exec(reason) ?? [];
  return because === undefined ? { open: cases, because: reason } : { open: Number(open), because };
}

/** Why an open question is answered. */
export const ANSWERED = 'recorded';

/** `1 case`, `2 cases`. */
export function casesOf(count: number): string {
  return `${count} case${count === 1 ? '' : 's'}`;
}

/** Why clauses do not apply. A certificate knows no other reasons, and holds each against the record and the profile. */
export const DOES_NOT_APPLY = {
  noRefusal: 'no request was refused',
  noFurtherPage: 'no lookup had a further page',
  onePage: 'every walk ended with its first page, so there was no nextKey to send',
  neverMore: 'no page had hasNext true',
  unbound: 'no profile binds it to a path',
  neverSent: 'with a valid token it is never sent: it could place or cancel an order',
  ofRuns: 'it takes requests of our own: tradecert run puts it to the test',
  ofTasks: 'it takes tasks of our own: tradecert client puts it to the test',
  noRound: 'no walk came to the same page again and again',
  noResend: 'no modify was sent again',
  resentAtOnce: 'a modify was sent again only within 2 s, while its timestamp was still that of the moment',
  oneMoment: 'no two modifies were sent at different moments',
} as const;

/** Why a clause does not apply that binds the other side. */
export function otherSideReason(binds: Role, subject: Side): string {
  return `it binds ${binds}s; the subject is a ${subject}`;
}

/** Why a clause on a part of the request does not apply that the signature template leaves out. */
export function uncoveredReason(part: string, subject: Side): string {
  return `the ${subject === 'service' ? 'declared ' : ''}signature template does not cover the ${part}`;
}

/** A note of a run that goes by the clock of its own machine. */
export const DATES_LEFT_OUT =
  'The Date of the answers is not that of the service, or not always: it accepts timestamps by the clock of this machine, which the run went by.';

/** A note of a run whose service's `Date` is of clocks that are far apart. */
export const DATES_CONTRADICT =
  'The Dates of the answers contradict each other by more than 5 s, as where several machines, gateways or a cache write them, or a clock was set: they do not tell the time of the service.';
