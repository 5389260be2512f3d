import { SuiteError } from '../../contract/suite-error.js';
import { sentences } from '../certificate/check-record.js';
import type { TrustedKey } from '../certificate/verify/check-signatures.js';
import { verifyBundle } from '../certificate/verify/verify-bundle.js';
import type { RecordedShard } from './check-shards.js';

/** Shards may be older than a certificate holds, and the clocks of their machines differ: the whole has a day of its own. */
const OF_TIME: readonly string[] = ['expiry', 'validity'];

/**
 * Holds each shard against its own certificate: what was altered after its run is neither merged nor signed. Whoever signed
 * one of them must have signed all, so that none was put in the place of another.
 *
 * @param keys - each of them must have signed each shard
 * @param now - milliseconds since the epoch
 * @returns ids of the keys that signed all of them; empty where nobody signed any
 * @throws SuiteError for the first that does not hold
 */
export async function checkCertificates(
  shards: readonly RecordedShard[],
  keys: readonly TrustedKey[],
  now: number,
): Promise<readonly string[]> {
  const signers = new Map<RecordedShard, readonly string[]>();
  for (const shard of shards) signers.set(shard, await signersOf(shard, keys, now));
  for (const [one, ids] of signers) {
    for (const [other, others] of signers) checkSignedAlike([one, ids], [other, others]);
  }
  return [...signers.values()][0] ?? [];
}

async function signersOf(shard: RecordedShard, keys: readonly TrustedKey[], now: number): Promise<readonly string[]> {
  const { problems, signatures } = await verifyBundle(shard.dir, { keys, allowUnsigned: true, now });
  const lasting = problems.filter(({ check }) => !OF_TIME.includes(check));
  if (lasting.length === 0) return signatures.map(({ keyId }) => keyId);
  throw new SuiteError(
    `${nameOf(shard)} is not as its certificate has it: ${sentences(lasting)}`,
    shard.dir,
    'fetch all of its files again, or run this shard again',
  );
}

type Signed = readonly [shard: RecordedShard, keyIds: readonly string[]];

function checkSignedAlike([one, ids]: Signed, [other, others]: Signed): void {
  const lacking = ids.find((id) => !others.includes(id));
  if (lacking === undefined) return;
  throw new SuiteError(
    `${nameOf(other)} has no signature of the key ${lacking}, which signed shard ${one.shard.index}.`,
    other.dir,
    'sign all shards with the same keys, or none',
  );
}

function nameOf({ shard: { index, of } }: RecordedShard): string {
  return `Shard ${index} of ${of}`;
}
