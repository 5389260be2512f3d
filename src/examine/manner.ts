import type { TimestampText } from '../client/request-recipe.js';
import type { ServiceClient } from '../client/service-client.js';
import { isOdd, isOfMinute, nearestWanted, type WantedTimestamp } from '../client/timestamps.js';
import type { Rule } from '../oracle/deciding-rule.js';

/** How a modify is sent, beside what it says. */
export interface Manner {
  /** By whom; default: the client of the run. */
  readonly client?: ServiceClient;
  /** Over a connection that carried nothing before. */
  readonly isApart?: true;
  /** Default: the present second, or a little before where that was used. */
  readonly timestamp?: TimestampText;
}

/** What it takes that a rule on how modifies are sent refuses one, or does not. */
export interface Making extends Manner {
  /** Nothing is sent before for so long. */
  readonly restMs?: number;
  readonly isWanted: (signature: string) => boolean;
}

/** Rest before a modify that is to be refused for its used connection, which is kept for 2 seconds, in milliseconds. */
const REST_ON_USED_MS = 1_500;
/** Longest rest before a modify, in milliseconds. */
const MOST_REST_MS = 5_000;
/** So much longer than the one that was seen to be long enough: the clocks differ. */
const MORE_REST_MS = 100;

const isOfConnection = (aspect: Rule['aspect']): boolean => aspect === 'connection' || aspect === 'modifiedOn';

/** How one is sent that the rule refuses, or one that it does not. */
export function makingOf(rule: Rule, isRefused: boolean): Making {
  const { aspect, values } = rule;
  const isWanted = (signature: string): boolean =>
    aspect !== 'signatureStart' || values.includes(signature.slice(0, 1)) === isRefused;
  const isApart = isOfConnection(aspect) && values.includes('no') === isRefused;
  const isOnUsed = isOfConnection(aspect) && values.includes('yes') && isRefused;
  // How soon after another one a modify is taken on a connection is not said.
  const restMs = aspect === 'restMs' ? restFor(rule, isRefused) : isOnUsed ? REST_ON_USED_MS : 0;
  const isTimestamp = timestampsOf(rule, isRefused);
  return {
    isWanted,
    ...(isApart && { isApart }),
    ...(restMs > 0 && { restMs }),
    ...(isTimestamp && { timestamp: (now: number): string => String(nearestWanted(now, isTimestamp) ?? now) }),
  };
}

/** Which timestamps the rule refuses, or does not; `null`: it does not go by them. */
function timestampsOf({ aspect, values }: Rule, isRefused: boolean): WantedTimestamp | null {
  if (aspect === 'timestampOdd') return (timestamp) => values.includes(isOdd(timestamp) ? 'yes' : 'no') === isRefused;
  if (aspect !== 'timestampMinute') return null;
  return (timestamp, now) => values.includes(isOfMinute(timestamp, now) ? 'no' : 'yes') === isRefused;
}

/** The rest before one that is refused for a long rest, or accepted after one. */
function restFor({ is, values, accepted }: Rule, isRefused: boolean): number {
  const isLong = isRefused === (is === 'at least');
  const bound = is === 'at least' ? Number(values[0]) : (accepted ?? 0);
  return isLong ? Math.min(bound + MORE_REST_MS, MOST_REST_MS) : 0;
}

/** Whether it refuses what comes first on a connection. */
export function refusesFirst(rule: Rule | null): boolean {
  return rule !== null && isOfConnection(rule.aspect) && rule.values.includes('no');
}

/** Has the client send its modifies so that this rule does not refuse them, where that is in its hands. */
export function adaptTo(rule: Rule | null, client: ServiceClient): void {
  if (rule !== null && isOfConnection(rule.aspect) && rule.values.includes('yes')) client.keepNoConnections();
  const isTimestamp = rule === null ? null : timestampsOf(rule, false);
  if (isTimestamp !== null) client.wantTimestamps(isTimestamp);
  if (rule?.aspect === 'signatureStart') client.wantSignatures(makingOf(rule, false).isWanted);
}

/** Has it send them as usual again, where the rule did not hold. */
export function adaptToNone(client: ServiceClient): void {
  client.keepNoConnections(false);
  client.wantSignatures(() => true);
  client.wantTimestamps(() => true);
}
