const tasks = new Set<() => void>();

/**
 * Does something when this process exits. However many tasks there are, the process has one listener: Node takes more than
 * ten for a leak.
 *
 * @returns takes the task back; may be called twice
 */
export function atExit(task: () => void): () => void {
  if (tasks.size === 0) process.on('exit', runAll);
  tasks.add(task);
  return () => {
    if (tasks.delete(task) && tasks.size === 0) process.off('exit', runAll);
  };
}

function runAll(): void {
  for (const task of tasks) task();
}
