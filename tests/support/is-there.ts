/** @param pid - of a process, or of a group where it is negative */
export function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
