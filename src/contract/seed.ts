import { createHash } from 'node:crypto';

/**
 * The seed of one part of a run: unsigned 32 bits, the same on any machine, worker and shard.
 *
 * @param runSeed - the run's seed, unsigned 32 bits
 * @param part - a stable name, such as a clause id
 */
export function deriveSeed(runSeed: number, part: string): number {
  return createHash('sha256').update(`${runSeed}:${part}`).digest().readUInt32LE(0);
}
