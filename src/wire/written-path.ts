const OPERATION = '/orders/modify';

/** The path of a modify, where literal text of a signature template writes it out. */
const WRITTEN_PATH = new RegExp(String.raw`${OPERATION}(?![\w/])`);

/** Another path in place of the right one; both have the base URL's prefix. */
export interface PathInstead {
  readonly of: string;
  readonly path: string;
}

/** Whether literal text of a signature template writes out the path of a modify. */
export function writesPath(text: string): boolean {
  return WRITTEN_PATH.test(text);
}

/** Literal text of a signature template, with another path in place of the one that it writes out, and as much of the prefix. */
export function withOtherPath(text: string, { of, path }: PathInstead): string {
  const at = text.search(WRITTEN_PATH);
  if (at < 0) return text;
  const prefix = of.slice(0, Math.max(of.search(WRITTEN_PATH), 0));
  const left = leftOut(prefix, text.slice(0, at));
  const begin = at - prefix.length + left.length;
  const other = path.startsWith(left) ? path.slice(left.length) : path;
  return text.slice(0, begin) + other + text.slice(at + OPERATION.length);
}

/** What a text leaves out at the front of a prefix, segment by segment, that it ends with. */
function leftOut(prefix: string, text: string): string {
  for (let at = 0; at >= 0; at = prefix.indexOf('/', at + 1)) {
    if (text.endsWith(prefix.slice(at))) return prefix.slice(0, at);
  }
  return prefix;
}
