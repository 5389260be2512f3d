import { headerValue } from '../../wire/headers.js';
import { decodeUtf8, isJson, tokensOf } from '../../wire/json.js';
import { BoundedSet } from '../bounded-set.js';
import type { Sight } from './sight.js';

/** How a client may write what means the same: answers to open questions, and what another service may not take. */
export const USUAL = {
  timestamp: 'digits alone',
  scheme: 'Bearer and one space',
  digits: 'lower case',
  number: 'in the shortest way',
} as const;

/** Ways that are each told once; a client has few. */
const MOST_WAYS = 20;

/** How a timestamp is written that is a number. */
export function timestampWays(value: string): readonly string[] {
  const ways = [
    ...(/^[+-]/.test(value) ? ['with a sign'] : []),
    ...(/^[+-]?0\d/.test(value) ? ['with leading zeros'] : []),
    ...(value.includes('.') ? ['with decimals'] : []),
    ...(/e/i.test(value) ? ['with an exponent'] : []),
  ];
  return ways.length === 0 ? [USUAL.timestamp] : ways;
}

/** The scheme Bearer of an Authorization with what parts it from the token; `null` where there is none. */
export function schemeOf(value: string): string | null {
  return /^\s*bearer(?:[ \t]+|$)/i.exec(value)?.[0] ?? null;
}

/** How the scheme of an Authorization is written that has a token behind it. */
export function schemeWays(value: string): readonly string[] {
  const [, word = '', blanks = ''] = /^\s*(\S+)(\s+)/.exec(value) ?? [];
  const ways = [
    ...(word === 'Bearer' ? [] : [/[A-Z]/.test(word) ? 'in upper or mixed case' : 'in lower case']),
    ...(blanks === ' ' ? [] : ['with other white space behind it']),
  ];
  return ways.length === 0 ? [USUAL.scheme] : ways;
}

/** In which case the digits of a signature are; none where they are no hexadecimal ones. */
export function digitWays(value: string): readonly string[] {
  if (!/^[0-9a-f]+$/i.test(value)) return [];
  if (!/[A-F]/.test(value)) return [USUAL.digits];
  return [/[a-f]/.test(value) ? 'both cases' : 'upper case'];
}

/** How a number of JSON is spelled. */
function numberWays(token: string): readonly string[] {
  const ways = [
    ...(/e/i.test(token) ? ['with an exponent'] : []),
    ...(/\.\d*0(?:e|$)/i.test(token) ? ['with zeros behind it'] : []),
    ...(/^-0(?:\.0*)?$/.test(token) ? ['with a sign before 0'] : []),
  ];
  return ways.length === 0 ? [USUAL.number] : ways;
}

/** Gathers how a client writes all of it. */
export class Spellings {
  private readonly seen = {
    'OPN-070': new BoundedSet(MOST_WAYS),
    'OPN-071': new BoundedSet(MOST_WAYS),
    'OPN-072': new BoundedSet(MOST_WAYS),
    'OPN-073': new BoundedSet(MOST_WAYS),
  };

  see({ passage: { request, isBodyCut }, exchange }: Sight): void {
    const authorization = headerValue(request.headers, 'authorization') ?? '';
    if (schemeOf(authorization) !== null) this.add('OPN-071', schemeWays(authorization));
    if (exchange.operation !== 'modifyOrder') return;
    const timestamp = headerValue(request.headers, 'x-timestamp')?.trim() ?? '';
    if (timestamp !== '' && Number.isFinite(Number(timestamp))) this.add('OPN-070', timestampWays(timestamp));
    this.add('OPN-072', digitWays(headerValue(request.headers, 'x-signature')?.trim() ?? ''));
    const text = isBodyCut ? null : decodeUtf8(request.body ?? new Uint8Array());
    if (text === null || !isJson(text)) return;
    for (const { kind, text: token } of tokensOf(text)) {
      if (kind === 'literal' && /^[-\d]/.test(token)) this.add('OPN-073', numberWays(token));
    }
  }

  /** `undefined` where nothing was seen. */
  answer(question: string): readonly string[] | undefined {
    const ways = Object.hasOwn(this.seen, question) ? this.seen[question as keyof typeof this.seen] : undefined;
    return ways === undefined || ways.size === 0 ? undefined : ways.sorted();
  }

  private add(question: keyof typeof this.seen, ways: readonly string[]): void {
    for (const way of ways) this.seen[question].add(way);
  }
}
