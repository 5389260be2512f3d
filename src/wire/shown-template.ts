import { PRESETS } from './signature-template.js';

/** So much literal text may be a secret, which belongs in `{env:NAME}`; a separator is shorter. */
const LONG = /[^\s\\{}()|]{6,}/g;

/** The path of an operation, behind a prefix of plain words, is in the document and is no secret. */
const OPERATION_PATH = /((?:\/(?:[a-z]{1,12}|v\d{1,3}))*\/(?:orders\/modify|stocks\/orders)(?![\w/]))/;

/** What is transformed as one: a template within parentheses, and the names of transforms. */
const GROUP = /\{\(((?:\{[^{}]*\}|[^{}])*)\)((?:\|[a-z0-9]{0,9})*)\}/g;

/** A signature template as it may be shown: the name of a preset, or its text with `…` for long literal text. */
export function shownTemplate(textOrPreset: string): string {
  const text = textOrPreset.trim();
  if (Object.hasOwn(PRESETS, text)) return text;
  let shown = '';
  let end = 0;
  for (const { 0: group, 1: inner = '', 2: transforms = '', index } of text.matchAll(GROUP)) {
    shown += `${shownPieces(text.slice(end, index))}{(${shownPieces(inner)})${transforms}}`;
    end = index + group.length;
  }
  return shown + shownPieces(text.slice(end));
}

function shownPieces(text: string): string {
  return text.replace(/\{[^{}]*\}|[^{}]+/g, (part) =>
    part.startsWith('{') ? part.replace(/(?<=pre\()[^)]*/g, hidden) : hidden(part),
  );
}

function hidden(literal: string): string {
  return literal
    .split(OPERATION_PATH)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(LONG, '…')))
    .join('');
}
