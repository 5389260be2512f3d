import { EXIT } from './exit-status.js';

/** Signals that ask for the end: Ctrl-C, a stopped job, a closed terminal. */
export const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** Within this time after the first, a signal is the same one: npm and a terminal both pass Ctrl-C on. */
const ONE_SIGNAL_MS = 1_000;

/** Listens for the end that a person or a program asks for. */
export interface Interruption {
  /** Aborted once the end was asked for, with a reason in words. */
  readonly signal: AbortSignal;
  /** Resolves then. */
  readonly asked: Promise<void>;
  /** Stops listening. */
  off(): void;
}

/** What {@link listenForEnd} works with; default the process. */
export interface InterruptionOptions {
  readonly on?: Pick<NodeJS.Process, 'on' | 'off'>;
  /** Monotonic, in milliseconds. */
  readonly now?: () => number;
  /** Ends the process at once. */
  readonly exit?: (status: number) => void;
}

/**
 * The first signal asks for the end: what is under way is judged and written. One that comes a second later, or after,
 * ends the process at once, since whoever sends it does not want to wait.
 */
export function listenForEnd({
  on = process,
  now = () => performance.now(),
  exit = (status) => process.exit(status),
}: InterruptionOptions = {}): Interruption {
  const controller = new AbortController();
  let ask: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (ask = resolve));
  let askedAtMs: number | null = null;
  const hear = (): void => {
    if (askedAtMs === null) {
      askedAtMs = now();
      controller.abort('it was interrupted');
      ask();
    } else if (now() - askedAtMs >= ONE_SIGNAL_MS) exit(EXIT.incomplete);
  };
  for (const signal of ENDING_SIGNALS) on.on(signal, hear);
  return {
    signal: controller.signal,
    asked,
    off: () => {
      for (const signal of ENDING_SIGNALS) on.off(signal, hear);
    },
  };
}
