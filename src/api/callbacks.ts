import type { CertifyOptions } from './options.js';

/** Functions of the caller that are told of a run. */
interface Callbacks extends Pick<CertifyOptions, 'signal' | 'onWarning'> {
  readonly onProgress?: (progress: never) => void;
}

/**
 * Runs a task with the caller's functions so that what they throw, also later, breaks nothing off in its midst: the run ends as
 * by its signal, with orders set back, and then that error is thrown.
 */
export async function withCallbacks<O extends Callbacks, T>(options: O, task: (options: O) => Promise<T>): Promise<T> {
  const failed = new AbortController();
  const fail = (error: unknown): void => failed.abort(error);
  const { signal, onWarning, onProgress } = options;
  const result = await task({
    ...options,
    signal: signal === undefined ? failed.signal : AbortSignal.any([signal, failed.signal]),
    ...(onWarning && { onWarning: guarded(onWarning, fail) }),
    ...(onProgress && { onProgress: guarded(onProgress, fail) }),
  });
  failed.signal.throwIfAborted();
  return result;
}

/** @param call - may also return a promise */
function guarded<T>(call: (told: T) => unknown, fail: (error: unknown) => void): (told: T) => void {
  return (told) => {
    try {
      void Promise.resolve(call(told)).catch(fail);
    } catch (error) {
      fail(error);
    }
  };
}
