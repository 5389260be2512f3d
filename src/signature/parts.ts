import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { parseTemplate } from '../wire/signature-template.js';
import { preimage, type SigningInput } from '../wire/signing.js';
import { splitTarget } from '../wire/target.js';

/** One way in which a signature may cover a part of a request. */
export interface Part {
  /** As a template has it. */
  readonly text: string;
  readonly bytes: Buffer;
  /** How far-fetched it is: 0 is what most do. */
  readonly cost: number;
  /** Ways that come to the same bytes in this request. */
  readonly twins: readonly string[];
}

/** Headers that are a part of their own, or none that anybody signs. */
const PLAIN_HEADERS =
  /^(?:x-signature|x-timestamp|x-nonce|authorization|host|content-(?:type|length|encoding)|accept(?:-.*)?|user-agent|connection|cookie|origin|referer|sec-.*|te|dnt|pragma|cache-control|transfer-encoding|expect|date|postman-token|priority|authority|scheme|upgrade-insecure-requests)$/i;
const MOST_HEADERS = 4;
const MOST_SEGMENTS = 8;

const HASHED: readonly (readonly [transforms: string, cost: number])[] = [
  ['sha512|hex', 1],
  ['sha256|hex', 1],
  ['sha512|base64', 2],
  ['sha256|base64', 2],
  ['sha512', 2],
  ['sha256', 2],
  ['sha512|hex|upper', 2],
  ['sha256|hex|upper', 2],
  ['base64', 2],
  ['hex', 3],
];
const REWRITTEN: readonly (readonly [transforms: string, cost: number])[] = [
  ['', 0],
  ['minify', 1],
  ['sortkeys', 2],
  ['sortkeys|minify', 2],
];

/**
 * The slots of a request, each with its parts, the likeliest first. Two parts of a slot never have the same bytes.
 *
 * @param envNames - variables that may be signed, such as an application's key
 */
export function partsOf(input: SigningInput, envNames: readonly string[]): readonly (readonly Part[])[] {
  const { path, query } = splitTarget(input.target);
  const slots: (readonly (readonly [text: string, cost: number])[])[] = [
    [
      ['{timestamp}', 0],
      ['{timestamp}000', 2],
    ],
    [
      ['{method}', 0],
      ['{method|lower}', 2],
    ],
    pathWays(path, query),
    bodyWays(),
    [
      ['{token}', 0],
      ['Bearer {token}', 1],
      ['{token|sha256|hex}', 3],
      ['{token|sha512|hex}', 3],
    ],
    query === '' ? [['{query}', 1]] : queryWays(),
    ...(input.nonce === undefined || input.nonce === '' ? [] : [[['{nonce}', 0] as const]]),
    ...headerNames(input).map((name) => [[`{header:${name}}`, 1] as const]),
    ...envNames.map((name) => [[`{env:${name}}`, 0] as const]),
  ];
  return slots.map((ways) => distinct(ways, input)).filter((parts) => parts.length > 0);
}

const JOINT_HASHES = ['sha256', 'sha512', 'sha256|hex', 'sha512|hex'];
/** Parts that are hashed together. */
const MOST_JOINT = 3;
const MOST_JOINT_BODY = 256 * 1024;

/**
 * Two slots for what has a hash over several parts together, as Kraken signs: such hashes, and what may stand beside one.
 * None costs anything. There are none for a body that is too long to be hashed so often.
 */
export function jointSlots(input: SigningInput, slots: readonly (readonly Part[])[]): readonly (readonly Part[])[] {
  if (input.body.length > MOST_JOINT_BODY) return [];
  const { path } = splitTarget(input.target);
  const paths = ['{target}', '{path}', ...endsOf(path).flatMap(([text]) => (text.startsWith('/') ? [text] : []))];
  const kinds = [['{timestamp}'], ['{method}'], paths, ['{body}'], ...(input.nonce ? [['{nonce}']] : [])];
  const joint = orders(kinds, MOST_JOINT).filter(
    (parts) => parts.length > 1 && parts.some((part) => part.includes('{')),
  );
  const hashes = joint.flatMap((parts) => JOINT_HASHES.map((hash) => [`{(${parts.join('')})|${hash}}`, 0] as const));
  const others = slots.flat().filter(({ text, cost }) => cost <= 1 && !text.startsWith('{body'));
  return [distinct(hashes, input), others.map((part) => ({ ...part, cost: 0 }))];
}

/** Every order of up to so many kinds, one text of each. */
function orders(kinds: readonly (readonly string[])[], most: number): string[][] {
  if (most === 0) return [];
  return kinds.flatMap((kind, at) => {
    const more = orders(kinds.toSpliced(at, 1), most - 1);
    return kind.flatMap((text) => [[text], ...more.map((rest) => [text, ...rest])]);
  });
}

function pathWays(path: string, query: string): (readonly [string, number])[] {
  return [
    ['{target}', 0],
    ['{path}', query === '' ? 1 : 0],
    ['{url}', 1],
    ...endsOf(path),
    ['{host}{target}', 2],
    ['{host}{path}', 2],
    ['{path|lower}', 2],
    ['{target|encode}', 2],
    ['{url|encode}', 2],
    ['{target|decode}', 2],
    ['{target|sort}', 2],
    ['{url|lower}', 3],
  ];
}

/** The path without its first segments, as literal text: some sign it without the prefix of the base URL. */
function endsOf(path: string): (readonly [string, number])[] {
  if (!/^\/[\w/.~-]+$/.test(path)) return [];
  const segments = path.slice(1).split('/').slice(0, MOST_SEGMENTS);
  return segments.flatMap((_, index) => {
    const end = segments.slice(index).join('/');
    const isOperation = segments.length - index === 2;
    return [...(index === 0 ? [] : [[`/${end}`, isOperation ? 1 : 2] as const]), [end, 3] as const];
  });
}

function queryWays(): (readonly [string, number])[] {
  return [
    ['{query}', 0],
    ['{query|sort}', 1],
    ['{query|decode}', 1],
    ['{query|decode|sort}', 2],
  ];
}

function bodyWays(): (readonly [string, number])[] {
  return REWRITTEN.flatMap(([rewritten, cost]) => [
    [transformed('body', rewritten), cost] as const,
    ...HASHED.map(([hashed, more]) => [transformed('body', rewritten, hashed), cost + more] as const),
  ]);
}

const transformed = (source: string, ...transforms: readonly string[]): string =>
  `{${[source, ...transforms].filter((text) => text !== '').join('|')}}`;

function headerNames({ headers = [] }: SigningInput): string[] {
  const names = headers.map(([name]) => name).filter((name) => /^[\w-]+$/.test(name) && !PLAIN_HEADERS.test(name));
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()].slice(0, MOST_HEADERS);
}

function distinct(ways: readonly (readonly [text: string, cost: number])[], input: SigningInput): Part[] {
  const byBytes = new Map<string, Part & { twins: string[] }>();
  for (const [text, cost] of [...ways].sort(([, a], [, b]) => a - b)) {
    const bytes = bytesOf(text, input);
    const digest = createHash('sha256').update(bytes).digest('base64');
    const known = byBytes.get(digest);
    if (known === undefined) byBytes.set(digest, { text, bytes, cost, twins: [] });
    else known.twins.push(text);
  }
  return [...byBytes.values()];
}

/** A literal alone is no template: something beside it makes it one. */
function bytesOf(text: string, input: SigningInput): Buffer {
  return text.includes('{') ? preimage(parseTemplate(text), input) : Buffer.from(text);
}
