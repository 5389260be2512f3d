/** Ids in few words: those that follow one another in an area are a range, such as `MOD-011 to 023`. */
export function listClauses(ids: readonly string[]): string {
  const ranges: { area: string; from: number; to: number }[] = [];
  for (const id of ids) {
    const [area, number] = [id.slice(0, 4), Number(id.slice(4))];
    const last = ranges.at(-1);
    if (last?.area === area && last.to === number - 1) last.to = number;
    else ranges.push({ area, from: number, to: number });
  }
  return ranges.map(rangeText).join(', ');
}

function rangeText({ area, from, to }: { area: string; from: number; to: number }): string {
  const numbered = (number: number): string => String(number).padStart(3, '0');
  if (to === from) return area + numbered(from);
  return to === from + 1
    ? `${area}${numbered(from)}, ${area}${numbered(to)}`
    : `${area}${numbered(from)} to ${numbered(to)}`;
}
