import { wholeBeginning } from '../contract/whole-characters.js';
import type { Exchange } from '../wire/exchange.js';
import { isJsonObject } from '../wire/json.js';

/** How the answer to a signature compares with those to two wrong ones. */
export type Comparison = 'alike' | 'another' | 'unclear';

/** What an answer consists of, each value by its way through the members. */
type Parts = ReadonlyMap<string, string>;

/** Members that say which refusal it is: of codes every digit counts, of words what stays from answer to answer. */
const CODE = /(?:code|status|error|cause|reason|type)$/i;
const WORDS = /(?:message|detail|details|description|title|text|msg)$/i;
/** What an answer has of its request or moment: numbers, times, ids, echoed signatures, and what was redacted. */
const PASSING = /\[redacted[^\]]*\]|[\w+/=.:-]*\d[\w+/=.:-]*/g;
const MOST_VALUES = 1_000;
const LONGEST_TEXT = 10_000;

/**
 * Whether a modify was refused as those with a wrong signature are: by status, names of members, codes and words. What
 * differs between the wrong ones, such as a trace id, does not count.
 *
 * @param wrong - two modifies that differ from the first, and from each other, in their signatures alone
 * @returns `unclear` where one got no answer, the wrong ones differ in their status, or only what says nothing differs
 */
export function compareRefusals(own: Exchange, wrong: readonly [Exchange, Exchange]): Comparison {
  const exchanges = [own, ...wrong];
  if (exchanges.some(({ response, trouble }) => response === undefined || trouble !== undefined)) return 'unclear';
  const [status, first, second] = exchanges.map(({ response }) => response?.status);
  if (first !== second) return status === first || status === second ? 'alike' : 'unclear';
  if (status !== first) return 'another';
  const [mine, one, other] = exchanges.map(partsOf) as [Parts, Parts, Parts];
  const lasting = [...new Set([...mine.keys(), ...one.keys()])].filter((path) => one.get(path) === other.get(path));
  const different = lasting.filter((path) => mine.get(path) !== one.get(path));
  if (different.length === 0) return 'alike';
  const isTold = (path: string): boolean =>
    path === '' || CODE.test(path) || WORDS.test(path) || mine.has(path) !== one.has(path);
  return different.some(isTold) ? 'another' : 'unclear';
}

function partsOf({ response }: Exchange): Parts {
  const parts = new Map<string, string>();
  const { json, text = '' } = response ?? {};
  if (json?.ok !== true) return parts.set('', lastingText(text ?? ''));
  const open: [path: string, value: unknown][] = [['', json.value]];
  for (let next = open.pop(); next !== undefined && parts.size < MOST_VALUES; next = open.pop()) {
    const [path, value] = next;
    const members = isJsonObject(value) || Array.isArray(value) ? Object.entries(value).slice(0, MOST_VALUES) : null;
    if (members === null) parts.set(path, shownValue(path, value));
    else for (const [name, member] of members) open.push([`${path}/${name}`, member]);
  }
  return parts;
}

function shownValue(path: string, value: unknown): string {
  if (typeof value !== 'string') return CODE.test(path) ? JSON.stringify(value) : typeof value;
  return CODE.test(path) && !/\s/.test(value) ? value : lastingText(value);
}

const lastingText = (text: string): string => wholeBeginning(text, LONGEST_TEXT).replace(PASSING, '#');
