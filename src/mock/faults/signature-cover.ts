import type { Fault } from '../behaviour.js';
import { headerValuesOf, soleHeader, type Call } from '../call.js';
import { splitTarget } from '../../wire/target.js';
import { expectedSignature } from '../steps/check-signature.js';
import { fault, type FaultHead } from './make-fault.js';
import { alsoAccept } from './make-signature-fault.js';

/** Faults in what X-Signature is held against, section 5. */
export const SIGNATURE_COVER_FAULTS: readonly Fault[] = [
  // With another timestamp only where the second has changed meanwhile.
  fault(
    [
      'signature-once-good-stays-good',
      'SIG-006',
      'Accepts a signature again with another body.',
      { atTimes: ['SIG-007'] },
    ],
    (before) => {
      const seen = new Set<string>();
      return {
        verifySignature: (call) => {
          const signature = soleHeader(call.incoming, 'x-signature') ?? '';
          const refusal = before.verifySignature(call);
          if (refusal === null) seen.add(signature);
          return seen.has(signature) ? null : refusal;
        },
      };
    },
  ),
  alsoAccept(
    ['trailing-not-signed', 'SIG-006', 'Accepts a signature over the other value of lossTrackingYn.'],
    (call, signature) => {
      const body = call.incoming.body
        .toString()
        .replace(/("lossTrackingYn":")([YN])/, (_, name: string, value) => name + (value === 'Y' ? 'N' : 'Y'));
      return expectedSignature(call, { body: Buffer.from(body) }) === signature;
    },
  ),
  rememberingSignatures(
    ['take-profit-not-signed-again', 'SIG-006', 'Accepts a signature again with another price of the take-profit.'],
    /"profitRealizationBarrierPrice":[^,}]+/,
  ),
  rememberingSignatures(
    ['stop-loss-not-signed-again', 'SIG-006', 'Accepts a signature again with another price of the stop-loss.'],
    /"lossCutBarrierPrice":[^,}]+/,
  ),
  alsoAccept(
    ['conditions-not-signed', 'SIG-006', 'Accepts a signature over the body without its conditions.'],
    (call, signature) => {
      const body = call.incoming.body.toString().replace(CONDITION_MEMBERS, '');
      return expectedSignature(call, { body: Buffer.from(body) }) === signature;
    },
  ),
  alsoAccept(
    ['quantity-not-signed', 'SIG-006', 'Accepts a signature over another orderQuantity that is near.'],
    (call, signature) =>
      Array.from({ length: 21 }, (_, index) => index - 10).some((more) => {
        const body = call.incoming.body
          .toString()
          .replace(/("orderQuantity":)(\d+)/, (_, name: string, value) => name + String(Number(value) + more));
        return expectedSignature(call, { body: Buffer.from(body) }) === signature;
      }),
  ),
  alsoAccept(
    ['timestamp-not-bound', 'SIG-007', 'Accepts a signature over another X-Timestamp of these minutes.'],
    (call, signature) => {
      const around = Array.from({ length: 241 }, (_, index) => String(Number(call.timestamp) + index - 120));
      return around.some((timestamp) => expectedSignature(call, { timestamp }) === signature);
    },
  ),
  alsoAccept(
    ['timestamp-need-not-be-signed', 'SIG-007', 'Accepts a signature made without the timestamp.'],
    (call, signature) => expectedSignature(call, { timestamp: '' }) === signature,
  ),
  alsoAccept(
    ['prefix-need-not-be-signed', 'SIG-008', 'Accepts a signature for the path without the prefix.'],
    (call, signature) => expectedSignature(call, { target: '/orders/modify' }) === signature,
  ),
  alsoAccept(
    ['method-need-not-be-signed', 'SIG-009', 'Accepts a signature made without the method.'],
    (call, signature) => expectedSignature(call, { method: '' }) === signature,
  ),
  alsoAccept(['path-not-bound', 'SIG-008', 'Accepts a signature for the path of the lookup.'], (call, signature) => {
    const target = call.incoming.target.replace('/orders/modify', '/stocks/orders');
    return expectedSignature(call, { target }) === signature;
  }),
  alsoAccept(
    [
      'written-path-not-bound',
      'SIG-008',
      'Accepts a signature for the path of the lookup, where the template writes the path out.',
      { needs: { signatureTemplate: '{timestamp}|{method}|/orders/modify|{body}' } },
    ],
    (call, signature) => {
      const { path } = splitTarget(call.incoming.target);
      const pathInstead = { of: path, path: path.replace('/orders/modify', '/stocks/orders') };
      return expectedSignature(call, { pathInstead }) === signature;
    },
  ),
  alsoAccept(['method-not-bound', 'SIG-009', 'Accepts a signature for another method.'], (call, signature) =>
    ['GET', 'PUT', 'PATCH', 'DELETE', 'post'].some((method) => expectedSignature(call, { method }) === signature),
  ),
  alsoAccept(
    [
      'token-not-bound',
      'SIG-010',
      'Accepts a signature made without the token, where the template has one.',
      { needs: { signatureTemplate: 'snap' } },
    ],
    (call, signature) => expectedSignature(call, { token: '' }) === signature,
  ),
  fault(['first-signature-counts', 'SIG-011', 'Looks at the first X-Signature where there are two.'], (before) => ({
    verifySignature: (call) => before.verifySignature(withOneSignature(call, ([first]) => first)),
  })),
  alsoAccept(
    ['timestamp-bound-by-tens', 'SIG-007', 'Accepts a signature over another X-Timestamp of the same ten seconds.'],
    (call, signature) => {
      const tens = call.timestamp.slice(0, -1);
      return Array.from({ length: 10 }, (_, digit) => `${tens}${digit}`).some(
        (timestamp) => expectedSignature(call, { timestamp }) === signature,
      );
    },
  ),
  alsoAccept(
    ['version-not-bound', 'SIG-008', 'Accepts a signature for the same path of another version.'],
    (call, signature) =>
      Array.from({ length: 30 }, (_, version) => call.incoming.target.replace('/v1/', `/v${version}/`)).some(
        (target) => expectedSignature(call, { target }) === signature,
      ),
  ),
  fault(['last-signature-counts', 'SIG-011', 'Looks at the last X-Signature where there are two.'], (before) => ({
    verifySignature: (call) => before.verifySignature(withOneSignature(call, (values) => values.at(-1))),
  })),
  fault(['any-listed-signature-counts', 'SIG-011', 'Looks for the right one in a list of signatures.'], (before) => ({
    verifySignature: (call) => {
      const right = expectedSignature(call);
      const isListed = (list: string): string | undefined => list.split(/[, ]+/).find((one) => one === right);
      return before.verifySignature(withOneSignature(call, ([list = '']) => isListed(list) ?? list));
    },
  })),
  fault(
    ['signature-over-rewritten-body', 'MOD-010', 'Verifies a signature over the body as it would write it itself.'],
    (before) => ({
      verifySignature: (call) => before.verifySignature(withBody(call, rewritten(call.incoming.body))),
    }),
  ),
];

/** Members of conditions, as they stand behind others. */
const CONDITION_MEMBERS = /,"(?:profitRealization|loss)\w+":[^,}]+/g;

/** A fault that verifies a signature no second time at the same timestamp, for a body that is the same but for one part. */
function rememberingSignatures(head: FaultHead, unlooked: RegExp): Fault {
  return fault(head, (before) => {
    const known = new Set<string>();
    return {
      verifySignature: (call) => {
        const signature = soleHeader(call.incoming, 'x-signature') ?? '';
        const seen = `${signature} ${call.timestamp} ${call.incoming.body.toString().replace(unlooked, '')}`;
        const refusal = known.has(seen) ? null : before.verifySignature(call);
        if (refusal === null) known.add(seen);
        return refusal;
      },
    };
  });
}

/** The call with one X-Signature, chosen from those that it has. */
function withOneSignature(call: Call, choose: (values: readonly string[]) => string | undefined): Call {
  const { rawHeaders } = call.incoming;
  const chosen = choose(headerValuesOf(call.incoming, 'x-signature'));
  if (chosen === undefined) return call;
  const others = rawHeaders.flatMap((name, index) => {
    const isOther = index % 2 === 0 && name.toLowerCase() !== 'x-signature';
    return isOther ? [name, rawHeaders[index + 1] ?? ''] : [];
  });
  return { ...call, incoming: { ...call.incoming, rawHeaders: [...others, 'X-Signature', chosen] } };
}

function withBody(call: Call, body: Buffer): Call {
  return { ...call, incoming: { ...call.incoming, body } };
}

/** What is no JSON stays as it is. */
function rewritten(body: Buffer): Buffer {
  try {
    return Buffer.from(JSON.stringify(JSON.parse(body.toString())));
  } catch {
    return body;
  }
}
