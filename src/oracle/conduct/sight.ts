import { broken, pass, type Outcome } from '../../contract/verdict.js';
import type { Exchange } from '../../wire/exchange.js';
import type { Passage } from '../../wire/passage.js';
import { showExchange } from '../show-exchange.js';
import type { ClientFacts } from './client-facts.js';

/** Where the outcomes of a client's conduct go. */
export type ReportConduct = (clause: string, outcome: Outcome) => void;

/** One request of a client, with all that it is judged by. */
export interface Sight {
  /** As it came: may hold secrets. */
  readonly passage: Passage;
  /** The same, redacted: what is shown comes from here. */
  readonly exchange: Exchange;
  readonly facts: ClientFacts;
  readonly report: ReportConduct;
}

/** How a request breaks a clause. No cause holds a value of the run. */
export interface Breach {
  readonly cause: string;
  /** Such as `request header X-Signature`. */
  readonly at: string;
  readonly expected: string;
  readonly actual: string;
}

/** Reports a clause as broken by a breach, otherwise as kept. */
export function rule({ exchange, report }: Sight, clause: string, breach: Breach | null): void {
  report(clause, breach === null ? pass : broken({ ...breach, shown: showExchange(exchange) }));
}

/** Reports a clause as broken where a condition is false. */
export function demand(sight: Sight, clause: string, holds: boolean, breach: Breach): void {
  rule(sight, clause, holds ? null : breach);
}

/** How far the time of a request may be from the service's, in milliseconds. */
export function slackMsOf({ facts, passage }: Sight): number {
  return facts.clockSlackMs + (passage.clockSetByMs ?? 0);
}
