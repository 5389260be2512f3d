import { SuiteError } from '../contract/suite-error.js';

/** Spellings of the address that we listen on, as a URL has them. */
const OWN_HOST = /^(?:127\.0\.0\.1|0\.0\.0\.0|\[::1?\]|\[::ffff:7f00:1\]|(?:.+\.)?localhost\.?)$/;

/**
 * Refuses a target that is the proxy itself: each request would come back for ever.
 *
 * @param ports - those that are asked for; 0: any that is free
 * @throws SuiteError where one of them is the target's, on this machine
 */
export function refuseItself(target: string, ports: readonly number[]): void {
  const { protocol, hostname, port } = new URL(target);
  const to = Number(port || (protocol === 'https:' ? 443 : 80));
  if (!OWN_HOST.test(hostname) || !ports.includes(to)) return;
  const what = `The target is the proxy itself: it would listen on port ${to} of this machine, too.`;
  throw new SuiteError(what, '--target', 'give the address of the service, and another port to --listen');
}
