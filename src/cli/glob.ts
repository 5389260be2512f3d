/**
 * Whether a glob means a name: `*` stands for any number of characters, `?` for one, everything else for itself.
 *
 * @param name - in the case that the glob is in
 */
export function isMeantBy(glob: string, name: string): boolean {
  const pattern = glob.replaceAll(/\*+|[^A-Za-z0-9]/gu, (found) => {
    if (found.startsWith('*')) return '.*';
    return found === '?' ? '.' : `\\u{${found.codePointAt(0)?.toString(16) ?? ''}}`;
  });
  return new RegExp(`^${pattern}$`, 'su').test(name);
}
