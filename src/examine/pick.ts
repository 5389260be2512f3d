import { deriveSeed } from '../contract/seed.js';

/** Up to `count` items, the same for the same seed and items, in their own order. */
export function pick<T>(items: readonly T[], count: number, seed: number): readonly T[] {
  if (items.length <= count) return items;
  const chosen = new Set<number>();
  for (let draw = 0; chosen.size < count; draw += 1) chosen.add(deriveSeed(seed, String(draw)) % items.length);
  return items.filter((_, index) => chosen.has(index));
}
