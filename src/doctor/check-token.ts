import { wholeBeginning } from '../contract/whole-characters.js';
import type { SuiteError } from '../contract/suite-error.js';
import type { ServiceClock } from '../client/service-clock.js';
import { claimsOf } from '../wire/jwt-claims.js';
import { isFarOff } from './check-clock.js';
import { ok, type Check } from './check.js';

/** How long a run may take, in seconds: a token should hold for longer. */
const RUN_SECONDS = 900;
/** Claims whose values are shown; those that tell a person apart are not. */
const SHOWN = ['iss', 'aud', 'scope', 'iat', 'nbf', 'exp'] as const;
const LONGEST = 80;
/** Claims that are times, in seconds since the epoch (RFC 7519). */
const TIMES = ['iat', 'nbf', 'exp'] as const;
/** As seconds this is the year 33658, as milliseconds 2001: an end in the year 9999 may be meant in seconds. */
const LEAST_MS = 1e12;

/** What {@link checkToken} knows besides the token. */
export interface TokenSurroundings {
  /** The service's time as far as it is known, in seconds since the epoch. */
  readonly nowSeconds: number;
  /** Whether a command gives fresh tokens before this one ends. */
  readonly hasFreshTokens: boolean;
  /** Whether there is such a command, and the token overrules it. */
  readonly isCommandOverruled?: boolean | undefined;
  /** Whether a lookup that carried it was accepted. */
  readonly isAccepted?: boolean | undefined;
  /** By this machine's clock, in seconds since the epoch: the `Date` of the answers may be that of a gateway. */
  readonly ownNowSeconds?: number | undefined;
  /** Whether the service's time is not known, and that of this machine stands for it. */
  readonly isDateUnknown?: boolean | undefined;
}

/** The present by the clocks that are known; by this machine's as well where that of the answers is another. */
export function timesOf(
  clock: ServiceClock,
): Pick<TokenSurroundings, 'nowSeconds' | 'ownNowSeconds' | 'isDateUnknown'> {
  const nowMs = clock.nowMs();
  const areApart = isFarOff(clock) || clock.isContradictory;
  return {
    nowSeconds: Math.floor(nowMs / 1_000),
    ...(areApart && { ownNowSeconds: Math.floor((nowMs - clock.offsetMs) / 1_000) }),
    isDateUnknown: !clock.isKnown,
  };
}

const RANK = { ok: 0, skipped: 0, warning: 1, failed: 2 } as const;
const DATE = 'the Date of the answers';
const OWN = 'the clock of this machine';

/**
 * Looks at the claims of the token that matter to a run. Its signature is not checked, and no value of it is shown but
 * issuer, audience, scope and times.
 */
export function checkToken(token: string, surroundings: TokenSurroundings): Check {
  const { nowSeconds, ownNowSeconds, isDateUnknown = false } = surroundings;
  const clocks: readonly Clock[] = [
    { name: isDateUnknown ? OWN : DATE, nowSeconds },
    ...(ownNowSeconds === undefined ? [] : [{ name: OWN, nowSeconds: ownNowSeconds }]),
  ];
  return withIssue(checkEnds(token, surroundings, clocks), token, clocks, surroundings);
}

interface Clock {
  readonly name: string;
  readonly nowSeconds: number;
}

function checkEnds(token: string, surroundings: TokenSurroundings, [first, own]: readonly Clock[]): Check {
  const byFirst = checkAt(token, surroundings, first?.name ?? OWN);
  if (own === undefined) return byFirst;
  const byOwn = checkAt(token, { ...surroundings, nowSeconds: own.nowSeconds }, OWN);
  if (RANK[byOwn.status] <= RANK[byFirst.status]) return byFirst;
  return byOwn.found.includes(OWN) ? byOwn : { ...byOwn, found: `${byOwn.found} by ${OWN}, and later by ${DATE}` };
}

/** What was found of a token, and that it was issued in the future, if so; where `nbf` is as well, that tells it. */
function withIssue(
  check: Check,
  token: string,
  clocks: readonly Clock[],
  { isAccepted = false }: TokenSurroundings,
): Check {
  const { iat, nbf } = claimsOf(token) ?? {};
  const ahead = clocks.filter(
    ({ nowSeconds }) => isAhead(iat, nowSeconds + UNSURE_SECONDS) && !isAhead(nbf, nowSeconds),
  );
  // That the clocks are apart is told without the token.
  const isOfClocks = isAccepted && ahead.length < clocks.length;
  if (typeof iat !== 'number' || ahead.length === 0 || isOfClocks) return check;
  const times = ahead.map(
    ({ name, nowSeconds }) => `${duration(Math.ceil(iat - nowSeconds))} in the future by ${name}`,
  );
  const others = clocks.filter((clock) => !ahead.includes(clock)).map(({ name }) => `, and not by ${name}`);
  const taken = isAccepted ? '; a lookup is accepted with it all the same' : '';
  const isTold = check.found.includes(taken);
  return {
    ...check,
    status: check.status === 'failed' ? 'failed' : 'warning',
    found: `${check.found}; it was issued ${times.join(', and ')}${others.join('')}${isTold ? '' : taken}`,
    means: [...(check.means === undefined ? [] : [check.means]), ISSUED_AHEAD].join('; '),
    remedy: [
      ...(check.remedy === undefined ? [] : [check.remedy]),
      'compare the clock of whoever issues the token, this machine and the service with the true time, and set right the one that is wrong',
    ].join('; '),
  };
}

/** How far the time of a service may be off, as it is known by `Date`, which has whole seconds, and by how long answers take. */
const UNSURE_SECONDS = 4;

const ISSUED_AHEAD =
  'the clock of whoever issued the token differs: a service may refuse a token whose iat is in the future by its own clock, as many JWT libraries do';

/** Whether a time of a token is in the future, by more than what the rounding of seconds makes. */
function isAhead(time: unknown, nowSeconds: number): time is number {
  return typeof time === 'number' && !isInMs(time) && time > nowSeconds + 1;
}

function checkAt(
  token: string,
  { nowSeconds, hasFreshTokens, isCommandOverruled = false, isAccepted = false }: TokenSurroundings,
  clock: string,
): Check {
  const [id, title] = ['token', 'token'];
  const claims = claimsOf(token);
  if (claims === null) {
    return {
      ...{ id, title, status: 'warning', found: `${token.length} characters that are no JWT` },
      means: 'the document says "Bearer <JWT>" (section 5); how long it holds cannot be told',
      remedy:
        'check TRADECERT_TOKEN, or what TRADECERT_TOKEN_COMMAND prints: a JWT is three parts in base64url with dots between them',
    };
  }
  const details = SHOWN.filter((name) => claims[name] !== undefined).map(
    (name) => `${name}  ${shown(name, claims[name])}`,
  );
  const inMs = TIMES.filter((name) => isInMs(claims[name]));
  if (inMs.length > 0) return inMilliseconds(inMs, claims['exp'], nowSeconds, details);
  const { exp, nbf } = claims;
  const remedy = isCommandOverruled
    ? UNSET
    : 'get a fresh one, or let TRADECERT_TOKEN_COMMAND print one, without TRADECERT_TOKEN, which overrules it';
  if (isAhead(nbf, nowSeconds)) {
    const found = `it does not hold before ${duration(Math.ceil(nbf - nowSeconds))} from now`;
    if (isAccepted) return takenAllTheSame(found, clock, details);
    return { id, title, status: 'failed', found, means: REFUSED, remedy, details };
  }
  if (typeof exp !== 'number') return ok(id, title, 'a JWT that says nothing of its end', details);
  const left = Math.floor(exp - nowSeconds);
  if (left <= 0) {
    const found = `it ended ${duration(-left)} ago`;
    if (isAccepted) return takenAllTheSame(found, clock, details);
    return {
      id,
      title,
      status: 'failed',
      found,
      ...(hasFreshTokens ? STALE_COMMAND : { means: REFUSED, remedy }),
      details,
    };
  }
  if (left < RUN_SECONDS && hasFreshTokens) {
    return ok(id, title, `a JWT that holds for ${duration(left)}; its command gets a fresh one before that`, details);
  }
  if (left < RUN_SECONDS) {
    const means = `a run may take longer: what comes after is refused`;
    return { id, title, status: 'warning', found: `it ends in ${duration(left)}`, means, remedy, details };
  }
  return ok(id, title, `a JWT that holds for ${duration(left)}`, details);
}

function takenAllTheSame(found: string, clock: string, details: readonly string[]): Check {
  return {
    ...{ id: 'token', title: 'token', status: 'warning', details },
    found: `${found}, by ${clock}; a lookup is accepted with it all the same`,
    means: `the token does not go by ${clock}, or the service does not look at the times of a token`,
    remedy: 'compare that Date, and the clock of this machine, with the true time',
  };
}

/** Why the token command gave none. */
export function tokenCommandFailed({ message, remedy }: SuiteError): Check {
  return {
    ...{ id: 'token', title: 'token', status: 'failed' },
    found: message.replace(/\.$/, '').replace(/^The/, 'the'),
    means: 'nothing can be sent to the service without one',
    remedy,
  };
}

function isInMs(value: unknown): value is number {
  return typeof value === 'number' && value >= LEAST_MS && value <= LATEST_MS;
}

/** The last moment that a Date can be. */
const LATEST_MS = 8.64e15;

function inMilliseconds(names: readonly string[], exp: unknown, nowSeconds: number, details: readonly string[]): Check {
  const end = isInMs(exp) ? new Date(exp) : null;
  const verb = end !== null && end.getTime() <= nowSeconds * 1_000 ? 'ended' : 'ends';
  return {
    ...{ id: 'token', title: 'token', status: 'warning', details },
    found: `${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} in milliseconds, it seems; a JWT has seconds`,
    means: 'what reads them as seconds does not see the token end; tradecert does not, and asks for no fresh one',
    remedy: `have whoever issues it write seconds (RFC 7519)${end === null ? '' : `; until then mind that it ${verb} at ${end.toISOString()}`}`,
  };
}

const UNSET = 'get a fresh one, or unset TRADECERT_TOKEN: it overrules the TRADECERT_TOKEN_COMMAND that is set';
const REFUSED = 'the service may refuse everything';
const STALE_COMMAND = {
  means: `your command prints an expired token: ${REFUSED}`,
  remedy: 'run TRADECERT_TOKEN_COMMAND by hand: does it read a file or a cache, in place of asking for a fresh one?',
} as const;

function shown(name: string, value: unknown): string {
  const isTime = (TIMES as readonly string[]).includes(name);
  if (isTime && isInMs(value)) return `${value}, as milliseconds ${new Date(value).toISOString()}`;
  if (isTime && typeof value === 'number' && Math.abs(value) < LEAST_MS) return new Date(value * 1_000).toISOString();
  return wholeBeginning(JSON.stringify(value), LONGEST);
}

function duration(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${Math.floor(seconds / 60)} minutes`;
  return seconds < 172_800 ? `${Math.floor(seconds / 3_600)} hours` : `${Math.floor(seconds / 86_400)} days`;
}
