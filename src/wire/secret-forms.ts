import { Buffer, isUtf8 } from 'node:buffer';

/** Shortest text that is looked for inside other text; what is shorter would be found everywhere. */
const SHORTEST_SECRET = 4;

/** Shortest base64 that stands for a secret; what is shorter would be found by chance. */
const SHORTEST_ENCODED = 6;

/**
 * Every spelling in which a secret may come back: as it is, percent-encoded, escaped for JSON or HTML, in
 * hexadecimal, and in base64 on its own or inside something longer.
 */
export function formsOf(value: string | Uint8Array): string[] {
  const bytes = typeof value === 'string' ? Buffer.from(value) : Buffer.from(value);
  const text = isUtf8(bytes) ? bytes.toString('utf8') : null;
  const forms = text === null ? [] : textForms(text);
  if (bytes.length >= SHORTEST_SECRET) {
    const hex = bytes.toString('hex');
    forms.push(hex, hex.toUpperCase(), ...base64Forms(bytes));
  }
  return [...new Set(forms)].filter((form) => form.length >= SHORTEST_SECRET);
}

function textForms(text: string): string[] {
  const percent = encodeURIComponent(Buffer.from(text).toString());
  const strict = percent.replace(/[!'()*~]/g, (char) => hexEscape('%', char.charCodeAt(0), 2).toUpperCase());
  const json = JSON.stringify(text).slice(1, -1);
  const forms = [
    text,
    percent,
    strict,
    json,
    json.replaceAll('/', '\\/'),
    escapeHtml(text, '&#39;'),
    escapeHtml(text, '&#x27;'),
  ];
  for (const escaped of [percent, strict]) forms.push(escaped.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()));
  // what careful serializers escape: everything but letters, digits and a few marks, or just what is not ASCII
  for (const unsafe of [/[^\w .,;:@$!?()[\]{}|^~*#%-]/g, /[\u0080-\uffff]/g]) {
    const escape = (char: string): string => hexEscape('\\u', char.charCodeAt(0), 4);
    forms.push(text.replace(unsafe, escape));
    forms.push(text.replace(unsafe, (char) => `\\u${escape(char).slice(2).toUpperCase()}`));
  }
  // how the bytes look to a reader that takes them for Latin-1
  forms.push(Buffer.from(text).toString('latin1'));
  return forms;
}

function hexEscape(prefix: string, code: number, digits: number): string {
  return prefix + code.toString(16).padStart(digits, '0');
}

function escapeHtml(text: string, apostrophe: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", apostrophe);
}

/** The characters of base64 that depend on the secret alone, for each of the three places it can begin in a group. */
function base64Forms(bytes: Buffer): string[] {
  const forms: string[] = [];
  for (const before of [0, 1, 2]) {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor(((before + bytes.length) * 8) / 6);
    const inner = encoded.slice(from, to);
    if (inner.length >= SHORTEST_ENCODED) forms.push(inner, inner.replaceAll('+', '-').replaceAll('/', '_'));
  }
  const padded = bytes.toString('base64');
  forms.push(padded, padded.replaceAll('/', '\\/'), encodeURIComponent(padded), padded.replace(/=+$/, ''));
  forms.push(bytes.toString('base64url'));
  return forms;
}
