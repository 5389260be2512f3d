import { expect, test } from '@playwright/test';
import { decodeRun, encodeRun, hideSecrets } from '../../../src/cli/run-environment.js';
import { someSettings } from '../../support/some-settings.js';

const settings = someSettings({
  token: 'CANARY-token',
  signingKey: 'CANARY-key',
  env: { PARTNER: 'CANARY-partner' },
  only: ['SIG-001'],
});

test('settings come through the environment whole', () => {
  const shard = { index: 2, of: 3, clauses: ['SIG-001'] };
  expect(decodeRun(encodeRun({ outDir: '/out', shard, settings }))).toEqual({
    outDir: '/out',
    shard,
    settings,
  });
});

test('a missing signing key stays missing', () => {
  const keyless = { ...settings, signingKey: null };
  expect(decodeRun(encodeRun({ outDir: '/out', settings: keyless }))?.settings?.signingKey).toBeNull();
});

test('how certificates are made comes through, and the key in a variable of its own', () => {
  for (const key of ['CANARY-pem', null]) {
    const certified = { ...settings, certificate: { key, days: 30 } };
    const encoded = encodeRun({ outDir: '/out', settings: certified });
    expect(encoded['TRADECERT_RUN']).not.toContain('CANARY');
    expect(decodeRun(encoded)?.settings).toEqual(certified);
  }
  const env: Record<string, string | undefined> = { TRADECERT_CERTIFICATE_KEY: 'a' };
  hideSecrets(env);
  expect(env).toEqual({});
});

test('the token command comes through in a variable of its own, and no worker inherits it', () => {
  const tokenCommand = { value: 'print CANARY', where: 'TRADECERT_TOKEN_COMMAND in .env', level: 2 } as const;
  const encoded = encodeRun({ outDir: '/out', settings, tokenCommand });
  expect(encoded['TRADECERT_RUN']).not.toContain('CANARY');
  expect(decodeRun(encoded)?.tokenCommand).toEqual(tokenCommand);
  hideSecrets(encoded);
  expect(encoded['TRADECERT_TOKEN_COMMAND']).toBeUndefined();
});

test('a token command that a token overrules is none', () => {
  const encoded = { TRADECERT_TOKEN_COMMAND: 'print other', ...encodeRun({ outDir: '/out', settings }) };
  expect(decodeRun(encoded)?.tokenCommand).toBeUndefined();
});

test('a process that nobody described has no run', () => {
  expect(decodeRun({})).toBeNull();
});

test('secrets are in variables of their own, and in no other', () => {
  const { TRADECERT_RUN, ...others } = encodeRun({ outDir: '/out', settings });
  expect(TRADECERT_RUN).not.toContain('CANARY');
  expect(others).toEqual({
    TRADECERT_TOKEN: 'CANARY-token',
    TRADECERT_SIGNING_KEY: 'CANARY-key',
    PARTNER: 'CANARY-partner',
  });
});

test('secrets are taken out of an environment and can be put back', () => {
  const env: Record<string, string | undefined> = { TRADECERT_TOKEN: 'a', OTHER: 'b' };
  const restore = hideSecrets(env);
  expect(env).toEqual({ OTHER: 'b' });
  restore();
  expect(env).toEqual({ TRADECERT_TOKEN: 'a', OTHER: 'b' });
});

test('no worker inherits a variable that the signature covers, but for PATH', () => {
  const env: Record<string, string | undefined> = { PATH: '/bin', PARTNER: 'a', OTHER: 'b' };
  const restore = hideSecrets(env, { PARTNER: 'a', PATH: '/bin' });
  expect(env).toEqual({ PATH: '/bin', OTHER: 'b' });
  restore();
  expect(env).toEqual({ PATH: '/bin', PARTNER: 'a', OTHER: 'b' });
});
