import { connect as connectPlain, isIP, type Socket } from 'node:net';
import {
  checkServerIdentity,
  connect as connectTls,
  type Certificate,
  type PeerCertificate,
  type TLSSocket,
} from 'node:tls';
import { codeOf } from '../wire/connection-failure.js';

const TIMEOUT_MS = 10_000;

/** A connection that came about. */
export interface Reached {
  /** Until it could be used, in milliseconds. */
  readonly ms: number;
  /** Such as `TLSv1.3`; `null` without TLS. */
  readonly protocol: string | null;
  /** As it came, whether it can be trusted or not; `null` without TLS. */
  readonly certificate: ServerCertificate | null;
}

/** What a certificate says of itself. */
export interface ServerCertificate {
  /** From when until when it holds. */
  readonly from: string;
  readonly until: string;
  /** Names in it; empty where it has none. */
  readonly subject: string;
  readonly issuer: string;
  /** Why it cannot be trusted, as codes such as `CERT_HAS_EXPIRED`; several where it is for another host as well. */
  readonly distrusted: readonly string[];
}

/** Where to, and how. */
export interface Reach {
  /** Without brackets. */
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
}

/**
 * Connects and closes again; nothing is sent beyond TLS, so that a certificate that cannot be trusted is looked at as well.
 * Otherwise the code of the error, such as `ECONNREFUSED`.
 */
export function reach({ host, port, isSecure }: Reach): Promise<Reached | { readonly code: string }> {
  const begun = performance.now();
  return new Promise((resolve) => {
    const ready = (): void => {
      resolve({ ms: Math.round(performance.now() - begun), ...tlsOf(socket, host) });
      socket.destroy();
    };
    const servername = isIP(host) === 0 ? { servername: host } : {};
    const socket: Socket = isSecure
      ? connectTls({ host, port, ...servername, rejectUnauthorized: false }, ready)
      : connectPlain({ host, port }, ready);
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })));
    socket.on('error', (error) => resolve({ code: codeOf(error) }));
  });
}

function tlsOf(socket: Socket, host: string): Pick<Reached, 'certificate' | 'protocol'> {
  if (!('getPeerCertificate' in socket)) return { certificate: null, protocol: null };
  const secure = socket as TLSSocket;
  const peer: Partial<PeerCertificate> = secure.getPeerCertificate();
  const { valid_from: from = '', valid_to: until = '', subject, issuer } = peer;
  // In the types it is an Error; it is the code of one, and null where the certificate is trusted.
  const refused = secure.authorizationError as unknown as string | null;
  const other = refused ? codeOf(checkServerIdentity(host, peer as PeerCertificate)) : '';
  const distrusted = [...new Set([...(refused ? [refused] : []), ...(other === '' ? [] : [other])])];
  const names = { subject: nameIn(subject), issuer: nameIn(issuer) };
  return { certificate: { from, until, ...names, distrusted }, protocol: secure.getProtocol() };
}

/** Its most telling part. */
function nameIn(certificate: Partial<Certificate> | undefined): string {
  const { CN, O, OU } = certificate ?? {};
  const name: unknown = CN ?? O ?? OU ?? '';
  return Array.isArray(name) ? name.join(', ') : String(name);
}
