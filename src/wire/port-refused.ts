import { SuiteError } from '../contract/suite-error.js';
import { codeOf } from './connection-failure.js';

/** Says why a port cannot be listened on. @param flag - that it was given with */
export function portRefused(error: unknown, port: number, flag: string): SuiteError {
  const remedy = 'give another port, or 0 for any that is free';
  const code = codeOf(error);
  if (code === 'EADDRINUSE') return new SuiteError(`Port ${port} is taken by another program.`, flag, remedy);
  if (code === 'EACCES')
    return new SuiteError(`You may not listen on port ${port}: most systems keep those below 1024.`, flag, remedy);
  return new SuiteError(`Port ${port} cannot be listened on (${code || 'unknown'}).`, flag, remedy);
}
