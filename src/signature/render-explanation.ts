import { timingSafeEqual } from 'node:crypto';
import { toPaste } from '../contract/to-paste.js';
import { headerValue } from '../wire/headers.js';
import { type Template } from '../wire/signature-template.js';
import { sign, type KeyObject } from '../wire/signing.js';
import { templateHints } from '../wire/template-hints.js';
import { digestsIn, explainTemplate, type ExplainedPiece } from './explain-template.js';
import { inputOf, type SignedRequest } from './signed-request.js';

/** What is to be explained. */
export interface ExplanationInput {
  readonly template: Template;
  /** As the user named it: a preset, or the text. */
  readonly name: string;
  /** Nobody set it. */
  readonly isAssumed: boolean;
  readonly request: SignedRequest;
  /** `null`: not known, so that the signature is not made. */
  readonly key: KeyObject | null;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** How a request is signed, without secrets. */
export interface Explanation {
  readonly template: string;
  /** Whether no template is set, so that this one was taken. */
  readonly isTemplateAssumed: boolean;
  readonly pieces: readonly ExplainedPiece[];
  /** Bytes that are signed. */
  readonly bytes: number;
  /** How the signature begins: enough to compare, too little to send. `null`: there is no key. */
  readonly signatureBegins: string | null;
  /** Whether it is the X-Signature of the request; `null`: that cannot be told. */
  readonly isSame: boolean | null;
}

const DIGITS_SHOWN = 12;

/** An {@link Explanation} for a person and for a program. */
interface Rendered {
  readonly text: string;
  readonly value: Explanation;
  /** What stands in it and looks like a signature, and is none: in lower-case hexadecimal. */
  readonly digests: ReadonlySet<string>;
}

/** How a template signs a request, step by step, as text and as a value. */
export function renderExplanation(given: ExplanationInput): Rendered {
  const input = inputOf(given.request, given.env);
  const pieces = explainTemplate(given.template, input);
  const made = given.key === null ? null : sign(given.template, given.key, input);
  const sent = headerValue(given.request.request.headers, 'x-signature')?.trim().toLowerCase();
  const value: Explanation = {
    template: given.template.text,
    isTemplateAssumed: given.isAssumed,
    pieces,
    bytes: pieces.reduce((sum, { bytes }) => sum + bytes, 0),
    signatureBegins: made?.slice(0, DIGITS_SHOWN) ?? null,
    isSame: made === null || sent === undefined ? null : isEqual(made, sent),
  };
  const digests = new Set([...digestsIn(given.template, input)].filter((digest) => digest !== made && digest !== sent));
  return { value, text: textOf(value, given.name, templateHints(given.template)), digests };
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function textOf(explanation: Explanation, name: string, hints: readonly string[]): string {
  const { template, isTemplateAssumed, pieces, bytes, signatureBegins, isSame } = explanation;
  const lines = [
    `template   ${name === template ? template : `${name}: ${template}`}`,
    ...(isTemplateAssumed ? ['           assumed, since TRADECERT_SIGNATURE_TEMPLATE is not set'] : []),
    '',
    ...pieces.flatMap(renderPiece),
    '',
    `What is signed, ${bytes} bytes, each piece in brackets, line ends and other control characters made visible`,
    `  ${pieces.map(({ shown }) => `[${shown}]`).join('')}`,
    '',
    `signature  ${signatureBegins === null ? 'not made: TRADECERT_SIGNING_KEY is not set' : `${signatureBegins}…, the first ${DIGITS_SHOWN} of 128 digits`}`,
    ...(isSame === null ? [] : [`           ${isSame ? 'It is the X-Signature of the request.' : NOT_THE_SAME}`]),
    ...(isSame === false ? hints.map((hint) => `           Perhaps: ${hint}.`) : []),
  ];
  return `${lines.join('\n')}\n`;
}

const NOT_THE_SAME = `It is not the X-Signature of the request: the template, the key or its encoding differ. ${toPaste('signature find')} looks for them.`;

function renderPiece({ source, from, steps, shown }: ExplainedPiece): string[] {
  if (source === null) return [`  text       ${shown}`];
  return [
    `  ${source.padEnd(10)} ${from === '' ? '(empty)' : from}`,
    ...steps.map((step) => `    ${step.name.padEnd(8)} ${step.shown === '' ? '(empty)' : step.shown}`),
  ];
}
