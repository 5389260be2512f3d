import { loadCatalogue } from '../../contract/catalogue.js';
import type { Behaviour, Fault } from '../behaviour.js';
import { soleHeader, type Answer, type Call } from '../call.js';
import type { Cause } from '../refusal.js';
import { TOKEN_CHECKS } from '../steps/check-token.js';
import { fault, letPass } from './make-fault.js';

/** The clause is that of the operation which misbehaves. */
type Head = readonly [name: string, clause: string, does: string];
type Envelope = Readonly<Record<'status' | 'code' | 'data', unknown>>;

const isMissing = (cause: Cause): boolean => cause === 'token-missing';
const isOtherScheme = (cause: Cause): boolean => cause === 'token-scheme';
const isNoJwt = (cause: Cause): boolean => cause === 'token-form';

/** Each operation without a token. */
const WITHOUT_TOKEN: readonly Fault[] = loadCatalogue().flatMap(({ id, operation }) => {
  if (operation === undefined) return [];
  const { group, name } = operation;
  const slug = `${group} ${name}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return [lets([`${slug}-without-token`, id, `Answers ${group}, ${name}, without a token.`], isMissing)];
});

/** Faults in the operations that the document only names, section 4.4. */
export const OPERATION_FAULTS: readonly Fault[] = [
  ...WITHOUT_TOKEN,
  lets(['new-order-with-bare-token', 'OPS-001', 'Takes a new order with the token alone, without "Bearer".'], isBare),
  lets(
    ['tp-sl-order-with-empty-authorization', 'OPS-002', 'Takes a TP/SL order with an empty Authorization.'],
    isEmpty,
  ),
  lets(['close-order-with-any-scheme', 'OPS-003', 'Closes an order with any scheme of Authorization.'], isOtherScheme),
  asksOnce(['cancel-order-asks-once', 'OPS-004', 'Asks for a token at the first cancel order only.']),
  lets(['closed-trades-with-any-scheme', 'OPS-005', 'Shows closed trades with any Authorization.'], isOtherScheme),
  lets(['order-history-with-no-jwt', 'OPS-006', 'Shows the order history with a token that is no JWT.'], isNoJwt),
  wraps(
    ['profit-and-loss-without-envelope', 'OPS-007', 'Gives realized profit and loss without an envelope.'],
    ({ data }) => data,
  ),
  wraps(['order-information-as-array', 'OPS-008', 'Gives order information as an array.'], (right) => ({
    ...right,
    data: [right.data],
  })),
  wraps(['spread-groups-without-status', 'OPS-009', 'Leaves status out for spread groups.'], ({ code, data }) => ({
    code,
    data,
  })),
  wraps(['held-instruments-without-data', 'OPS-010', 'Gives null for data of held instruments.'], (right) => ({
    ...right,
    data: null,
  })),
  wraps(['order-balance-code-as-text', 'OPS-011', 'Gives code as a string with the order balance.'], (right) => ({
    ...right,
    code: String(right.code),
  })),
  sends(['order-book-with-201', 'OPS-012', 'Gives the 5-level order book with status 201.'], (answer) => ({
    ...answer,
    status: 201,
  })),
  sends(['tick-chart-as-text', 'OPS-013', 'Sends tick chart data as text/plain.'], ({ headers, ...answer }) => ({
    ...answer,
    headers: headers.map(([name, value]) => [name, name === 'Content-Type' ? 'text/plain' : value]),
  })),
  sends(['daily-ohlc-cut-short', 'OPS-014', 'Leaves out the last bracket of daily OHLC data.'], cutShort),
  onceRight(['candle-chart-cached-bare', 'OPS-015', 'Gives candle chart data without an envelope from its cache.']),
  wraps(['execution-totals-status-as-boolean', 'OPS-016', 'Gives true for status of execution totals.'], (right) => ({
    ...right,
    status: true,
  })),
  asksOnce(['unfilled-orders-asks-once', 'OPS-017', 'Asks for a token at the first look at unfilled orders only.']),
  lets(['execution-history-with-bare-token', 'OPS-018', 'Shows executions with the token alone.'], isBare),
  lets(['held-positions-with-bearer-alone', 'OPS-019', 'Shows positions with "Bearer" and no token.'], isBearerAlone),
  lets(['position-margin-with-empty-authorization', 'OPS-020', 'Shows margin with an empty Authorization.'], isEmpty),
  lets(['order-margin-with-glued-token', 'OPS-021', 'Needs no space between "Bearer" and the token.'], isGlued),
  lets(['deposited-assets-with-three-parts', 'OPS-022', 'Takes any three parts for a JWT.'], (cause, { token }) => {
    return isNoJwt(cause) && token.split('.').length === 3;
  }),
  wraps(['withdrawable-amount-as-text', 'OPS-023', 'Gives data as JSON within a string.'], (right) => ({
    ...right,
    data: JSON.stringify(right.data),
  })),
];

function isEmpty(_: Cause, { incoming }: Call): boolean {
  return soleHeader(incoming, 'authorization') === '';
}

function isBare(_: Cause, { incoming }: Call): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]*$/.test(soleHeader(incoming, 'authorization') ?? '');
}

function isBearerAlone(_: Cause, { incoming }: Call): boolean {
  return soleHeader(incoming, 'authorization') === 'Bearer';
}

function isGlued(_: Cause, { incoming }: Call): boolean {
  return /^Bearer\w/.test(soleHeader(incoming, 'authorization') ?? '');
}

function cutShort({ headers, body, ...answer }: Answer): Answer {
  const short = body.slice(0, -1);
  const length = String(Buffer.byteLength(short));
  return {
    ...answer,
    headers: headers.map(([name, value]) => [name, name === 'Content-Length' ? length : value]),
    body: short,
  };
}

/** A fault of one of these operations: it needs a service that has them. */
function ofOperation([name, clause, does]: Head, apply: Fault['apply']): Fault {
  return fault([name, clause, does, { needs: { operations: true } }], apply);
}

/** A fault that lets pass what the checks of the token refuse for such a reason. */
function lets(head: Head, when: (cause: Cause, call: Call) => boolean): Fault {
  const [, clause] = head;
  return ofOperation(
    head,
    letPass(head, TOKEN_CHECKS, ({ cause }, call) => call.named === clause && when(cause, call)).apply,
  );
}

/** A fault that checks the token of the first request only. */
function asksOnce(head: Head): Fault {
  const [, clause] = head;
  return ofOperation(head, (before) => {
    let first: Call | null = null;
    const route: Behaviour['route'] = (call) => {
      const refusal = before.route(call);
      if (call.named === clause) first ??= call;
      return refusal;
    };
    const isLater = (call: Call): boolean => call.named === clause && call !== first;
    return { ...letPass(head, TOKEN_CHECKS, (_, call) => isLater(call)).apply(before), route };
  });
}

/** A fault in the whole body of a success. */
function wraps(head: Head, wrong: (right: Envelope) => unknown): Fault {
  const [, clause] = head;
  return ofOperation(head, (before) => ({
    envelope: (call, data) => {
      const right = before.envelope(call, data);
      return call.named === clause ? wrong(right as Envelope) : right;
    },
  }));
}

/** A fault that leaves out the envelope of every success but the first. */
function onceRight(head: Head): Fault {
  const [, clause] = head;
  return ofOperation(head, (before) => {
    let isCached = false;
    return {
      envelope: (call, data) => {
        if (call.named !== clause) return before.envelope(call, data);
        if (isCached) return data;
        isCached = true;
        return before.envelope(call, data);
      },
    };
  });
}

/** A fault in how a success is sent. */
function sends(head: Head, wrong: (right: Answer) => Answer): Fault {
  const [, clause] = head;
  return ofOperation(head, (before) => ({
    respond: (call, answer) => {
      const right = before.respond(call, answer);
      return call.named === clause && right.status === 200 ? wrong(right) : right;
    },
  }));
}
