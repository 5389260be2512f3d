import { PRESETS } from './signing.js';

/** So much literal text may be a secret, which belongs in `{env:NAME}`; a separator is shorter. */
const LONG = /[^\s\\{}()|]{6,}/g;

/** A signature template as it may be shown: the name of a preset, or its text with `…` for long literal text. */
export function shownTemplate(textOrPreset: string): string {
  const text = textOrPreset.trim();
  if (Object.hasOwn(PRESETS, text)) return text;
  return text.replace(/\{[^{}]*\}|[^{}]+/g, (part) =>
    part.startsWith('{') ? part.replace(/(?<=pre\()[^)]*/g, hidden) : hidden(part),
  );
}

function hidden(literal: string): string {
  return literal.replace(LONG, '…');
}
