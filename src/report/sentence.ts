/** Members of the document that look like plain words. */
const MEMBERS: ReadonlySet<string> = new Set(['status', 'code', 'data', 'details', 'success']);

/** Words as a sentence begins, `A lookup is refused`; the name of a member stays as it is spelled: `pointUnit is a string`. */
export function asSentence(text: string): string {
  const [first = ''] = text.split(/[\s,.:;]/, 1);
  if (!/^[a-z]+$/.test(first) || MEMBERS.has(first)) return text;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
