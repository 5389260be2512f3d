import { Buffer } from 'node:buffer';
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
 * @param visit - returns whether to go on; what it gets is overwritten afterwards
 * @returns whether all of this cost were visited
 */
export function visitCandidates(
  slots: readonly (readonly Part[])[],
  cost: number,
  visit: (candidate: Candidate) => boolean,
): boolean {
  for (const separator of SEPARATORS) {
    const isNone = separator.text === '';
    for (const isTrailing of isNone ? [false] : [false, true]) {
      const rest = cost - separator.cost - (isTrailing ? TRAILING_COST : 0);
      const parts: Part[] = [];
      const used = new Set<readonly Part[]>();
      const candidate: Candidate = { parts, separator, isTrailing };
      const extend = (left: number): boolean => {
        // A separator needs two parts to stand between, or one before it.
        if (left === 0) return (parts.length < 2 && !isNone && !isTrailing) || visit(candidate);
        for (const slot of slots) {
          if (used.has(slot)) continue;
          used.add(slot);
          for (const part of slot) {
            if (part.cost + 1 > left) break;
            parts.push(part);
            if (!extend(left - part.cost - 1)) return false;
            parts.pop();
          }
          used.delete(slot);
        }
        return true;
      };
      if (rest > 0 && !extend(rest)) return false;
    }
  }
  return true;
}

/** The cost beyond which there are no candidates. */
export function highestCost(slots: readonly (readonly Part[])[]): number {
  const parts = slots.reduce((sum, slot) => sum + 1 + Math.max(...slot.map(({ cost }) => cost)), 0);
  return parts + TRAILING_COST + Math.max(...SEPARATORS.map((one) => one.cost));
}

/** Puts the bytes of candidates together, each over the one before. */
export class Joiner {
  private bytes = Buffer.alloc(64 * 1024);
  private length = 0;

  /** @returns what is overwritten by the next call */
  join({ parts, separator: between, isTrailing }: Candidate): Buffer {
    this.length = 0;
    for (const [index, part] of parts.entries()) {
      if (index > 0) this.append(between.bytes);
      this.append(part.bytes);
    }
    if (isTrailing) this.append(between.bytes);
    return this.bytes.subarray(0, this.length);
  }

  private append(bytes: Buffer): void {
    if (this.length + bytes.length > this.bytes.length) {
      this.bytes = Buffer.concat([this.bytes, Buffer.alloc(this.bytes.length + bytes.length)]);
    }
    this.length += bytes.copy(this.bytes, this.length);
  }
}
