/**
 * A command of tradecert as it is printed to be pasted. npx finds it in a project, where a bare `tradecert` is on no path,
 * and where it is installed for all.
 *
 * @param args - what stands behind the name, quoted where a shell needs it
 */
export function toPaste(args: string): string {
  return `npx tradecert ${args}`;
}

/**
 * The same for what is handed on, such as the page of a run: where tradecert is not installed, npx would fetch whatever has its
 * name in the registry, and start it with the secrets of the environment. This fails there.
 */
export function toPasteAnywhere(args: string): string {
  return `npx --no -- tradecert ${args}`;
}
