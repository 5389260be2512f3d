import { isClosedName, isClosedParameter } from './closed-names.js';
import { endOfString } from './json.js';

const PLACEHOLDER = '[redacted:secret]';
/** A name in quotation marks with the colon after it. Names of secrets are short, so that a search is linear. */
const NAMED = /"([^"\\]{1,64})"\s*:\s*/g;
/** The same inside a text of JSON that holds JSON, with its value. */
const NAMED_WITHIN = /(\\"([^"\\]{1,64})\\"\s*:\s*\\")((?:[^"\\]|\\[^"])+)(?=\\")/g;
/** A field of a form, or a parameter of a query. */
const PAIR = /(^|[?&;\s])([^=&?;\s"'<>{}]{1,64})=([^&;\s"'<>]+)/g;
/** Members whose own members are named by instruments, which may be called anything. */
const PRICES = /^(?:sell|buy)Prices$/;
const HARMLESS = /^(?:|""|null|true|false)$/;
const LONGEST_HARMLESS = 5;

type IsSuch = (name: string) => boolean;

/**
 * The text without the values of members, fields and parameters that are named like secrets. JSON stays valid JSON;
 * what is cut off or no JSON is read as far as it goes. `null`, `true`, `false` and empty values stay. Its cost is linear.
 *
 * @param isOpen - whether a value is no secret, whatever the parameter is called, such as a paging key
 */
export function closeMembers(text: string, isOpen: (value: string) => boolean = () => false): string {
  const closed = replaceNamed(text, isClosedName, () => PLACEHOLDER);
  if (/^\s*[[{"]/.test(closed)) return closed;
  return closed.replace(PAIR, (pair, before: string, name: string, value: string) =>
    !/^[?&]$/.test(before) || value === PLACEHOLDER || !isClosedParameter(decoded(name)) || isOpen(decoded(value))
      ? pair
      : `${before}${name}=${PLACEHOLDER}`,
  );
}

/** Texts that are values of members, fields and parameters of such names, up to a number. */
export function valuesNamed(text: string, isSuch: IsSuch, most: number): string[] {
  const values: string[] = [];
  replaceNamed(text, isSuch, (value) => {
    if (values.length < most) values.push(value);
    return value;
  });
  return values;
}

function replaceNamed(text: string, isSuch: IsSuch, replacement: (value: string) => string): string {
  if (!/^\s*[[{"]/.test(text)) return replacePairs(text, isSuch, replacement);
  const replaced = replaceMembers(text, isSuch, replacement);
  if (!replaced.includes('\\"')) return replaced;
  return replaced.replace(NAMED_WITHIN, (found, before: string, name: string, value: string) =>
    isSuch(name) ? before + replacement(value) : found,
  );
}

function replaceMembers(text: string, isSuch: IsSuch, replacement: (value: string) => string): string {
  let replaced = '';
  let done = 0;
  NAMED.lastIndex = 0;
  for (let found = NAMED.exec(text); found !== null; found = NAMED.exec(text)) {
    const [, name = ''] = found;
    const start = NAMED.lastIndex;
    if (PRICES.test(name) && text.charAt(start) === '{') NAMED.lastIndex = endOfValue(text, start);
    if (!isSuch(name)) continue;
    const end = endOfValue(text, start);
    NAMED.lastIndex = end;
    if (end - start <= LONGEST_HARMLESS && HARMLESS.test(text.slice(start, end))) continue;
    const isText = text.charAt(start) === '"';
    replaced += `${text.slice(done, start)}"${isText ? replacement(text.slice(start + 1, end - 1)) : PLACEHOLDER}"`;
    done = end;
  }
  return replaced + text.slice(done);
}

function replacePairs(text: string, isSuch: IsSuch, replacement: (value: string) => string): string {
  return text.replace(PAIR, (pair, before: string, name: string, value: string) =>
    isSuch(decoded(name)) ? `${before}${name}=${replacement(value)}` : pair,
  );
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Where a value ends that begins there: a text, a number or word, or all of an object or array. */
function endOfValue(text: string, start: number): number {
  const first = text.charAt(start);
  if (first === '"') return endOfString(text, start);
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '"') at = endOfString(text, at) - 1;
    else if (char === '{' || char === '[') depth += 1;
    else if ((char === '}' || char === ']') && (depth -= 1) <= 0) return depth < 0 ? at : at + 1;
    else if (depth === 0 && (char === ',' || char.trim() === '')) return at;
  }
  return text.length;
}
