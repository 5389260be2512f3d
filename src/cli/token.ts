import { spawn } from 'node:child_process';
import { SuiteError } from '../contract/suite-error.js';
import { SETTING_NAMES } from './setting-names.js';
import type { Found } from './setting-sources.js';

const MAX_OUTPUT_BYTES = 64 * 1024;

/** Checks that a token can stand in a header. Its value is in no message. */
export function parseToken(token: string, where: string): string {
  if (/^bearer\s/i.test(token)) {
    throw new SuiteError(
      'The token begins with the word Bearer.',
      where,
      'give the JWT alone; the word is added when it is sent',
    );
  }
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new SuiteError(
      'The token holds a character that cannot stand in a header: a space, a line break, or one outside ASCII.',
      where,
      'give the JWT alone, on one line, without quotes',
    );
  }
  return token;
}

/** Checks that a signing key is one line: a line break in it is nearly always a slip of the clipboard. */
export function parseSigningKeyText({ value, where }: Found): string {
  // eslint-disable-next-line no-control-regex -- the control characters are what is looked for
  if (!/[\x00-\x08\x0a-\x1f\x7f]/.test(value)) return value;
  throw new SuiteError(
    'The signing key holds a line break or another control character.',
    where,
    'give it on one line; a key with such bytes goes in hex or base64, with TRADECERT_SIGNING_KEY_ENCODING',
  );
}

/**
 * Runs the token command in a shell and returns what it prints, without the line break at its end.
 *
 * @param timeLimitMs - the command and what it started are ended then
 * @throws SuiteError where it fails, prints nothing, or takes too long; what it prints is in no message
 */
export function runTokenCommand({ value, where }: Found, cwd: string, timeLimitMs = 30_000): Promise<string> {
  const remedy = 'run it in a shell, see what it says on standard error, and make it print the token alone';
  return new Promise((resolve, reject) => {
    const ownGroup = process.platform !== 'win32';
    const child = spawn(value, {
      ...{ shell: true, cwd, stdio: ['ignore', 'pipe', 'ignore'], detached: ownGroup },
      env: { ...process.env, [SETTING_NAMES.certificateKey.variable]: undefined },
    });
    const end = (): void => {
      if (ownGroup && child.pid !== undefined) {
        try {
          process.kill(-child.pid, 'SIGKILL');
        } catch {
          // It has ended already.
        }
      } else child.kill();
    };
    const fail = (what: string): void => {
      clearTimeout(timer);
      end();
      reject(new SuiteError(what, where, remedy));
    };
    const timer = setTimeout(() => fail(`The token command did not end within ${timeLimitMs / 1000} s.`), timeLimitMs);
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      if (output.length > MAX_OUTPUT_BYTES) fail('The token command printed more than 64 KiB.');
    });
    child.on('error', () => fail('The token command cannot be started.'));
    child.on('close', (status, signal) => {
      const token = output.trim();
      if (status !== 0) fail(`The token command ended with ${describeEnd(status, signal)}.`);
      else if (token === '') fail('The token command printed nothing.');
      clearTimeout(timer);
      resolve(token);
    });
  });
}

function describeEnd(status: number | null, signal: string | null): string {
  return status === null ? `signal ${signal ?? 'unknown'}` : `status ${status}`;
}
