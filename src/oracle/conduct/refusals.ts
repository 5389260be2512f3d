import { unverified, type Outcome } from '../../contract/verdict.js';
import type { Exchange } from '../../wire/exchange.js';
import { isJsonObject, parseJson } from '../../wire/json.js';
import type { ReportConduct } from './sight.js';

const TOKEN = ['AUT-003', 'AUT-004', 'CLI-049', 'CLI-052'];
const IDENTITY = ['ORD-002', 'ORD-003', 'CLI-011'];
const PRICES = ['MOD-041', 'MOD-042', 'MOD-043', 'MOD-044', 'MOD-045', 'MOD-046', 'MOD-047', 'MOD-048'];
const NOT_NEEDED = ['MOD-051', 'MOD-052', 'MOD-053', 'MOD-054', 'CLI-015'];
const QUANTITY = ['ORD-005', 'ORD-006', 'ORD-007', 'CLI-012'];
const TYPES = [
  ...['MOD-011', 'MOD-012', 'MOD-013', 'MOD-014', 'MOD-015', 'MOD-016', 'MOD-017', 'MOD-018', 'MOD-019', 'MOD-020'],
  ...['MOD-021', 'MOD-022', 'MOD-023', 'MOD-035', 'MOD-036', 'CLI-014'],
];

/**
 * By the cause that the reference service gives: the clauses of a client whose sentence a refused request contradicts, one
 * of which it breaks; none where no client has to do with it. What is beyond the limits of the service contradicts no
 * sentence, and neither does a failure of its own.
 */
export const CONTRADICTS: Readonly<Record<string, readonly string[]>> = {
  'unknown-path': ['CLI-051'],
  'unknown-order': [],
  'wrong-method': ['CLI-051'],
  'token-missing': ['AUT-001', 'AUT-002', 'AUT-003', 'AUT-004'],
  'token-scheme': TOKEN,
  'token-form': TOKEN,
  'token-algorithm': ['CLI-052'],
  'token-signature': ['CLI-052'],
  'token-claims': ['CLI-052'],
  'token-expired': ['CLI-052'],
  'timestamp-missing': ['CLK-001', 'CLI-053'],
  'timestamp-form': ['CLK-002', 'CLK-003', 'CLI-048'],
  'timestamp-window': ['CLK-003', 'CLK-006', 'CLK-007'],
  'signature-missing': ['SIG-001', 'SIG-011', 'CLI-053'],
  'signature-form': ['SIG-002', 'SIG-004', 'SIG-005', 'SIG-011', 'CLI-053'],
  'signature-mismatch': [
    ...['SIG-003', 'SIG-004', 'SIG-006', 'SIG-007', 'SIG-008', 'SIG-009', 'SIG-010', 'SIG-011'],
    'CLI-053',
  ],
  'query-unexpected': ['CLI-002'],
  'body-too-large': [],
  'body-unexpected': ['CLI-003'],
  'body-missing': ['MOD-061'],
  'body-type': ['CLI-001', 'CLI-053', 'CLI-054'],
  'body-encoding': ['MOD-062', 'CLI-054'],
  'body-json': ['MOD-062', 'MOD-064'],
  'body-depth': [],
  'body-duplicate': ['CLI-017'],
  'body-object': ['MOD-063'],
  'member-unknown': ['CLI-055'],
  'member-missing': ['ORD-004', 'CLI-056'],
  'member-type': TYPES,
  'member-empty': ['ORD-004', 'MOD-031', 'MOD-032', 'TPS-031', 'TPS-032', 'TPS-033', 'CLI-012'],
  'date-time-form': ['MOD-034'],
  'code-unknown': ['MOD-031', 'MOD-032', 'MOD-033', 'TPS-031', 'TPS-032', 'TPS-033'],
  'order-unknown': IDENTITY,
  'order-mismatch': ['CLI-012'],
  'order-not-modifiable': [],
  'price-missing': PRICES,
  'price-not-positive': ['CLI-014'],
  'price-not-needed': NOT_NEEDED,
  'condition-new': ['TPS-011', 'TPS-012', 'TPS-013', 'TPS-014', 'TPS-015', 'CLI-013'],
  'condition-price-missing': ['TPS-021', 'TPS-022', 'TPS-023', 'TPS-024'],
  'condition-price-not-zero': ['TPS-025', 'TPS-026'],
  'quantity-not-positive': QUANTITY,
  'quantity-below': QUANTITY,
  'quantity-above': QUANTITY,
  'quantity-step': QUANTITY,
  'query-form': ['CLI-004', 'CLI-023'],
  'parameter-unknown': ['CLI-004'],
  'parameter-duplicate': ['CLI-004'],
  'group-unknown': ['LKP-002', 'LKP-003'],
  'key-unknown': ['CLI-021', 'CLI-023', 'CLI-024', 'CLI-026'],
  'request-form': [],
  'order-request-form': [],
  'service-broken': [],
};

/** Judged by a secret, which the record does not have: whether a clause explains them cannot be told from it. */
export const BY_SECRET: readonly string[] = Object.keys(CONTRADICTS).filter((cause) =>
  /^(?:token|signature)-/.test(cause),
);

/** What the reference service says of a request that it refused. */
export interface Refused {
  /** One of {@link CONTRADICTS}. */
  readonly cause: string;
  readonly says: string;
}

/** Why the reference service refused a request; `null` where it did not, or another one did. */
export function refusedBy({ response }: Exchange): Refused | null {
  if (response === undefined || response.status < 400 || response.text === null) return null;
  const json = parseJson(response.text);
  const { cause, message } = json.ok && isJsonObject(json.value) ? json.value : {};
  if (typeof cause !== 'string' || typeof message !== 'string' || !Object.hasOwn(CONTRADICTS, cause)) return null;
  return { cause, says: message };
}

/**
 * Takes what is said of one request, and passes it on once it is known that it was refused, and why: then no clause passes
 * whose sentence the refusal contradicts.
 */
export class SaidOfRequest {
  private readonly said: (readonly [clause: string, outcome: Outcome])[] = [];

  readonly report: ReportConduct = (clause, outcome) => void this.said.push([clause, outcome]);

  /** @returns whether a clause is broken that explains the refusal */
  pass(report: ReportConduct, refused: Refused | null): boolean {
    const contradicted = refused === null ? [] : (CONTRADICTS[refused.cause] ?? []);
    const because = `the service refused the request: ${refused?.says ?? ''}`;
    const isBroken = this.said.some(([clause, { outcome }]) => outcome === 'broken' && contradicted.includes(clause));
    for (const [clause, outcome] of this.said) {
      const isOpen = outcome.outcome === 'pass' && !isBroken && contradicted.includes(clause);
      report(clause, isOpen ? unverified(because) : outcome);
    }
    return isBroken;
  }
}
