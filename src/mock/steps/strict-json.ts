import type { Cause } from '../refusal.js';

const MAX_DEPTH = 16;

type Read = { readonly value: unknown } | { readonly cause: Cause };

/** Reads bytes as one JSON text, strictly: well-formed UTF-8, no byte order mark, no member twice, bounded depth. */
export function readJson(bytes: Uint8Array): Read {
  const text = decodeUtf8(bytes);
  if (text === null) return { cause: 'body-encoding' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { cause: 'body-json' };
  }
  const cause = scan(text);
  return cause === null ? { value } : { cause };
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Looks for what `JSON.parse` lets pass. The text is known to be JSON, so that the grammar need not be checked again. */
function scan(text: string): Cause | null {
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charAt(at)) {
      case '{':
      case '[':
        open.push(text[at] === '{' ? new Set() : null);
        if (open.length > MAX_DEPTH) return 'body-depth';
        break;
      case '}':
      case ']':
        open.pop();
        break;
      case '"': {
        const end = endOfString(text, at);
        const members = open.at(-1);
        if (members && isFollowedByColon(text, end)) {
          const name = JSON.parse(text.slice(at, end)) as string;
          if (members.has(name)) return 'body-duplicate';
          members.add(name);
        }
        at = end - 1;
        break;
      }
      default:
    }
  }
  return null;
}

/** Index after the closing quote of the string that opens at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function isFollowedByColon(text: string, from: number): boolean {
  let at = from;
  while (' \t\r\n'.includes(text[at] ?? '|')) at += 1;
  return text[at] === ':';
}
