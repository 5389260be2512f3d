import { Buffer } from 'node:buffer';

/** One parameter of a query. */
export interface Parameter {
  readonly name: string;
  /** Decoded as a form is: percent-encoding once, `+` as a space. Its bytes, one character each. */
  readonly bytes: string;
  /** As sent. */
  readonly raw: string;
}

/** Most parameters that are read. */
const MOST_PARAMETERS = 1000;

/** The parameters of a query in their order. Never throws: what is no percent-encoding stays as it is. */
export function readQuery(query: string): readonly Parameter[] {
  return query
    .split('&', MOST_PARAMETERS)
    .filter((part) => part !== '')
    .map((part) => {
      const equals = part.indexOf('=');
      const raw = equals < 0 ? '' : part.slice(equals + 1);
      return { name: textOf(decodeForm(equals < 0 ? part : part.slice(0, equals))), bytes: decodeForm(raw), raw };
    });
}

/** The values that a parameter may have been read as: what is sent without percent-encoding may be taken for UTF-8. */
export function readingsOf({ bytes, raw }: Parameter): readonly string[] {
  return /[\u0080-\u00ff]/.test(raw) ? [bytes, decodeForm(bytesOf(raw))] : [bytes];
}

/** Bytes, one character each, as text. */
export function textOf(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** The UTF-8 bytes of a text, one character each. */
export function bytesOf(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** Decodes a value of a query as a form has it. */
export function decodeForm(raw: string): string {
  return decodePercent(raw.replaceAll('+', ' '));
}

/** Percent-decoding into bytes, one character each; `+` stays. */
export function decodePercent(raw: string): string {
  const bytes = /[^\0-\xff]/.test(raw) ? bytesOf(raw) : raw;
  return bytes.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
}
