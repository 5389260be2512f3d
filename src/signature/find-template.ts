import { createHmac, type KeyObject } from 'node:crypto';
import type { KeyEncoding } from '../contract/profile.js';
import { decodeKey, parseTemplate, PRESETS, preimage, type SigningInput } from '../wire/signing.js';
import { givenSignature, inputOf, type GivenSignature, type SignedRequest } from './signed-request.js';
import { highestCost, Joiner, templateOf, visitCandidates } from './candidates.js';
import { findMisses, type Miss } from './near-misses.js';
import { partsOf, type Part } from './parts.js';

/** A template that reproduces the signature of every request that was given. */
export interface FoundTemplate {
  /** A preset's name where it is one. */
  readonly preset: string | null;
  readonly text: string;
  readonly keyEncoding: KeyEncoding;
  /** Parts that other ones could stand for: these requests do not tell them apart. */
  readonly alike: readonly { readonly part: string; readonly twins: readonly string[] }[];
}

/** What a search came to. */
export interface Search {
  /** The simplest first. */
  readonly found: readonly FoundTemplate[];
  /** How the signatures are made and written, by their form. */
  readonly signature: Pick<GivenSignature, 'hash' | 'spelling'>;
  /** Signatures that were made. */
  readonly tried: number;
  /** Whether there was nothing left to try. */
  readonly isWhole: boolean;
  /** Where nothing was found: what would have reproduced the signature, though no setting can say it. */
  readonly misses: readonly Miss[];
}

/** Options of {@link findTemplate}. */
export interface SearchOptions {
  /** Text of the key, as it was handed out. */
  readonly key: string;
  /** Variables that may be signed. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Most signatures that are made. */
  readonly most: number;
  /** Called now and then with how many were made. */
  readonly onProgress?: (tried: number) => void;
}

const ENCODINGS: readonly KeyEncoding[] = ['utf8', 'hex', 'base64', 'base64url'];
const PROGRESS_EVERY = 50_000;

/** One key, however many encodings read it so. */
interface ReadKey {
  readonly encoding: KeyEncoding;
  readonly key: KeyObject;
}

/**
 * Finds what signatures cover: tries the presets, then every order of the parts of a request, with usual separators and
 * hashes, the simplest first, under every encoding in which the key can be read. Sends nothing.
 *
 * @param requests - at least one; where there are several, a template has to reproduce all of their signatures
 * @throws SuiteError where a request has no signature, or the key is empty
 */
export function findTemplate(requests: readonly [SignedRequest, ...SignedRequest[]], options: SearchOptions): Search {
  const seen = requests.map((request) => ({
    input: inputOf(request, options.env),
    signature: givenSignature(request),
  }));
  const [first] = seen;
  if (first === undefined) throw new Error('There is no request to search.');
  const slots = partsOf(first.input, Object.keys(options.env));
  const trial = new Trial(first.signature, readKeys(options.key), options);
  const joiner = new Joiner();
  const found = new Map<string, FoundTemplate>();
  const keep = (encoding: KeyEncoding, text: string, parts: readonly Part[]): void => {
    if (found.has(`${encoding} ${text}`) || !text.includes('{') || !reproducesAll(text, encoding, seen, options))
      return;
    found.set(`${encoding} ${text}`, foundTemplate(text, encoding, parts));
  };

  for (const text of Object.values(PRESETS)) {
    const parts = slots.flat().filter((part) => text.includes(part.text));
    for (const encoding of trial.test(preimage(parseTemplate(text), first.input))) keep(encoding, text, parts);
  }
  const last = highestCost(slots);
  let cost = 1;
  for (; cost <= last && found.size === 0; cost += 1) {
    const isWhole = visitCandidates(slots, cost, (candidate) => {
      for (const encoding of trial.test(joiner.join(candidate))) keep(encoding, templateOf(candidate), candidate.parts);
      return trial.tried < options.most;
    });
    if (!isWhole) break;
  }
  return {
    found: [...found.values()],
    signature: first.signature,
    tried: trial.tried,
    isWhole: cost > last,
    misses: found.size > 0 ? [] : findMisses(first.signature, options.key, slots),
  };
}

/** The key by each encoding that reads it, those that come to the same bytes once. */
export function readKeys(text: string): readonly ReadKey[] {
  const keys: ReadKey[] = [{ encoding: 'utf8', key: decodeKey(text, 'utf8') }];
  for (const encoding of ENCODINGS.slice(1)) {
    try {
      const key = decodeKey(text, encoding);
      if (!keys.some((known) => known.key.equals(key))) keys.push({ encoding, key });
    } catch {
      // It is not written so.
    }
  }
  return keys;
}

/** Makes signatures and holds them against the one that was given. */
class Trial {
  tried = 0;
  private nextProgress = PROGRESS_EVERY;
  private readonly signature: GivenSignature;
  private readonly keys: readonly ReadKey[];
  private readonly onProgress: (tried: number) => void;

  constructor(signature: GivenSignature, keys: readonly ReadKey[], { onProgress = () => undefined }: SearchOptions) {
    this.signature = signature;
    this.keys = keys;
    this.onProgress = onProgress;
  }

  /** The encodings of the key under which these bytes have the signature. */
  test(bytes: Uint8Array): KeyEncoding[] {
    const { hash, bytes: wanted } = this.signature;
    this.tried += this.keys.length;
    if (this.tried >= this.nextProgress) {
      this.nextProgress += PROGRESS_EVERY;
      this.onProgress(this.tried);
    }
    return this.keys
      .filter(({ key }) => createHmac(hash, key).update(bytes).digest().equals(wanted))
      .map(({ encoding }) => encoding);
  }
}

function reproducesAll(
  text: string,
  encoding: KeyEncoding,
  seen: readonly { readonly input: SigningInput; readonly signature: GivenSignature }[],
  { key }: SearchOptions,
): boolean {
  const [template, read] = [parseTemplate(text), decodeKey(key, encoding)];
  return seen.every(({ input, signature: { hash, bytes } }) =>
    createHmac(hash, read).update(preimage(template, input)).digest().equals(bytes),
  );
}

function foundTemplate(text: string, keyEncoding: KeyEncoding, parts: readonly Part[]): FoundTemplate {
  const preset = Object.entries(PRESETS).find(([, template]) => template === text)?.[0] ?? null;
  const alike = parts.filter(({ twins }) => twins.length > 0).map(({ text: part, twins }) => ({ part, twins }));
  return { preset, text, keyEncoding, alike };
}
