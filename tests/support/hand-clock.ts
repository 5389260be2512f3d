import type { Schedule } from '../../src/examine/patience.js';

/** A clock that goes on only where it is told to. */
export function handClock(): {
  readonly schedule: Schedule;
  readonly pass: (ms: number) => void;
  readonly left: () => number;
} {
  let nowMs = 0;
  const tasks = new Map<object, { readonly atMs: number; readonly task: () => void }>();
  return {
    schedule: (task, ms) => {
      const key = {};
      tasks.set(key, { atMs: nowMs + ms, task });
      return () => tasks.delete(key);
    },
    pass: (ms) => {
      nowMs += ms;
      for (const [key, { atMs, task }] of tasks) {
        if (atMs > nowMs) continue;
        tasks.delete(key);
        task();
      }
    },
    left: () => tasks.size,
  };
}
