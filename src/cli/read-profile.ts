import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { LineCounter, parseDocument, type Document } from 'yaml';
import { docPage, exampleProfile } from '../contract/doc-page.js';
import type { Profile } from '../contract/profile.js';
import { nearNames } from '../contract/near-names.js';
import type { SchemaError } from '../contract/schema-errors.js';
import { loadSchema, validatorFor } from '../contract/schemas.js';
import { SuiteError } from '../contract/suite-error.js';
import { isClosedName } from '../wire/closed-names.js';
import type { Found } from './setting-sources.js';
import { refuseOtherThanUtf8 } from './utf8-input.js';

/** The largest profile that is read. */
export const PROFILE_MAX_BYTES = 64 * 1024;

/** A profile as it was read. */
export interface ProfileFile {
  /** As it was given. */
  readonly path: string;
  readonly sha256: string;
  readonly value: Profile;
}

/** Reads a profile and checks its shape; what it says of clauses is checked where the catalogue is at hand. */
export async function readProfile({ value: path, where }: Found, cwd: string): Promise<ProfileFile> {
  const bytes = await readFile(resolve(cwd, path)).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code ?? 'unknown'})`;
    throw new SuiteError(
      `The profile ${path} ${why}.`,
      where,
      `give the path of a YAML file; ${exampleProfile()} shows one`,
    );
  });
  if (bytes.length > PROFILE_MAX_BYTES) {
    throw new SuiteError('The profile is larger than 64 KiB.', path, 'leave out what is not of this subject');
  }
  refuseOtherThanUtf8(bytes, 'The profile', path);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { path, sha256, value: parseProfile(bytes.toString('utf8'), path) };
}

/**
 * Reads the text of a profile.
 *
 * @throws SuiteError that names the file and the line
 */
export function parseProfile(text: string, path: string): Profile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'error' });
  const [error] = document.errors;
  if (error) {
    const { line, col } = lines.linePos(error.pos[0]);
    throw new SuiteError(
      `The profile is not YAML: ${error.message.replace(/\.$/, '')}.`,
      `${path}, line ${line}, column ${col}`,
      /^\s*signatureTemplate\s*:/.test(text.split('\n')[line - 1] ?? '') ? QUOTE_TEMPLATE : 'mend that line',
    );
  }
  return checkProfile(toValue(document, path), (pointer) => `${path}, line ${lineOf(document, lines, pointer)}`);
}

/**
 * Holds a value to the schema of a profile.
 *
 * @param placeOf - where the member that a JSON pointer leads to was given
 * @throws SuiteError that names the member and its place
 */
export function checkProfile(value: unknown, placeOf: (pointer: string) => string): Profile {
  const [slip] = validatorFor('profile')(value);
  if (!slip) return withClaims(value as Profile, placeOf);
  throw new SuiteError(
    `The profile has a slip: ${slip.pointer === '' ? 'the whole' : memberPath(slip.pointer)} should be ${slip.expected}.`,
    placeOf(slip.pointer),
    remedyFor(slip),
  );
}

/** An empty list is a slip: of a subject that claims nothing, nothing could be said. */
function withClaims(profile: Profile, placeOf: (pointer: string) => string): Profile {
  if (profile.claims?.length !== 0) return profile;
  throw new SuiteError(
    'The profile claims no operation.',
    placeOf('/claims'),
    'name modifyOrder, listOrderableStocks or both, or leave claims out: then both are claimed',
  );
}

function remedyFor({ pointer, keyword, expected, actual }: SchemaError): string {
  if (keyword === 'additionalProperties') return remedyForUnknown(pointer);
  if (pointer === '/signatureTemplate' && expected === 'a string') return QUOTE_TEMPLATE;
  if (!expected.startsWith('the id of a clause')) return seeExample();
  if (`${actual} ${pointer}`.includes('*')) return 'name each clause by its id: patterns such as SIG-* are for --only';
  const [, area, number] = /\b([a-z]{3})[-_ ]?(\d{1,3})\b/i.exec(`${actual} ${pointer}`) ?? [];
  if (area && Number(number) > 0) return `did you mean ${area.toUpperCase()}-${(number ?? '').padStart(3, '0')}?`;
  return `a report has it before each clause, and ${docPage('clauses.md')} lists them all`;
}

/** A JSON pointer as people write it: `claims.1`. */
export function memberPath(pointer: string): string {
  return pointer.slice(1).replaceAll('/', '.');
}

const QUOTE_TEMPLATE = 'put the template in single quotes: without them, { begins a map of YAML';

const seeExample = (): string => `mend it; ${exampleProfile()} shows every member`;

/** What to do about a member that a profile does not have. */
function remedyForUnknown(pointer: string): string {
  const steps = pointer.split('/').slice(1);
  const name = steps.at(-1) ?? '';
  const near = nearNames(name, membersAt(steps.slice(0, -1)));
  if (near.length > 0) return `did you mean ${near.join(' or ')}?`;
  if (!isClosedName(name) && !/key$/i.test(name)) return seeExample();
  return 'secrets go into .env or the environment, never into a profile: take it out, and see that it was not committed';
}

/** Members of the profile, or of the one that these steps lead to. */
function membersAt(steps: readonly string[]): readonly string[] {
  type Node = {
    readonly $ref?: string;
    readonly properties?: Readonly<Record<string, Node>>;
    readonly $defs?: Readonly<Record<string, Node>>;
  };
  const root = loadSchema('profile') as Node;
  let node: Node | undefined = root;
  for (const step of steps) {
    node = node?.properties?.[step];
    if (node?.$ref !== undefined) node = root.$defs?.[node.$ref.replace('#/$defs/', '')];
  }
  return Object.keys(node?.properties ?? {});
}

/** The document as a plain value; an empty file is an empty profile. */
function toValue(document: Document, path: string): unknown {
  try {
    return document.toJS() ?? {};
  } catch {
    throw new SuiteError('The profile repeats its aliases too often to be read.', path, 'write the values out');
  }
}

/** Line of the deepest node that a JSON pointer reaches. */
function lineOf(document: Document, lines: LineCounter, pointer: string): number {
  const path = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true) as { range?: readonly number[] } | undefined;
    if (node?.range) return lines.linePos(node.range[0] ?? 0).line;
  }
  return 1;
}
