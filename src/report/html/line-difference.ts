import type { MessageLine } from './message-lines.js';

/** A line of two messages laid side by side. */
export type DifferenceLine =
  | { readonly side: 'both' | 'this' | 'other'; readonly line: MessageLine; readonly pair?: undefined }
  /** Both have it, with another value: `pair` is the other's line. */
  | { readonly side: 'changed'; readonly line: MessageLine; readonly pair: MessageLine };

/** Where two texts part: what is alike before and after is counted in characters. */
export interface Parting {
  readonly before: number;
  readonly after: number;
}

/** How one message differs from another, in the fewest lines. A comma at the end of a line of JSON is no difference. */
export function differenceOf(own: readonly MessageLine[], other: readonly MessageLine[]): DifferenceLine[] {
  const lengths = commonLengths(own, other);
  const lines: DifferenceLine[] = [];
  let removed: MessageLine[] = [];
  let added: MessageLine[] = [];
  const flush = (): void => {
    lines.push(...paired(added, removed));
    [removed, added] = [[], []];
  };
  let [i, j] = [0, 0];
  while (i < own.length || j < other.length) {
    const [a, b] = [own[i], other[j]];
    if (a && b && isAlike(a, b)) {
      flush();
      lines.push({ side: 'both', line: a });
      i += 1;
      j += 1;
    } else if (a && (!b || (lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0))) {
      added.push(a);
      i += 1;
    } else if (b) {
      removed.push(b);
      j += 1;
    }
  }
  flush();
  return lines;
}

/** What a reader calls the lines that differ, each once. */
export function differingNames(lines: readonly DifferenceLine[]): string[] {
  const names = lines.filter(({ side, line }) => side !== 'both' && line.name !== '').map(({ line }) => line.name);
  return [...new Set(names)];
}

/** How much of two texts is alike at their beginnings and ends. */
export function partingOf(one: string, other: string): Parting {
  const shorter = Math.min(one.length, other.length);
  let before = 0;
  while (before < shorter && one[before] === other[before]) before += 1;
  let after = 0;
  while (after < shorter - before && one.at(-1 - after) === other.at(-1 - after)) after += 1;
  return { before, after };
}

/** Lines about the same thing are one changed line; what is left belongs to one side only. */
function paired(added: readonly MessageLine[], removed: readonly MessageLine[]): DifferenceLine[] {
  const left = [...removed];
  const lines = added.map((line): DifferenceLine => {
    const at = left.findIndex((candidate) => candidate.name !== '' && candidate.place === line.place);
    const [pair] = at < 0 ? [] : left.splice(at, 1);
    return pair === undefined ? { side: 'this', line } : { side: 'changed', line, pair };
  });
  return [...lines, ...left.map((line): DifferenceLine => ({ side: 'other', line }))];
}

function isAlike(a: MessageLine, b: MessageLine): boolean {
  if (a.isExact || b.isExact) return a.text === b.text;
  return a.text.replace(/,$/, '') === b.text.replace(/,$/, '');
}

/** Length of the longest common subsequence of the lines from each pair of places on. */
function commonLengths(own: readonly MessageLine[], other: readonly MessageLine[]): Uint16Array[] {
  const lengths = Array.from({ length: own.length + 1 }, () => new Uint16Array(other.length + 1));
  for (let i = own.length - 1; i >= 0; i -= 1) {
    for (let j = other.length - 1; j >= 0; j -= 1) {
      const [row, below] = [lengths[i], lengths[i + 1]];
      const [a, b] = [own[i], other[j]];
      if (!row || !below || !a || !b) continue;
      row[j] = isAlike(a, b) ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return lengths;
}
