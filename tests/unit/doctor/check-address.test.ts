import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { expect, test } from '@playwright/test';
import { areUnchecked, checkAddress } from '../../../src/doctor/check-address.js';
import type { Check } from '../../../src/doctor/check.js';
import { OWN_CERTIFICATE } from '../gateway/own-certificate.js';

/** What is said of a certificate that nobody trusts, is of localhost, and holds until the end of 2126. */
async function tlsOf(host: string, isUnchecked: boolean, at = '2027-01-01'): Promise<Check | undefined> {
  const server = createServer(OWN_CERTIFICATE, (socket) => socket.on('error', () => undefined));
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return (await checkAddress(`https://${host}:${port}/public/v1`, () => Date.parse(at), isUnchecked)).at(-1);
  } finally {
    server.close();
  }
}

test('a certificate that is not trusted is shown with its names and dates, and all that is wrong with it', async () => {
  const own = await tlsOf('localhost', false);
  expect(own?.status).toBe('failed');
  expect(own?.found).toMatch(
    /^its certificate is self-signed [^:]*: TLSv1\.\d, certificate of localhost, issued by localhost, from 2026-11-20 until 2126-10-27, in \d+ ms$/,
  );
  expect((await tlsOf('127.0.0.2', false))?.found).toMatch(
    /^its certificate is self-signed .*, and its certificate is for another host name: TLS/,
  );
});

test('that certificates are not checked is warned of, and what would be wrong with this one', async () => {
  const own = await tlsOf('localhost', true);
  expect(own).toMatchObject({ status: 'warning', found: expect.stringMatching(/^its certificate is self-signed/) });
  expect(own?.means).toContain('certificates are not checked, since NODE_TLS_REJECT_UNAUTHORIZED is 0');
  expect(own?.remedy).toMatch(/^unset NODE_TLS_REJECT_UNAUTHORIZED; where this certificate is to be trusted, /);
  expect(areUnchecked({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toBe(true);
  expect(areUnchecked({ NODE_TLS_REJECT_UNAUTHORIZED: '1' })).toBe(false);
});

test('a certificate that has run out is told as that', async () => {
  const { found, means } = (await tlsOf('localhost', true, '2126-10-29T18:00:00Z')) ?? {};
  expect(found).toContain('until 2126-10-27, 2 days ago, in ');
  expect(means).not.toContain('-');
});

test('an IPv6 address stands in brackets, so that no line begins with a colon', async () => {
  const [name] = await checkAddress('http://[::1]:9/public/v1', Date.now, false);
  expect(name).toMatchObject({ id: 'name', found: expect.stringMatching(/^\[::1\] is ::1, in \d+ ms$/) });
});
