import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { codeOf } from '../wire/connection-failure.js';

const TIMEOUT_MS = 10_000;

/** A connection that came about. */
export interface Reached {
  /** Until it could be used, in milliseconds. */
  readonly ms: number;
  /** Such as `TLSv1.3`; `null` without TLS. */
  readonly protocol: string | null;
  /** From when until when its certificate holds, as the certificate says it; `null` without TLS. */
  readonly certificate: { readonly from: string; readonly until: string } | null;
}

/** Where to, and how. */
export interface Reach {
  /** Without brackets. */
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
}

/** Connects and closes again; nothing is sent beyond TLS. Otherwise the code of the error, such as `ECONNREFUSED`. */
export function reach({ host, port, isSecure }: Reach): Promise<Reached | { readonly code: string }> {
  const begun = performance.now();
  return new Promise((resolve) => {
    const ready = (): void => {
      resolve({ ms: Math.round(performance.now() - begun), ...tlsOf(socket) });
      socket.destroy();
    };
    const servername = isIP(host) === 0 ? { servername: host } : {};
    const socket: Socket = isSecure
      ? connectTls({ host, port, ...servername }, ready)
      : connectPlain({ host, port }, ready);
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })));
    socket.on('error', (error) => resolve({ code: codeOf(error) }));
  });
}

function tlsOf(socket: Socket): Pick<Reached, 'certificate' | 'protocol'> {
  if (!('getPeerCertificate' in socket)) return { certificate: null, protocol: null };
  const secure = socket as TLSSocket;
  const { valid_from: from, valid_to: until } = secure.getPeerCertificate();
  return { certificate: { from, until }, protocol: secure.getProtocol() };
}
