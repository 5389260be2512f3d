/** Characters that are kept of a body in the record. */
const KEPT_CHARACTERS = 64 * 1024;
const MARK = '… [cut]';

/** A body as it is kept in the record: a long one is cut, and says so. */
export function cutBody(text: string): string {
  return text.length <= KEPT_CHARACTERS ? text : `${text.slice(0, KEPT_CHARACTERS)}${MARK}`;
}

/** What is left of a body that {@link cutBody} has cut; `null` where it has not. */
export function keptOfCut(text: string): string | null {
  const isCut = text.length === KEPT_CHARACTERS + MARK.length && text.endsWith(MARK);
  return isCut ? text.slice(0, KEPT_CHARACTERS) : null;
}
