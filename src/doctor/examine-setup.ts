import { docPage } from '../contract/doc-page.js';
import type { Settings } from '../contract/settings.js';
import type { SuiteError } from '../contract/suite-error.js';
import { openSubject, type Subject } from '../examine/subject.js';
import { isAccepted } from '../wire/envelope.js';
import type { Exchange } from '../wire/exchange.js';
import { areUnchecked, checkAddress } from './check-address.js';
import { checkBaseUrl } from './check-base-url.js';
import { checkClock, CLOCK_UNKNOWN } from './check-clock.js';
import { checkLatency, checkLookup, sendLookups } from './check-lookup.js';
import { checkModify } from './check-modify.js';
import { nextOrderOf } from './next-order.js';
import { checkOrders, checkShown } from './check-orders.js';
import { checkToken, timesOf, tokenCommandFailed } from './check-token.js';
import { KEY_UNCHECKED, ok, skipped, type Check } from './check.js';

/** Surroundings of {@link examineSetup}. */
export interface SetupOptions {
  /** Called with each check as it is done. */
  readonly onCheck: (check: Check) => void;
  /** Whether a command gives fresh tokens. */
  readonly hasFreshTokens: boolean;
  /** Why that command gave none: nothing is sent to the service then. */
  readonly noToken: SuiteError | undefined;
  /** Whether there is such a command, and the token overrules it. */
  readonly isCommandOverruled: boolean;
  /** Wall clock, milliseconds since the epoch. */
  readonly now: () => number;
  readonly stopSignal: AbortSignal;
  /** That of this process and of the order source's command, so that its secrets are not shown. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Checks, one after another, what a run against a service rests on: its address, clock, token, one lookup, the order
 * source, and one signed modify that changes nothing. Writes nothing.
 */
export async function examineSetup(settings: Settings, options: SetupOptions): Promise<readonly Check[]> {
  const { onCheck, noToken, now, stopSignal, env } = options;
  const checks: Check[] = [];
  const note = (check: Check): void => {
    checks.push(check);
    onCheck(check);
  };
  note(checkBaseUrl(settings.baseUrl));
  for (const check of await checkAddress(settings.baseUrl, now, areUnchecked(env))) note(check);
  const exchanges: Exchange[] = [];
  const subject = openSubject(settings, {
    ...{ now, env, stop: stopSignal },
    record: (exchange) => void exchanges.push(exchange),
  });
  try {
    const isReached = checks.every(({ status }) => status !== 'failed');
    const unsent = isReached ? noToken && 'there is no token' : 'the service is not reached';
    const lookups = unsent === undefined ? await sendLookups(subject) : [];
    note(lookups.some(({ response }) => response !== undefined) ? checkClock(subject.clock) : CLOCK_UNKNOWN);
    note(noToken === undefined ? checkGivenToken(settings, subject, lookups, options) : tokenCommandFailed(noToken));
    const lookup = unsent === undefined ? checkLookup(lookups) : skipped('lookup', 'lookup', `not tried: ${unsent}`);
    note(lookup);
    note(checkLatency(lookups));
    const isRefused = lookup.status === 'failed';
    await checkModification(
      settings,
      subject,
      unsent ?? (isRefused ? 'a plain lookup does not get through either' : null),
      note,
    );
  } finally {
    await subject.close();
  }
  return checks;
}

function checkGivenToken(
  { token }: Settings,
  { clock }: Subject,
  lookups: readonly Exchange[],
  { hasFreshTokens, isCommandOverruled }: SetupOptions,
): Check {
  return checkToken(token, {
    ...timesOf(clock),
    hasFreshTokens,
    isCommandOverruled,
    isAccepted: lookups.some(isAccepted),
  });
}

async function checkModification(
  settings: Settings,
  subject: Subject,
  unsent: string | null,
  note: (check: Check) => void,
): Promise<void> {
  const none = noModification(settings, subject.mayModify);
  if (subject.orders === null || none !== null) {
    note(none?.check ?? skipped('orders', 'order source', 'none is needed'));
    const modify = skipped('modify', 'signed modify', `not sent: ${none?.why ?? 'none is needed'}`);
    note(none?.isIncomplete === true ? { ...modify, means: KEY_UNCHECKED, isIncomplete: true } : modify);
    return;
  }
  const { check, held } = await checkOrders(subject.orders);
  note(check);
  note(await checkShown(subject.orders, held));
  const why = unsent ?? (held === null ? 'there is no order' : null);
  if (why !== null || held === null) note(skipped('modify', 'signed modify', `not sent: ${why ?? ''}`));
  else {
    const next = nextOrderOf(subject.orders, held);
    note(await checkModify(subject, held.order, settings, next.take));
    next.release();
  }
  held?.release();
}

const NOT_MODIFIED = 'nothing can be modified, so that most clauses are unverified and a run is incomplete';
const LOOKUP_ALONE = 'for a verdict about the lookup alone, put claims: [listOrderableStocks] into the profile';

interface NoModification {
  readonly check: Check;
  /** Completes "not sent: …". */
  readonly why: string;
  /** Clauses that modify an order are claimed all the same. */
  readonly isIncomplete: boolean;
}

/** Why nothing is modified. */
function noModification(
  { readOnly, orders, environment, profile }: Settings,
  mayModify: boolean,
): NoModification | null {
  if (mayModify) return null;
  const isIncomplete = profile.claims?.includes('modifyOrder') ?? true;
  const [id, title] = ['orders', 'order source'];
  if (readOnly && environment === 'production' && isIncomplete) {
    const found = 'not asked: production is read-only';
    const check: Check = { id, title, status: 'warning', found, means: NOT_MODIFIED, remedy: LOOKUP_ALONE };
    return { check, why: 'production is read-only', isIncomplete };
  }
  if (readOnly) return { check: ok(id, title, 'not asked: read-only'), why: 'read-only', isIncomplete };
  if (orders === null && isIncomplete) {
    const remedy = `name one: TRADECERT_ORDERS_URL, _COMMAND or _FILE (${docPage('settings.md')}); ${LOOKUP_ALONE}`;
    const check: Check = { id, title, status: 'warning', found: 'none is named', means: NOT_MODIFIED, remedy };
    return { check, why: 'no order source is named', isIncomplete };
  }
  const why = 'the profile does not claim modifyOrder';
  return { check: ok(id, title, `not asked: ${why}`), why, isIncomplete };
}
