import { Buffer } from 'node:buffer';
import type { Settings } from '../contract/settings.js';
import type { Secret } from '../wire/redaction.js';
import { decodeKey } from '../wire/decode-key.js';
import { ownValue } from '../wire/own-value.js';
import { orderCredentials } from './order-credentials.js';

/** Settings that hold the secrets of a run. */
export type SecretSettings = Pick<
  Settings,
  'token' | 'signingKey' | 'signingKeyEncoding' | 'signatureTemplate' | 'env' | 'certificate'
> &
  Partial<Pick<Settings, 'orders'>>;

/** Bytes of an Ed25519 key. */
const KEY_BYTES = 32;

/**
 * The token, the keys, what the signature template takes from the environment, such as an application's key, and the
 * credentials of the order source's URL.
 */
export function secretsOf(settings: SecretSettings): Secret[] {
  const { token, signingKey, signingKeyEncoding, signatureTemplate, env } = settings;
  const named = [...signatureTemplate.matchAll(/\{env:([^|}]+)/g)].map(([, name = '']) => name);
  return [
    ...tokenSecrets(token),
    ...(signingKey === null
      ? []
      : [
          { name: 'signing key', value: signingKey },
          { name: 'signing key', value: decodeKey(signingKey, signingKeyEncoding).export() },
        ]),
    ...certificateParts(settings.certificate?.key ?? null),
    ...named.flatMap((name) => {
      const value = ownValue(env, name);
      return value === undefined ? [] : [{ name: `env ${name}`, value }];
    }),
    ...orderCredentials(settings.orders ?? null).map((value) => ({ name: 'order source', value })),
  ];
}

/** A token, and the JSON inside it where it is a JWT: a service may say it back as it read it. */
export function tokenSecrets(token: string): Secret[] {
  return [{ name: 'token', value: token }, ...decodedParts(token)];
}

function decodedParts(token: string): Secret[] {
  return token
    .split('.')
    .slice(0, 2)
    .map((part) => Buffer.from(part, 'base64url').toString('utf8'))
    .filter((text) => text.startsWith('{') && text.endsWith('}'))
    .map((text) => ({ name: 'token', value: text, whole: true }));
}

/** The key as it is written, its one line of base64, and the bytes of which it is made, behind the head of PKCS#8. */
function certificateParts(pem: string | null): Secret[] {
  if (pem === null) return [];
  const base64 = pem.replaceAll(/-----[A-Z ]+-----|\s|\\n/g, '');
  const name = 'certificate key';
  const bytes = Buffer.from(base64, 'base64').subarray(-KEY_BYTES);
  return [pem, base64, bytes].map((value) => ({ name, value }));
}
