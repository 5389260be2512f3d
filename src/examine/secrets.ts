import { Buffer } from 'node:buffer';
import type { Settings } from '../contract/settings.js';
import type { Secret } from '../wire/redaction.js';
import { decodeKey } from '../wire/signing.js';

type SecretSettings = Pick<Settings, 'token' | 'signingKey' | 'signingKeyEncoding' | 'signatureTemplate' | 'env'>;

/** The token, the key, and what the signature template takes from the environment, such as an application's key. */
export function secretsOf(settings: SecretSettings): Secret[] {
  const { token, signingKey, signingKeyEncoding, signatureTemplate, env } = settings;
  const named = [...signatureTemplate.matchAll(/\{env:([^|}]+)/g)].map(([, name = '']) => name);
  return [
    { name: 'token', value: token },
    ...decodedParts(token),
    ...(signingKey === null
      ? []
      : [
          { name: 'signing key', value: signingKey },
          { name: 'signing key', value: decodeKey(signingKey, signingKeyEncoding).export() },
        ]),
    ...named.flatMap((name) => (env[name] === undefined ? [] : [{ name: `env ${name}`, value: env[name] }])),
  ];
}

/** The JSON inside a JWT: a service may say it back as it read it. */
function decodedParts(token: string): Secret[] {
  return token
    .split('.')
    .slice(0, 2)
    .map((part) => Buffer.from(part, 'base64url').toString('utf8'))
    .filter((text) => text.startsWith('{') && text.endsWith('}'))
    .map((text) => ({ name: 'token', value: text }));
}
