import type { Fault } from '../behaviour.js';
import { headerValuesOf, soleHeader, type Call } from '../call.js';
import { fault } from './make-fault.js';
import { neverVerify, otherSignatureClauses } from './make-signature-fault.js';

/** Every other clause on signatures. */
const OTHERS = otherSignatureClauses('SIG-004');
/** What is sent after a right request that it is a variant of. */
const OF_VARIANTS = ['SIG-006', 'SIG-007', 'SIG-008', 'SIG-009'];
/** The clauses that are about the signature alone. */
const OF_ITSELF = OTHERS.filter((clause) => !OF_VARIANTS.includes(clause));

/** More modifies at once than this are a load. */
const MOST_AT_ONCE = 4;
/** As many are looked at closely. */
const MOST_VERIFIED = 100;

/** Faults in when X-Signature is looked at, and in what is remembered of it, section 5. */
export const SIGNATURE_HISTORY_FAULTS: readonly Fault[] = [
  neverVerify(
    ['signature-not-for-one-kind', 'SIG-004', 'Looks at no signature for a STOP order that is SELL_TO_CLOSE.'],
    (call) => says(call, '"STOP"') && says(call, '"SELL_TO_CLOSE"'),
  ),
  neverVerify(
    [
      'signature-not-for-market',
      'SIG-004',
      'Looks at no signature for a MARKET order.',
      { also: ['SIG-001', 'SIG-003', 'SIG-006'] },
    ],
    (call) => says(call, '"MARKET"'),
  ),
  neverVerify(
    [
      'signature-not-with-charset',
      'SIG-003',
      'Looks at no signature where Content-Type has a parameter.',
      { also: ['SIG-001', 'SIG-004'] },
    ],
    ({ incoming }) => headerValuesOf(incoming, 'content-type').some((type) => type.includes(';')),
  ),
  neverVerify(
    [
      'signature-not-of-large-bodies',
      'SIG-006',
      'Looks at no signature of a body over 8 KiB.',
      { also: ['SIG-001', 'SIG-004'] },
    ],
    ({ incoming }) => incoming.body.length > 8_192,
  ),
  fault(
    [
      'signature-once-per-connection',
      'SIG-004',
      'Looks at no signature after a right one on the connection.',
      // A clause of few requests may have no connection that carried one before.
      { also: OTHERS.filter((clause) => clause !== 'SIG-011'), atTimes: ['SIG-011'] },
    ],
    (before) => {
      const known = new WeakSet<object>();
      return {
        verifySignature: (call) => {
          const { connection } = call.incoming;
          const refusal = known.has(connection) ? null : before.verifySignature(call);
          if (refusal === null) known.add(connection);
          return refusal;
        },
      };
    },
  ),
  fault(
    [
      'signature-once-a-second',
      'SIG-004',
      'Looks at no signature after a right one with the same X-Timestamp.',
      // Whether two requests fall into the same second hangs on the moment.
      { atTimes: OTHERS },
    ],
    (before) => {
      const known = new Set<string>();
      return {
        verifySignature: (call) => {
          const refusal = known.has(call.timestamp) ? null : before.verifySignature(call);
          if (refusal === null) known.add(call.timestamp);
          return refusal;
        },
      };
    },
  ),
  fault(
    [
      'signature-of-a-known-body',
      'SIG-004',
      'Looks at no signature of a body that it has accepted before.',
      // Whether a body comes again hangs on the orders that a clause is given.
      { also: ['SIG-006'], atTimes: OTHERS.filter((clause) => clause !== 'SIG-006') },
    ],
    (before) => {
      const known = new Set<string>();
      return {
        verifySignature: (call) => (known.has(String(call.incoming.body)) ? null : before.verifySignature(call)),
        apply: (call) => {
          before.apply(call);
          known.add(String(call.incoming.body));
        },
      };
    },
  ),
  fault(
    ['signature-right-the-second-time', 'SIG-004', 'Accepts a wrong signature when it comes a second time.'],
    (before) => {
      const refused = new Set<string>();
      return {
        verifySignature: (call) => {
          const refusal = before.verifySignature(call);
          const signature = soleHeader(call.incoming, 'x-signature') ?? '';
          if (refusal === null || refused.has(signature)) return null;
          if (signature !== '') refused.add(signature);
          return refusal;
        },
      };
    },
  ),
  fault(
    [
      'signature-not-under-load',
      'SIG-004',
      'Looks at no signature while more than four modifies are answered.',
      // How many are answered at once hangs on the moment; a wrong signature is one of the refusals that MOD-009 looks at.
      { atTimes: [...OTHERS, 'MOD-009'] },
    ],
    (before) => {
      let active = 0;
      return {
        verifySignature: (call) => (active > MOST_AT_ONCE ? null : before.verifySignature(call)),
        transmit: (call, answer, response) => {
          active += 1;
          setTimeout(() => {
            active -= 1;
            before.transmit(call, answer, response);
          }, 1);
        },
      };
    },
  ),
  fault(
    [
      'signature-not-after-many',
      'SIG-004',
      'Looks at no signature after the first hundred right ones.',
      // Which clauses are done by then hangs on their order.
      { also: OF_VARIANTS, atTimes: OF_ITSELF },
    ],
    (before) => {
      let right = 0;
      return {
        verifySignature: (call) => {
          const refusal = right < MOST_VERIFIED ? before.verifySignature(call) : null;
          if (refusal === null) right += 1;
          return refusal;
        },
      };
    },
  ),
];

/** Whether the body has this text. */
const says = ({ incoming }: Call, text: string): boolean => incoming.body.includes(text);
