/**
 * Names of the variables that a signature covers, as far as a process can do without them: its command is looked for by
 * `PATH`, and a shell can have no others than these.
 */
export function withheldVariables(env: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(env).filter((name) => name !== 'PATH' && /^[a-z_]\w*$/i.test(name));
}
