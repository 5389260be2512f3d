import { wholeBeginning } from '../../contract/whole-characters.js';
import { membersOf, type SeenAnswer } from './seen-exchange.js';

/** One page of a lookup, as far as it was recorded. */
export interface SeenPage {
  /** `undefined`: it does not say. */
  readonly hasNext: boolean | undefined;
  /** `null`: there is none that could be asked for. `undefined`: it does not say, being cut. */
  readonly nextKey: string | null | undefined;
  readonly stockCds: readonly string[];
  readonly size: number;
  readonly isCut: boolean;
}

const LONGEST_CODE = 64;

/** Reads an answer as a page; `null` where it is none. */
export function pageOf(answer: SeenAnswer): SeenPage | null {
  if (answer.status < 200 || answer.status > 299) return null;
  if (answer.isCut) return cutPageOf(answer.text);
  const { hasNext, nextKey, details } = membersOf(membersOf(answer.json)['data']);
  if (!Array.isArray(details)) return null;
  const codes = (details as unknown[]).map((record) => membersOf(record)['stockCd']);
  return {
    hasNext: typeof hasNext === 'boolean' ? hasNext : undefined,
    nextKey: keyOf(nextKey),
    stockCds: codes.flatMap((code) => (typeof code === 'string' ? [wholeBeginning(code, LONGEST_CODE)] : [])),
    size: details.length,
    isCut: false,
  };
}

function keyOf(key: unknown): string | null {
  if (typeof key === 'number') return String(key);
  return typeof key === 'string' && key !== '' ? key : null;
}

/** Of a long answer the beginning is recorded: what it shows is told from its text. */
function cutPageOf(text: string): SeenPage | null {
  if (!text.includes('"details"')) return null;
  const hasNext = /"hasNext"\s*:\s*(true|false)/.exec(text)?.[1];
  const nextKey = /"nextKey"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text)?.[1];
  const stockCds = [...text.matchAll(/"stockCd"\s*:\s*"((?:[^"\\]|\\.){0,64})/g)].map(([, code]) => code ?? '');
  return {
    hasNext: hasNext === undefined ? undefined : hasNext === 'true',
    nextKey: nextKey === undefined ? undefined : keyOf(unquoted(nextKey)),
    stockCds,
    size: stockCds.length,
    isCut: true,
  };
}

function unquoted(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
