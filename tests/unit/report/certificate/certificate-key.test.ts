import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from '@playwright/test';
import {
  generateCertificateKey,
  isSignedBy,
  keyIdOf,
  parsePrivateKey,
  parsePublicKey,
  signBytes,
} from '../../../../src/report/certificate/certificate-key.js';

const own = generateCertificateKey();
const bytes = new TextEncoder().encode('what is signed');

/** The test key of RFC 8032, 7.1, TEST 2, in the wrapping of PKCS#8 and SPKI. */
const RFC8032 = {
  secret: '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
  public: '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
  message: '72',
  signature:
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
} as const;

const pem = (label: string, hex: string): string =>
  `-----BEGIN ${label}-----\n${Buffer.from(hex, 'hex').toString('base64')}\n-----END ${label}-----\n`;
const rfcPrivate = pem('PRIVATE KEY', `302e020100300506032b657004220420${RFC8032.secret}`);
const rfcPublic = pem('PUBLIC KEY', `302a300506032b6570032100${RFC8032.public}`);

test('a signature is that of RFC 8032', () => {
  const message = Buffer.from(RFC8032.message, 'hex');
  const signature = signBytes(parsePrivateKey(rfcPrivate, 'test'), message);
  expect(Buffer.from(signature).toString('hex')).toBe(RFC8032.signature);
  expect(isSignedBy(parsePublicKey(rfcPublic, 'test'), message, signature)).toBe(true);
});

test('a key has one id, whichever half it is told by', () => {
  const id = keyIdOf(parsePublicKey(own.publicKey, 'test'));
  expect(id).toMatch(/^[0-9a-f]{64}$/);
  expect(keyIdOf(parsePrivateKey(own.privateKey, 'test'))).toBe(id);
});

test('only the other half tells a signature, and only of the same bytes', () => {
  const signature = signBytes(parsePrivateKey(own.privateKey, 'test'), bytes);
  expect(isSignedBy(parsePublicKey(own.publicKey, 'test'), bytes, signature)).toBe(true);
  expect(isSignedBy(parsePublicKey(rfcPublic, 'test'), bytes, signature)).toBe(false);
  expect(isSignedBy(parsePublicKey(own.publicKey, 'test'), bytes.subarray(1), signature)).toBe(false);
  expect(isSignedBy(parsePublicKey(own.publicKey, 'test'), bytes, signature.subarray(1))).toBe(false);
});

test('a key on one line, with \\n for line breaks, is read', () => {
  const key = parsePrivateKey(own.privateKey.replaceAll('\n', '\\n'), 'test');
  expect(keyIdOf(key)).toBe(keyIdOf(parsePrivateKey(own.privateKey, 'test')));
});

const rsa = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const locked = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

const refused = [
  { name: 'a public key to sign with', read: () => parsePrivateKey(own.publicKey, 'X'), what: 'is a public one' },
  { name: 'a private key to check with', read: () => parsePublicKey(own.privateKey, 'X'), what: 'is a private one' },
  { name: 'an encrypted key', read: () => parsePrivateKey(locked.privateKey, 'X'), what: 'is encrypted' },
  { name: 'an RSA key to sign with', read: () => parsePrivateKey(rsa.privateKey, 'X'), what: 'is no Ed25519 key' },
  { name: 'an RSA key to check with', read: () => parsePublicKey(rsa.publicKey, 'X'), what: 'is no Ed25519 key' },
  { name: 'what is no key', read: () => parsePrivateKey('hunter2', 'X'), what: 'cannot be read' },
  { name: 'what is no public key', read: () => parsePublicKey('hunter2', 'X'), what: 'cannot be read' },
];

for (const { name, read, what } of refused) {
  test(`${name} is refused, and not quoted`, () => {
    expect(read).toThrow(`The certificate key ${what}.`);
    expect(read).not.toThrow(/hunter2|BEGIN/);
  });
}
