import { Buffer } from 'node:buffer';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { SuiteError } from '../contract/suite-error.js';

/** Where a service is. */
export interface ServiceAddress {
  /** Scheme, host and port. */
  readonly origin: string;
  /** What its Host header says. */
  readonly authority: string;
  /** Connects to it; `onConnected` is called when requests can go out. */
  connect(onConnected: () => void): Socket;
}

/**
 * Reads the base URL of a service. Its path does not matter here.
 *
 * @throws SuiteError where it is no http or https URL
 */
export function parseServiceAddress(target: string): ServiceAddress {
  const url = URL.canParse(target) ? new URL(target) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new SuiteError('The target is no http or https URL.', '--target', 'give the base URL of the service');
  }
  const isSecure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const to = {
    host,
    port: Number(url.port || (isSecure ? 443 : 80)),
    allowHalfOpen: true,
    noDelay: true,
    // Node gives the first of several addresses 250 ms, too little for a far one
    autoSelectFamilyAttemptTimeout: 3_000,
  };
  const secure = { ...to, ALPNProtocols: ['http/1.1'], ...(isIP(host) === 0 ? { servername: host } : {}) };
  return {
    origin: url.origin,
    authority: url.host,
    connect: (onConnected) => (isSecure ? connectTls(secure, onConnected).setNoDelay() : connectPlain(to, onConnected)),
  };
}

/** The head of a request as it goes to the service: where it names the gateway's host, it names the service's. */
export function readdress(head: Buffer, { origin, authority }: ServiceAddress): Buffer {
  const text = head
    .toString('latin1')
    .replace(/^([\r\n]*[!-~]+ )https?:\/\/[^/?# ]*/i, (_, before: string) => before + origin)
    .replace(/^(host[ \t]*:[ \t]*)[^\r\n]*/gim, (_, before: string) => before + authority);
  return Buffer.from(text, 'latin1');
}
