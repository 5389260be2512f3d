import { Buffer } from 'node:buffer';
import type { Draft } from './draft.js';
import type { Part } from './parts.js';

/** What may stand between parts. */
export interface Separator {
  /** As a template has it, such as `\\n`. */
  readonly text: string;
  readonly bytes: Buffer;
  readonly cost: number;
}

/** Parts one after another, with a separator between them, and after the last one where it is trailing. */
export interface Candidate {
  readonly parts: readonly Part[];
  readonly separator: Separator;
  readonly isTrailing: boolean;
}

const SEPARATORS: readonly Separator[] = [
  separator('', 0),
  separator('\\n', 1, '\n'),
  ...['.', ':', '|', '&', ','].map((text) => separator(text, 1)),
  ...[';', '-', '_', ' ', '/', '#'].map((text) => separator(text, 2)),
  separator('\\t', 2, '\t'),
  separator('\\0', 2, '\0'),
];

function separator(text: string, cost: number, spelled = text): Separator {
  return { text, cost, bytes: Buffer.from(spelled) };
}
const TRAILING_COST = 2;

/** The text of a candidate as a template. */
export function templateOf({ parts, separator, isTrailing }: Candidate): string {
  return parts.map(({ text }) => text).join(separator.text) + (isTrailing ? separator.text : '');
}

/**
 * Visits candidates, those of lower cost first: few parts, usual ones, without a separator.
 *
 * @param draft - has what each candidate signs while it is visited; what candidates begin with alike is put together once
 * @param visit - returns whether to go on; what it gets is overwritten afterwards
 * @returns whether all of this cost were visited
 */
export function visitCandidates(
  slots: readonly (readonly Part[])[],
  cost: number,
  draft: Draft,
  visit: (candidate: Candidate) => boolean,
): boolean {
  const begin = draft.length;
  try {
    for (const separator of SEPARATORS) {
      const isNone = separator.text === '';
      for (const isTrailing of isNone ? [false] : [false, true]) {
        const rest = cost - separator.cost - (isTrailing ? TRAILING_COST : 0);
        if (rest > 0 && !visitJoined({ slots, draft, visit, separator, isTrailing }, rest)) return false;
      }
    }
    return true;
  } finally {
    draft.length = begin;
  }
}

interface Walk extends Omit<Candidate, 'parts'> {
  readonly slots: readonly (readonly Part[])[];
  readonly draft: Draft;
  readonly visit: (candidate: Candidate) => boolean;
}

function visitJoined({ slots, draft, visit, separator, isTrailing }: Walk, cost: number): boolean {
  const parts: Part[] = [];
  const used = new Set<readonly Part[]>();
  const candidate: Candidate = { parts, separator, isTrailing };
  const leaf = (): boolean => {
    // A separator needs two parts to stand between, or one before it.
    if (parts.length < 2 && separator.text !== '' && !isTrailing) return true;
    if (isTrailing) draft.append(separator.bytes);
    return visit(candidate);
  };
  const extend = (left: number): boolean => {
    if (left === 0) return leaf();
    const { length } = draft;
    for (const slot of slots) {
      if (used.has(slot)) continue;
      used.add(slot);
      for (const part of slot) {
        if (part.cost + 1 > left) break;
        if (parts.length > 0) draft.append(separator.bytes);
        draft.append(part.bytes);
        parts.push(part);
        if (!extend(left - part.cost - 1)) return false;
        parts.pop();
        draft.length = length;
      }
      used.delete(slot);
    }
    return true;
  };
  return extend(cost);
}

/** The cost beyond which there are no candidates. */
export function highestCost(slots: readonly (readonly Part[])[]): number {
  const parts = slots.reduce((sum, slot) => sum + 1 + Math.max(...slot.map(({ cost }) => cost)), 0);
  return parts + TRAILING_COST + Math.max(...SEPARATORS.map((one) => one.cost));
}
