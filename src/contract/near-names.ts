/** How many characters must be changed, added or removed to turn one word into the other. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

/** The known names that someone who typed `name` may have meant, nearest first, at most three. Whole words count more. */
export function nearNames(name: string, known: readonly string[]): string[] {
  const typed = name.toLowerCase().slice(0, 100);
  const words = new Set(typed.split('-'));
  const most = Math.max(2, Math.floor(typed.length / 3));
  const near = known
    .map((candidate) => {
      const lower = candidate.toLowerCase();
      const shared = lower.split('-').filter((word) => words.has(word)).length;
      return { candidate, far: editDistance(typed, lower) - 4 * shared };
    })
    .filter(({ far }) => far <= most)
    .sort((a, b) => a.far - b.far);
  const nearest = near[0]?.far ?? 0;
  return near
    .filter(({ far }) => far <= nearest + 1)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** `did you mean A or B?`, or what to say where nothing is near. */
export function didYouMean(name: string, known: readonly string[], otherwise: string): string {
  const near = nearNames(name, known);
  return near.length > 0 ? `did you mean ${near.join(' or ')}?` : otherwise;
}
