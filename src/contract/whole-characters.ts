/**
 * A text with each half of a surrogate pair replaced by U+FFFD: JSON and JavaScript can spell such a half, and strict
 * readers of JSON, XML and YAML stop at it.
 */
export function wholeCharacters(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
}

/** The beginning of a text, at most so many UTF-16 units long: no character is cut in two. */
export function wholeBeginning(text: string, most: number): string {
  const isInPair = /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(most - 1, most + 1));
  return text.slice(0, isInPair ? most - 1 : most);
}

/** A JSON value with all of its texts made whole, names of members included. */
export function withWholeCharacters<T>(value: T): T {
  return made(value) as T;
}

/** JSON of a value that is made whole. Mostly it is whole already, and is then not copied. */
export function wholeJson(value: object): string {
  const json = JSON.stringify(value);
  return HALF.test(json) ? JSON.stringify(withWholeCharacters(value)) : json;
}

/** How JSON.stringify spells half of a surrogate pair, and what looks like that. */
const HALF = /\\ud[89a-f]/;

function made(value: unknown): unknown {
  if (typeof value === 'string') return wholeCharacters(value);
  if (Array.isArray(value)) return value.map(made);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [wholeCharacters(name), made(member)]));
}
