import { Buffer, isUtf8 } from 'node:buffer';

/** Shortest text that is looked for inside other text; what is shorter would be found everywhere. */
const SHORTEST_SECRET = 4;

/** Shortest base64 that stands for a secret; what is shorter would be found by chance. */
const SHORTEST_ENCODED = 6;

/** Shortest secret that is looked for backwards, and in upper and lower case. */
const SHORTEST_CHANGED = 8;

/**
 * Every spelling in which a secret may come back: as it is, backwards, in upper or lower case throughout, percent-encoded
 * (also twice), as in a form, escaped for JSON (also twice) or HTML, in hexadecimal, in base64 (also twice) on its own or
 * inside something longer, and three times in base64 on its own.
 */
export function formsOf(value: string | Uint8Array): string[] {
  const bytes = typeof value === 'string' ? Buffer.from(value) : Buffer.from(value);
  const text = isUtf8(bytes) ? bytes.toString('utf8') : null;
  const forms = text === null ? [] : textForms(text);
  if (bytes.length >= SHORTEST_SECRET) {
    const hex = bytes.toString('hex');
    const everyByte = hex.replace(/../g, '%$&');
    forms.push(hex, hex.toUpperCase(), everyByte, everyByte.toUpperCase(), ...base64Forms(bytes));
    for (const encoding of ['base64', 'base64url'] as const) {
      const once = Buffer.from(bytes.toString(encoding));
      forms.push(
        ...base64Forms(once),
        ...withAndWithoutPadding(Buffer.from(once.toString(encoding)).toString(encoding)),
      );
    }
  }
  return [...new Set(forms)].filter((form) => form.length >= SHORTEST_SECRET);
}

function textForms(text: string): string[] {
  const percent = encodeURIComponent(Buffer.from(text).toString());
  const strict = percent.replace(/[!'()*~]/g, (char) => hexEscape('%', char.charCodeAt(0), 2).toUpperCase());
  const json = JSON.stringify(text).slice(1, -1);
  const forms = [
    text,
    json,
    json.replaceAll('/', '\\/'),
    JSON.stringify(json).slice(1, -1),
    ...htmlForms(text),
    ...(text.length < SHORTEST_CHANGED ? [] : changedForms(text)),
  ];
  const asForm = [percent, strict].map((escaped) => escaped.replaceAll('%20', '+'));
  const asUri = encodeURI(Buffer.from(text).toString());
  for (const escaped of [percent, strict, ...asForm, asUri]) {
    const lower = escaped.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
    forms.push(...[escaped, lower].flatMap((once) => [once, once.replaceAll('%', '%25')]));
  }
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

function changedForms(text: string): string[] {
  return [Array.from(text).reverse().join(''), text.toUpperCase(), text.toLowerCase()];
}

function hexEscape(prefix: string, code: number, digits: number): string {
  return prefix + code.toString(16).padStart(digits, '0');
}

/** As templates escape it, which differ in what they do to quotes, and as numbers alone. */
function htmlForms(text: string): string[] {
  const forms = ['&quot;', '&#34;', '&#x22;'].flatMap((quote) =>
    ["'", '&#39;', '&#x27;', '&apos;'].map((apostrophe) => escapeHtml(text, quote, apostrophe)),
  );
  if (text.length < SHORTEST_SECRET) return forms;
  for (const digits of [10, 16]) {
    const prefix = digits === 10 ? '&#' : '&#x';
    forms.push(Array.from(text, (char) => `${prefix}${(char.codePointAt(0) ?? 0).toString(digits)};`).join(''));
  }
  return forms;
}

function escapeHtml(text: string, quote: string, apostrophe: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', quote)
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
  forms.push(...withAndWithoutPadding(padded), padded.replaceAll('/', '\\/'), encodeURIComponent(padded));
  forms.push(bytes.toString('base64url'));
  return forms;
}

function withAndWithoutPadding(base64: string): string[] {
  return [base64, base64.replace(/=+$/, '')];
}
