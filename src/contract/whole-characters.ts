/**
 * A text with each half of a surrogate pair replaced by U+FFFD: JSON and JavaScript can spell such a half, and strict
 * readers of JSON, XML and YAML stop at it.
 */
export function wholeCharacters(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
}

/** A JSON value with all of its texts made whole, names of members included. */
export function withWholeCharacters<T>(value: T): T {
  return made(value) as T;
}

function made(value: unknown): unknown {
  if (typeof value === 'string') return wholeCharacters(value);
  if (Array.isArray(value)) return value.map(made);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [wholeCharacters(name), made(member)]));
}
