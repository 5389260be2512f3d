import { createHmac, type KeyObject } from 'node:crypto';
import type { KeyEncoding } from '../contract/profile.js';
import { decodeKey } from '../wire/decode-key.js';
import { parseTemplate, PRESETS, sourcesOf } from '../wire/signature-template.js';
import { preimage, type SigningInput } from '../wire/signing.js';
import { givenSignature, inputOf, isInCapitals, type GivenSignature, type SignedRequest } from './signed-request.js';
import { highestCost, templateOf, visitCandidates } from './candidates.js';
import { Draft } from './draft.js';
import { BLOCK_BYTES, DraftMac, effortOf } from './draft-mac.js';
import { findMisses, MOST_NEARLY, type Miss } from './near-misses.js';
import { jointSlots, partsOf, type Part } from './parts.js';

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
  /** How the signatures are made and written, by their form; `isInCapitals`: one of them is, which tradecert never sends. */
  readonly signature: Pick<GivenSignature, 'hash' | 'spelling'> & { readonly isInCapitals: boolean };
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
  /** Most signatures that are made; those of 8 KiB and more count as several. */
  readonly most: number;
  /** Most candidates that are looked at for near misses, long ones as several; default 100000. */
  readonly mostNearly?: number;
  /** Called now and then. */
  readonly onProgress?: (progress: SearchProgress) => void;
}

/** How far a search has come. */
export interface SearchProgress {
  /** Signatures that were made. */
  readonly tried: number;
  /** Candidates that were looked at for near misses, which comes after the search; 0: it goes on. */
  readonly misses: number;
}

const ENCODINGS: readonly KeyEncoding[] = ['utf8', 'hex', 'base64', 'base64url'];
const PROGRESS_EVERY = 50_000;
/** Cost of the last candidates that come before those with a hash over several parts. */
const JOINT_AFTER = 7;
/** Two parts and a usual separator. */
const JOINT_HIGHEST = 3;

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
  const draft = new Draft(BLOCK_BYTES[first.signature.hash]);
  const found = new Map<string, FoundTemplate>();
  const keep = (encoding: KeyEncoding, text: string, parts: readonly Part[]): void => {
    if (found.has(`${encoding} ${text}`) || !text.includes('{') || !reproducesAll(text, encoding, seen, options))
      return;
    found.set(`${encoding} ${text}`, foundTemplate(text, encoding, parts));
  };

  for (const text of Object.values(PRESETS)) {
    const parts = slots.flat().filter((part) => text.includes(part.text));
    draft.replace(preimage(parseTemplate(text), first.input));
    for (const encoding of trial.test(draft)) keep(encoding, text, parts);
  }
  draft.replace(Buffer.alloc(0));
  const visit = (among: readonly (readonly Part[])[], cost: number): boolean =>
    visitCandidates(among, cost, draft, (candidate) => {
      for (const encoding of trial.test(draft)) keep(encoding, templateOf(candidate), candidate.parts);
      return !trial.isSpent;
    });
  const last = highestCost(slots);
  let cost = 1;
  const isOpen = (): boolean => found.size === 0 && !trial.isSpent;
  for (; cost <= last && isOpen() && visit(slots, cost); cost += 1) {
    if (cost !== JOINT_AFTER || !isOpen()) continue;
    const joint = jointSlots(first.input, slots);
    for (let one = 1; one <= JOINT_HIGHEST && isOpen(); one += 1) visit(joint, one);
  }
  const { hash, spelling } = first.signature;
  const nearMisses = (): readonly Miss[] =>
    findMisses(first.signature, options.key, slots, options.mostNearly ?? MOST_NEARLY, (misses) =>
      options.onProgress?.({ tried: trial.tried, misses }),
    );
  return {
    found: [...found.values()].sort((a, b) => repeatsIn(a.text) - repeatsIn(b.text) || partsIn(a) - partsIn(b)),
    signature: { hash, spelling, isInCapitals: requests.some(isInCapitals) },
    tried: trial.tried,
    isWhole: cost > last,
    misses: found.size > 0 ? [] : nearMisses(),
  };
}

/** How often a template takes up again what it has already, as hardly anybody signs. */
function repeatsIn(text: string): number {
  const parts = sourcesOf(parseTemplate(text)).map(({ source, name }) =>
    isPath(source) ? 'path' : `${source} ${name}`,
  );
  return parts.length - new Set(parts).size;
}

/** A part that is empty in the request at hand, such as a query, makes no difference to what comes out. */
function partsIn({ text }: FoundTemplate): number {
  return sourcesOf(parseTemplate(text)).length;
}

const isPath = (source: string): boolean => ['path', 'target', 'url'].includes(source);

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
  /** The same, where each that is made of a lot counts as several. */
  private effort = 0;
  private readonly most: number;
  private nextProgress = PROGRESS_EVERY;
  private readonly wanted: string;
  private readonly keys: readonly { readonly encoding: KeyEncoding; readonly mac: DraftMac }[];
  private readonly onProgress: (progress: SearchProgress) => void;

  constructor(
    { hash, bytes }: GivenSignature,
    keys: readonly ReadKey[],
    { most, onProgress = () => undefined }: SearchOptions,
  ) {
    this.wanted = bytes.toString('latin1');
    this.keys = keys.map(({ encoding, key }) => ({ encoding, mac: new DraftMac(hash, key.export()) }));
    this.most = most;
    this.onProgress = onProgress;
  }

  /** Whether as many were made as may be. */
  get isSpent(): boolean {
    return this.effort >= this.most;
  }

  /** The encodings of the key under which what the draft has comes to the signature. */
  test(draft: Draft): readonly KeyEncoding[] {
    const effort = effortOf(draft);
    let matching: KeyEncoding[] = NONE;
    for (const { encoding, mac } of this.keys) {
      if (this.isSpent) break;
      this.tried += 1;
      this.effort += effort;
      if (mac.of(draft) === this.wanted) matching = [...matching, encoding];
    }
    if (this.effort >= this.nextProgress) {
      this.nextProgress = this.effort + PROGRESS_EVERY;
      this.onProgress({ tried: this.tried, misses: 0 });
    }
    return matching;
  }
}

const NONE: KeyEncoding[] = [];

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
