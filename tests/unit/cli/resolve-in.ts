import { expect } from '@playwright/test';
import { resolveSettings, type ResolvedSettings, type SettingsInput } from '../../../src/cli/settings.js';
import { SuiteError } from '../../../src/contract/suite-error.js';

const NOW = new Date('2026-11-20T10:00:00Z');
/** A secret: it may be nowhere in a message. */
export const TOKEN = 'CANARY-token-5d1f';
const KEY = 'CANARY-key-77ab';

/** All that a service on this machine needs. */
export const LOOPBACK = {
  TRADECERT_BASE_URL: 'http://127.0.0.1:8080/public/v1',
  TRADECERT_TOKEN: TOKEN,
  TRADECERT_SIGNING_KEY: KEY,
};
/** All that a hosted one needs. */
export const STAGING = {
  ...LOOPBACK,
  TRADECERT_BASE_URL: 'https://staging.example/public/v1',
  TRADECERT_ENVIRONMENT: 'staging',
};

/** What a user gives, wherever. */
export type Given = Partial<Omit<SettingsInput, 'cwd' | 'now'>>;

/** The settings that these come to in a folder. */
export const resolveIn = (cwd: string, given: Given): Promise<ResolvedSettings> =>
  resolveSettings({ flags: {}, env: {}, ...given, cwd, now: NOW });

/** The message of the error that these settings end with, as a user reads it. */
export async function explain(cwd: string, given: Given): Promise<string> {
  const error = await resolveIn(cwd, given).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(SuiteError);
  const text = (error as SuiteError).explain();
  expect(text).not.toContain('CANARY');
  return text;
}

/** An error as a user reads it. */
export const lines = (what: string, where: string, remedy: string): string =>
  `${what}\n  where  ${where}\n  do     ${remedy}\n`;
