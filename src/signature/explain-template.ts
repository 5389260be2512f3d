import { Buffer, isUtf8 } from 'node:buffer';
import { type Template } from '../wire/signature-template.js';
import { stepsOf, type PieceSteps, type SigningInput } from '../wire/signing.js';

/** One piece of a template, and what it adds to what is signed. */
export interface ExplainedPiece {
  /** As the template has it; `null`: literal text. */
  readonly source: string | null;
  /** What the source is in this request, as it may be shown. */
  readonly from: string;
  /** What each transform makes of it, in order, as it may be shown. */
  readonly steps: readonly { readonly name: string; readonly shown: string }[];
  /** What it adds, as it may be shown. */
  readonly shown: string;
  readonly bytes: number;
}

/** Longest text that is shown of one value, in characters. */
const LONGEST = 2_000;
/** Sources whose values are secret. */
const SECRET = /^(?:token|env:.*|header:(?:authorization|cookie|.*(?:key|token|secret).*))$/i;

/**
 * What a template makes of a request, piece by piece, with no secret in it: of those only their length is shown, and of
 * what is made of them as well.
 *
 * @throws SuiteError where `{env:NAME}` has no value
 */
export function explainTemplate(template: Template, input: SigningInput): readonly ExplainedPiece[] {
  return stepsOf(template, input).map((piece) => {
    const { source, values } = piece;
    const isSecret = hasSecret(piece);
    const show = (value: string | Uint8Array): string => (isSecret ? hidden(value) : shownValue(value));
    const [from = { name: '', value: '' }, ...steps] = values;
    const last = values.at(-1)?.value ?? '';
    return {
      source,
      from: show(from.value),
      steps: steps.map(({ name, value }) => ({ name, shown: show(value) })),
      shown: show(last),
      bytes: Buffer.byteLength(last),
    };
  });
}

/**
 * Each SHA-512 that a template makes of what is no secret, in lower-case hexadecimal. They look like signatures, and are none.
 *
 * @throws SuiteError where `{env:NAME}` has no value
 */
export function digestsIn(template: Template, input: SigningInput): ReadonlySet<string> {
  const open = stepsOf(template, input).filter((piece) => !hasSecret(piece));
  const digests = open.flatMap(({ values }) => values.filter(({ name }) => name === 'sha512'));
  return new Set(digests.map(({ value }) => Buffer.from(value).toString('hex')));
}

const hasSecret = ({ within }: PieceSteps): boolean => within.some((name) => SECRET.test(name));

function hidden(value: string | Uint8Array): string {
  return `<${Buffer.byteLength(value)} bytes, not shown>`;
}

/** Text with control characters made visible; bytes that are no text in hexadecimal. */
export function shownValue(value: string | Uint8Array): string {
  if (typeof value !== 'string' && !isUtf8(value)) return `<${Buffer.from(value).toString('hex').slice(0, LONGEST)}>`;
  const text = Buffer.from(value).toString('utf8');
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length} characters)` : text;
  return cut.replace(/[\p{Cc}\p{Cf}\u2028\u2029]|\p{Surrogate}/gu, visible);
}

const NAMES: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r', '\0': '\\0' };

function visible(char: string): string {
  return NAMES[char] ?? `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}
