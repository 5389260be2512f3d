import { spawn } from 'node:child_process';
import type { Ended } from './read-declared.js';

/** Bytes of each output that are kept. */
const MOST_OUTPUT = 8 * 1024 * 1024;

/** A client's process with what it is told. */
export interface ClientProcess {
  /** Run by a shell. */
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends it, with the reason. */
  readonly stop: AbortSignal;
}

/** What a client's process came to. */
export interface ClientEnded extends Ended {
  /** Not redacted. */
  readonly stderr: string;
}

/** Runs a client once, in a process group of its own, which is ended as a whole. */
export function runClient({ command, cwd, env, stop }: ClientProcess): Promise<ClientEnded> {
  return new Promise((resolve) => {
    const child = spawn(command, { shell: true, cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const [stdout, stderr] = [new Output(), new Output()];
    child.stdout.on('data', (chunk: Buffer) => stdout.add(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.add(chunk));
    const end = (): void => endGroup(child.pid);
    if (stop.aborted) end();
    stop.addEventListener('abort', end, { once: true });
    const settle = (status: number | null, because: string | null): void => {
      stop.removeEventListener('abort', end);
      // What it left running is ended with it.
      end();
      resolve({ stdout: stdout.text, stderr: stderr.text, status, stopped: because });
    };
    child.once('error', (error) =>
      settle(null, `it could not be started (${(error as NodeJS.ErrnoException).code ?? ''})`),
    );
    child.once('close', (status) => settle(status, stop.aborted ? String(stop.reason) : null));
  });
}

class Output {
  private readonly chunks: Buffer[] = [];
  private size = 0;

  add(chunk: Buffer): void {
    if (this.size < MOST_OUTPUT) this.chunks.push(chunk.subarray(0, MOST_OUTPUT - this.size));
    this.size += chunk.length;
  }

  get text(): string {
    return Buffer.concat(this.chunks).toString('utf8');
  }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
