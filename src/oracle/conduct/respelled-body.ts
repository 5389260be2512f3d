import { Buffer } from 'node:buffer';
import { MODIFY_FIELDS } from '../../contract/order.js';
import { decodeUtf8, minifyJson, parseJson, sortJsonMembers, tokensOf } from '../../wire/json.js';

/** Bytes that a client may have signed in place of those that it sent. */
export interface Respelled {
  /** Such as `the body without white space`. */
  readonly way: string;
  readonly bytes: Uint8Array;
}

/** The body as other writers of JSON spell it, and what else is taken for it by mistake. */
export function* respelled(body: Uint8Array): Generator<Respelled> {
  yield { way: 'an empty body', bytes: new Uint8Array() };
  yield { way: 'an empty object', bytes: Buffer.from('{}') };
  const text = decodeUtf8(body);
  if (text === null) return;
  for (const [way, other] of otherTexts(text)) yield { way, bytes: Buffer.from(other) };
}

function* otherTexts(text: string): Generator<readonly [way: string, text: string]> {
  yield ['the body with a line end after it', `${text}\n`];
  yield ['the body without the white space around it', text.trim()];
  yield ['the body in a JSON string', JSON.stringify(text)];
  const json = parseJson(text);
  if (!json.ok) return;
  const written = (indent: number | string): string => JSON.stringify(json.value, null, indent);
  yield ['the body, written anew', written(0)];
  yield ['the body in indented lines', written(2)];
  yield ['the body in indented lines', written(4)];
  yield ['the body in indented lines', written('\t')];
  const minified = minifyJson(text);
  for (const [way, one] of [
    ['the body without white space', minified],
    ['the body with its members sorted', sortJsonMembers(text)],
    ['the body with its members in the order of the document', sortJsonMembers(text, MODIFY_FIELDS)],
  ] as const) {
    yield [way, one];
    yield [`${way}, blanks after commas and colons`, spaced(one)];
    yield [`${way}, all but ASCII escaped`, escaped(one)];
    yield [`${way}, slashes escaped`, one.replaceAll('/', '\\/')];
    yield [`${way}, slashes not escaped`, one.replaceAll('\\/', '/')];
    yield [`${way}, numbers without trailing zeros`, withPlainNumbers(one)];
    yield [`${way}, numbers with a decimal`, withDecimals(one)];
  }
  yield ['the body with its members sorted, written anew', sortJsonMembers(written(0))];
}

/** As Python writes it. */
function spaced(text: string): string {
  let written = '';
  for (const { kind, text: token } of tokensOf(text)) written += kind === ',' || kind === ':' ? `${token} ` : token;
  return escaped(written);
}

function escaped(text: string): string {
  return text.replace(/[^\0-\x7f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function withPlainNumbers(text: string): string {
  return onNumbers(text, (number) => String(Number(number)));
}

function withDecimals(text: string): string {
  return onNumbers(text, (number) => (/^-?\d+$/.test(number) ? `${number}.0` : number));
}

function onNumbers(text: string, change: (number: string) => string): string {
  let written = '';
  for (const { kind, text: token } of tokensOf(text)) {
    written += kind === 'literal' && /^-?\d/.test(token) ? change(token) : token;
  }
  return written;
}
