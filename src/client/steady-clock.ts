/** The time of a run, in whole milliseconds since the epoch: even, also where the machine's clock is set meanwhile. */
export function steadyClock(): () => number {
  const epochMs = Date.now() - performance.now();
  return () => Math.round(epochMs + performance.now());
}
