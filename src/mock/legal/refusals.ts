import type { LegalTwin, Behaviour } from '../behaviour.js';
import { soleHeader, type Call } from '../call.js';
import { bodyOf, type Cause, type Refusal } from '../refusal.js';

type Members = Readonly<Record<string, unknown>>;

/** Legal ways to refuse: the document shows neither the body of a 400 nor which conditions yield which status (7). */
export const LEGAL_REFUSALS: readonly LegalTwin[] = [
  {
    name: 'refused-by-status',
    does: 'Refuses with 401, 403, 404, 409 or 422, by the cause.',
    apply: (before) => ({
      refusal: (call, refusal) => {
        const { status, body } = before.refusal(call, refusal);
        return { status: status === 400 ? statusFor(refusal.cause) : status, body };
      },
    }),
  },
  shutsOut(150, 200),
  {
    name: 'closes-after-refusals',
    does: 'Closes the connection after each refusal, and says so.',
    apply: (before) => ({
      respond: (call, answer) => {
        const last = before.respond(call, answer);
        return last.status < 400 ? last : { ...last, headers: [...last.headers, ['Connection', 'close']] };
      },
    }),
  },
  {
    name: 'chunks-not-known',
    does: 'Answers a request in chunks with status 501.',
    apply: (before) => ({
      respond: (call, answer) => {
        const last = before.respond(call, answer);
        return isInChunks(call) && last.status !== 200 ? { ...last, status: 501 } : last;
      },
    }),
  },
  {
    name: 'chunks-dropped',
    does: 'Closes the connection on a request in chunks.',
    apply: (before) => ({
      transmit: (call, answer, response) => {
        if (isInChunks(call) && answer.status !== 200) response.destroy();
        else before.transmit(call, answer, response);
      },
    }),
  },
  {
    name: 'filled-dropped',
    does: 'Closes the connection on a modify of a filled order.',
    leaves: ['ORD-001', 'TPS-041', 'TPS-042', 'TPS-043'],
    apply: (before) => ({
      transmit: (call, answer, response) => {
        if (call.order && call.service.behaviour.stateOf(call.order, call.incoming.arrivedAtMs) === 'filled')
          response.destroy();
        else before.transmit(call, answer, response);
      },
    }),
  },
  {
    name: 'refused-without-a-body',
    does: 'Refuses with status 400 and nothing else.',
    apply: (before) => ({
      respond: (call, answer) => {
        const last = before.respond(call, answer);
        if (last.status === 200) return last;
        const headers = last.headers.filter(([name]) => name !== 'Content-Type');
        return {
          ...last,
          body: '',
          headers: headers.map(([name, value]) => [name, name === 'Content-Length' ? '0' : value]),
        };
      },
    }),
  },
  {
    name: 'refused-with-a-problem',
    does: 'Refuses with a body of application/problem+json.',
    apply: (before) => ({
      refusal: shaped(before, ({ cause, message }, status) => ({
        type: `urn:problem:${String(cause)}`,
        title: message,
        status,
      })),
      respond: (call, answer) => {
        const last = before.respond(call, answer);
        if (last.status === 200) return last;
        const headers = last.headers.map(
          ([name, value]) => [name, name === 'Content-Type' ? 'application/problem+json' : value] as const,
        );
        return { ...last, headers };
      },
    }),
  },
  {
    name: 'refused-with-a-list',
    does: 'Refuses with a list of errors.',
    apply: (before) => ({ refusal: shaped(before, ({ message, field }) => [{ message, field: field ?? null }]) }),
  },
  {
    name: 'refused-in-the-envelope',
    does: 'Refuses with the envelope of a success, whose data is null.',
    apply: (before) => ({
      refusal: shaped(before, ({ code, message }) => ({ status: 'FAIL', code, data: null, message })),
    }),
  },
  {
    name: 'refused-with-200',
    does: 'Refuses with status 200: a modify with data.success false, a lookup with no instrument.',
    // A POST that is never sent with the token cannot be told from one that was accepted.
    // Nothing is refused by its status, so there is no refusal whose body could be looked at.
    leaves: ['ENV-008', 'OPS-001', 'OPS-002', 'OPS-003', 'OPS-004'],
    apply: (before) => ({
      refusal: (call, refusal) => {
        if (call.operation === null && call.named === null) return before.refusal(call, refusal);
        const { code } = bodyOf(refusal);
        return { status: 200, body: { status: 'FAIL', code, data: dataOfNone(call) } };
      },
    }),
  },
  {
    name: 'refused-as-nothing-found',
    does: 'Refuses a lookup with the page that it gives where it finds no instrument.',
    // How it refuses a token shows on no lookup, so that of a POST it cannot be told.
    leaves: ['OPS-001', 'OPS-002', 'OPS-003', 'OPS-004'],
    apply: (before) => ({
      refusal: (call, refusal) =>
        call.operation === 'listOrderableStocks'
          ? { status: 200, body: before.envelope(call, dataOfNone(call)) }
          : before.refusal(call, refusal),
    }),
  },
  {
    name: 'nothing-found-whatever-the-token',
    does: 'Refuses a lookup of a stockCd that no instrument has with status 404, before it looks at the token.',
    apply: (before) => ({
      route: (call) => before.route(call) ?? (isOfNone(call) ? NOTHING_FOUND : null),
      refusal: (call, refusal) =>
        refusal === NOTHING_FOUND
          ? { status: 404, body: { status: 'FAIL', code: 404 } }
          : before.refusal(call, refusal),
    }),
  },
  {
    name: 'refused-with-a-challenge',
    does: 'Refuses with status 401 and WWW-Authenticate, a little late, and closes the connection.',
    apply: (before) => ({
      respond: (call, answer) => {
        const last = before.respond(call, answer);
        if (last.status === 200) return last;
        const more = [
          ['WWW-Authenticate', 'Bearer realm="trading", error="invalid_token"'],
          ['Connection', 'close'],
        ] as const;
        return { ...last, status: 401, headers: [...last.headers, ...more] };
      },
      transmit: (call, answer, response) => {
        if (answer.status === 200) before.transmit(call, answer, response);
        else setTimeout(() => before.transmit(call, answer, response), 2);
      },
    }),
  },
  {
    name: 'refused-in-turns',
    does: 'Refuses with another status each time, and with the body of a success.',
    // A POST that is never sent with the token cannot be told from one that is refused for another reason.
    leaves: ['OPS-001', 'OPS-002', 'OPS-003', 'OPS-004'],
    apply: (before) => {
      let turn = 0;
      return {
        refusal: (call) => {
          turn += 1;
          const status = [400, 403, 409, 422][turn % 4] ?? 400;
          return { status, body: before.envelope(call, { success: true }) };
        },
      };
    },
  },
  {
    name: 'elsewhere-in-html',
    does: 'Answers other methods and other paths with a page of HTML.',
    apply: (before) => ({
      respond: (call, answer) => {
        const last = before.respond(call, answer);
        if (call.operation !== null || call.named !== null) return last;
        const body = '<html><h1>Not found</h1></html>';
        const values: Readonly<Record<string, string>> = {
          'Content-Type': 'text/html',
          'Content-Length': String(body.length),
        };
        return { ...last, body, headers: last.headers.map(([name, value]) => [name, values[name] ?? value]) };
      },
    }),
  },
  {
    name: 'unknown-group-is-empty',
    does: 'Answers a lookup of an unknown group with status 200 and no instrument.',
    apply: (before) => {
      const unknown = new WeakSet<Call>();
      return {
        checkGroup: (call) => {
          if (before.checkGroup(call) !== null) unknown.add(call);
          return null;
        },
        selectInstruments: (call) => (unknown.has(call) ? [] : before.selectInstruments(call)),
      };
    },
  },
  {
    name: 'nothing-found-is-404',
    does: 'Answers a lookup that finds no instrument with status 404.',
    apply: (before) => ({ respond: notFoundIfEmpty(before) }),
  },
  {
    name: 'no-crypto-is-404',
    does: 'Has no CRYPTO, and answers a lookup that finds no instrument with status 404.',
    // Whether CRYPTO is refused for its code, or since nothing is found, cannot be told: its walk has no first page.
    leaves: ['LKP-001', 'LKP-004', 'LKP-006', 'LKP-007', 'LKP-009', 'PAG-001'],
    apply: (before) => ({
      selectInstruments: (call) =>
        before.selectInstruments(call).filter(({ stockGroupCd }) => stockGroupCd !== 'CRYPTO'),
      respond: notFoundIfEmpty(before),
    }),
  },
];

const isInChunks = ({ incoming }: Call): boolean => soleHeader(incoming, 'transfer-encoding') !== null;

const NOTHING_FOUND: Refusal = { cause: 'parameter-unknown', field: 'stockCd' };

function isOfNone({ incoming, operation, service }: Call): boolean {
  const code = new URLSearchParams(incoming.query).get('stockCd') ?? '';
  return operation === 'listOrderableStocks' && code !== '' && !service.catalogue.byCode.has(code);
}

function notFoundIfEmpty(before: Behaviour): Behaviour['respond'] {
  return (call, answer) => {
    const last = before.respond(call, answer);
    return last.status === 200 && String(last.body).includes('"details":[]') ? { ...last, status: 404 } : last;
  };
}

function statusFor(cause: Cause): number {
  if (cause.startsWith('token-')) return 401;
  if (cause.startsWith('signature-') || cause.startsWith('timestamp-')) return 403;
  if (cause === 'order-unknown') return 404;
  if (cause === 'order-not-modifiable') return 409;
  return cause.startsWith('body-') || cause.startsWith('query-') ? 400 : 422;
}

/** The same refusal with another body. */
function shaped(before: Behaviour, shape: (body: Members, status: number) => unknown): Behaviour['refusal'] {
  return (call: Call, refusal: Refusal) => {
    const { status } = before.refusal(call, refusal);
    return { status, body: shape(bodyOf(refusal), status) };
  };
}

function dataOfNone({ operation, named }: Call): Members {
  if (named !== null) return {};
  return operation === 'modifyOrder'
    ? { success: false }
    : { hasNext: false, nextKey: '', details: [], sellPrices: {}, buyPrices: {} };
}

/** A service that shuts a client out after too many refusals: when and for how long, the document does not say. */
export function shutsOut(every: number, forMs: number): LegalTwin {
  return {
    name: 'shut-out-after-refusals',
    does: `Answers 403 to everything for ${forMs} ms after each ${every} refusals.`,
    apply: (before) => {
      let refusals = 0;
      let untilMs = -Infinity;
      const shut: Refusal = { cause: 'wrong-method', field: 'shut out' };
      return {
        route: (call) => (call.incoming.arrivedAtMs < untilMs ? shut : before.route(call)),
        refusal: (call, refusal) => {
          if (refusal.field === shut.field) return { status: 403, body: { status: 'BLOCKED' } };
          refusals += 1;
          if (refusals % every === 0) untilMs = call.incoming.arrivedAtMs + forMs;
          return before.refusal(call, refusal);
        },
      };
    },
  };
}
