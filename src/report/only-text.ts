import type { Results } from '../contract/results.js';

/** So many neighbours are told as one, by the first and the last. */
const FEWEST = 3;

/**
 * The clauses that `--only` chose in few words: `CLK-*` for a whole area, `MOD-001 to MOD-009` for neighbours in one.
 *
 * @param clauses - of the catalogue, in its order
 */
export function onlyText(only: readonly string[], { clauses, subject }: Pick<Results, 'clauses' | 'subject'>): string {
  const chosen = new Set(only);
  const areas = new Map<string, string[]>();
  for (const { id, role } of clauses) {
    if (role !== subject.role && role !== 'both') continue;
    const area = areaOf(id);
    areas.set(area, [...(areas.get(area) ?? []), id]);
  }
  const known = [...areas].flatMap(([area, ids]) =>
    ids.length >= FEWEST && ids.every((id) => chosen.has(id)) ? [`${area}-*`] : neighbours(ids, chosen),
  );
  const listed = new Set([...areas.values()].flat());
  return [...known, ...only.filter((id) => !listed.has(id))].join(', ');
}

const areaOf = (id: string): string => id.replace(/-\d+$/, '');

function neighbours(ids: readonly string[], chosen: ReadonlySet<string>): string[] {
  const runs: string[][] = [[]];
  for (const id of ids) {
    if (chosen.has(id)) runs.at(-1)?.push(id);
    else runs.push([]);
  }
  return runs.flatMap((run) => (run.length < FEWEST ? run : [`${run[0] ?? ''} to ${run.at(-1) ?? ''}`]));
}
