import type { ClauseResult, CountedFinding, Results } from '../../../src/contract/results.js';
import type { RunVerdict, ShownExchange, Verdict } from '../../../src/contract/verdict.js';

/** Text that a service could send to take part in a report. */
export const HOSTILE =
  '<script>alert(1)</script>"\'&|[x](https://evil.example) \u001b[31mred\u202e ]]> <img src=x onerror=y>';

export function someExchange(different: Partial<ShownExchange> = {}): ShownExchange {
  return {
    method: 'GET',
    target: '/public/v1/stocks/orders?nextKey=',
    requestHeaders: [['Authorization', '[redacted]']],
    requestBody: null,
    status: 200,
    responseHeaders: [['content-type', 'application/json']],
    responseBody: '{"status":"ok"}',
    durationMs: 12.4,
    exchange: 17,
    ...different,
  };
}

export function someFinding(different: Partial<CountedFinding> = {}): CountedFinding {
  return {
    cause: 'a member has another type',
    at: 'response /data/details/3/pointUnit',
    expected: 'a number',
    actual: 'the string "0.1"',
    count: 1,
    replay: 'tradecert run --only INS-007 --seed 42',
    ...different,
  };
}

export function someClause(verdict: Verdict, different: Partial<ClauseResult> = {}): ClauseResult {
  return {
    id: 'INS-007',
    sentence: 'pointUnit is a number.',
    kind: verdict === 'warn' ? 'expected' : verdict === 'observed' ? 'observe' : 'required',
    role: 'service',
    section: '2.7',
    verdict,
    cases: 3,
    requests: 4,
    reason: verdict === 'unverified' ? 'no order source was named' : '',
    findings: verdict === 'fail' || verdict === 'warn' ? [someFinding()] : [],
    ...different,
  };
}

/** Results of these clauses; counts follow from them. */
export function someResults(clauses: readonly ClauseResult[], different: Partial<Results> = {}): Results {
  const counts: Record<Verdict, number> = { pass: 0, fail: 0, warn: 0, observed: 0, unverified: 0, inapplicable: 0 };
  for (const { verdict } of clauses) counts[verdict] += 1;
  const verdict: RunVerdict = counts.fail > 0 ? 'non-conformant' : counts.unverified > 0 ? 'incomplete' : 'conformant';
  return {
    schemaVersion: 1,
    tool: { name: 'tradecert', version: '0.1.0' },
    contract: { version: '1', sha256: 'a'.repeat(64) },
    subject: { role: 'service', baseUrl: 'http://127.0.0.1:1/public/v1' },
    seed: 42,
    depth: 'standard',
    startedAt: '2026-11-20T10:00:00.000Z',
    finishedAt: '2026-11-20T10:00:05.000Z',
    verdict,
    notes: [],
    counts,
    requests: 130,
    clauses,
    questions: [],
    ...different,
  };
}

/** A finding with hostile text in each of its texts. */
export const hostileFinding = someFinding({
  cause: HOSTILE,
  at: HOSTILE,
  expected: HOSTILE,
  actual: HOSTILE,
  seen: [
    { actual: HOSTILE, at: HOSTILE, count: 1, exchange: 17 },
    { actual: `other ${HOSTILE}`, at: HOSTILE, count: 1 },
  ],
  shown: someExchange({ target: HOSTILE, responseHeaders: [[HOSTILE, HOSTILE]], responseBody: HOSTILE }),
  sibling: someExchange({ requestBody: HOSTILE }),
});

/** Every place where text of the service or the user can stand, filled with hostile text. */
export const hostileResults = someResults(
  [
    someClause('fail', { findings: [hostileFinding] }),
    someClause('fail', {
      id: 'INS-008',
      waiver: { reason: HOSTILE, expires: '2027-01-01' },
      findings: [hostileFinding],
    }),
    someClause('warn', { id: 'INS-009', findings: [hostileFinding], reason: HOSTILE }),
    someClause('unverified', { id: 'INS-010', reason: HOSTILE }),
    someClause('observed', { id: 'INS-011', reason: HOSTILE }),
    someClause('pass', { id: 'INS-012' }),
  ],
  {
    subject: { role: 'service', baseUrl: `http://127.0.0.1/${HOSTILE}` },
    notes: [HOSTILE],
    profile: {
      name: HOSTILE,
      sha256: 'b'.repeat(64),
      declares: {
        waivers: [{ clause: HOSTILE, reason: HOSTILE, expires: HOSTILE }],
        kinds: { [HOSTILE]: 'required' },
        pins: { [HOSTILE]: HOSTILE },
        operations: [HOSTILE],
        unsaid: [HOSTILE],
      },
    },
    questions: [
      { id: 'OQ-1', section: '7', question: HOSTILE, observed: { [HOSTILE]: HOSTILE }, pinned: HOSTILE, drift: true },
    ],
  },
);
