/**
 * A command of tradecert as it is printed to be pasted. npx finds it in a project, where a bare `tradecert` is on no path,
 * and where it is installed for all.
 *
 * @param args - what stands behind the name, quoted where a shell needs it
 */
export function toPaste(args: string): string {
  return `npx tradecert ${args}`;
}
