import { SuiteError } from '../contract/suite-error.js';
import { codeOf } from '../wire/connection-failure.js';

/** Says why a port cannot be listened on. @param flag - that it was given with */
export function portRefused(error: unknown, port: number, flag: string): SuiteError {
  const code = codeOf(error);
  const what =
    code === 'EADDRINUSE'
      ? `Port ${port} is taken by another program.`
      : `Port ${port} cannot be listened on (${code || 'unknown'}).`;
  return new SuiteError(what, flag, 'give another port, or 0 for any that is free');
}
