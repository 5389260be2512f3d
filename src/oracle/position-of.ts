import { endOfString } from '../wire/json.js';

const QUOTE = 34;

/**
 * Where in a JSON text the value at a pointer begins; of a missing member, where its object begins; 0 where the text
 * does not lead there. Skims: nothing is parsed but the names on the way.
 */
export function positionOf(text: string, pointer: string): number {
  let at = skipBlank(text, 0);
  if (pointer === '') return at;
  for (const step of pointer.slice(1).split('/')) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    const next = text[at] === '[' ? elementAt(text, at, Number(name)) : memberAt(text, at, name);
    if (next < 0) return at;
    at = next;
  }
  return at;
}

function memberAt(text: string, object: number, name: string): number {
  if (text[object] !== '{') return -1;
  let at = skipBlank(text, object + 1);
  while (text.charCodeAt(at) === QUOTE) {
    const end = endOfString(text, at);
    const found = isName(text.slice(at, end), name);
    const value = skipBlank(text, skipBlank(text, end) + 1);
    if (found) return value;
    at = nextItem(text, value);
  }
  return -1;
}

function elementAt(text: string, array: number, index: number): number {
  let at = skipBlank(text, array + 1);
  for (let passed = 0; passed < index; passed += 1) {
    at = nextItem(text, at);
    if (at >= text.length) return -1;
  }
  return text[at] === ']' ? -1 : at;
}

/** Start of the item after the value at `at`; the length of the text where there is none. */
function nextItem(text: string, at: number): number {
  const end = skipBlank(text, skipValue(text, at));
  return text[end] === ',' ? skipBlank(text, end + 1) : text.length;
}

function skipValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) {
      at = endOfString(text, at) - 1;
    } else if (char === 123 || char === 91) {
      depth += 1; // { [
    } else if (char === 125 || char === 93) {
      if (depth === 0) return at; // } ] of the container around it
      depth -= 1;
    } else if (char === 44 && depth === 0) {
      return at; // the comma after it
    }
  }
  return text.length;
}

function skipBlank(text: string, start: number): number {
  let at = start;
  while (at < text.length && ' \n\r\t'.includes(text.charAt(at))) at += 1;
  return at;
}

function isName(spelled: string, name: string): boolean {
  if (!spelled.includes('\\')) return spelled.length === name.length + 2 && spelled.slice(1, -1) === name;
  try {
    return JSON.parse(spelled) === name;
  } catch {
    return false;
  }
}
