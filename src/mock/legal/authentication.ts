import { minifyJson } from '../../wire/json.js';
import type { LegalTwin, Behaviour, CheckName } from '../behaviour.js';
import { headerValuesOf, soleHeader, type Call, type Incoming } from '../call.js';
import { refuse } from '../refusal.js';
import { expectedSignature } from '../steps/check-signature.js';

/** Legal readings of what the document leaves open about token, signature and timestamp (5). */
export const LEGAL_AUTHENTICATION: readonly LegalTwin[] = [
  {
    name: 'bearer-in-any-case',
    does: 'Takes the scheme Bearer in any case, with any white space behind it.',
    apply: (before) => ({
      readToken: (call) => {
        const [, token] = /^bearer[ \t]+([\w.-]+)$/i.exec(soleHeader(call.incoming, 'authorization') ?? '') ?? [];
        if (token === undefined) return before.readToken(call);
        call.token = token;
        return null;
      },
    }),
  },
  {
    name: 'token-verified-last',
    does: 'Looks at everything else first, and verifies the token last.',
    apply: ({ modifyChecks, listChecks }) => ({
      modifyChecks: tokenLast(modifyChecks),
      listChecks: tokenLast(listChecks),
    }),
  },
  {
    name: 'white-space-not-signed',
    does: 'Takes a signature over the body without white space as well.',
    apply: (before) => ({
      verifySignature: (call) => {
        const body = Buffer.from(minifyJson(call.incoming.body.toString()));
        const isOverLess = expectedSignature(call, { body }) === soleHeader(call.incoming, 'x-signature');
        return isOverLess ? null : before.verifySignature(call);
      },
    }),
  },
  {
    name: 'window-to-the-millisecond',
    does: 'Refuses a timestamp that is 60 seconds off to the millisecond.',
    apply: (before) => ({
      withinWindow: (call) => {
        const awayMs = Math.abs(Number(call.timestamp) * 1000 - call.incoming.arrivedAtMs);
        return awayMs < 60_000 ? before.withinWindow(call) : refuse('timestamp-window', 'X-Timestamp');
      },
    }),
  },
  {
    name: 'clocks-five-seconds-off',
    does: 'Answers from two machines, one five seconds ahead and one behind; a modify comes to the one that suits it.',
    apply: (before) => {
      let turn = 0;
      const ahead = new WeakMap<Incoming, number>();
      const timeOf = ({ incoming }: Call): number => {
        const awayMs = Number(soleHeader(incoming, 'x-timestamp') ?? NaN) * 1000 - incoming.arrivedAtMs;
        const isAhead = Math.abs(awayMs) > 5_000 ? awayMs > 0 : (turn += 1) % 2 === 0;
        if (!ahead.has(incoming)) ahead.set(incoming, isAhead ? 5_000 : -5_000);
        return incoming.arrivedAtMs + (ahead.get(incoming) ?? 0);
      };
      return {
        withinWindow: (call) =>
          before.withinWindow({ ...call, incoming: { ...call.incoming, arrivedAtMs: timeOf(call) } }),
        respond: (call, answer) => {
          const last = before.respond(call, answer);
          const date = new Date(timeOf(call)).toUTCString();
          return { ...last, headers: last.headers.map(([name, value]) => [name, name === 'Date' ? date : value]) };
        },
      };
    },
  },
  {
    name: 'timestamp-with-decimals',
    does: 'Takes a timestamp with decimals, a sign or zeros before it, and an equal one twice.',
    apply: (before) => ({
      readTimestamp: (call) => {
        const values = new Set(headerValuesOf(call.incoming, 'x-timestamp'));
        const [value = ''] = values;
        if (values.size !== 1 || !/^\+?\d+(?:\.\d+)?$/.test(value)) return before.readTimestamp(call);
        call.timestamp = value;
        return null;
      },
    }),
  },
];

/** The token is still read first, since a signature may cover it. */
function tokenLast(checks: Behaviour['modifyChecks']): readonly CheckName[] {
  const isOfToken = (name: CheckName): boolean => name.startsWith('verifyToken');
  return [...checks.filter((name) => !isOfToken(name)), ...checks.filter(isOfToken)];
}
