import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** Names under which browsers of the Chromium family are installed, the likeliest first. */
const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'chrome',
  'msedge',
];

/** Where they are on systems that do not put programs into PATH. */
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
  String.raw`C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`,
];

/**
 * A browser for the tests of the report: Playwright's own, or one that is installed. Where there is none, one is installed:
 * Playwright's, or, as root on Debian and its kin, the package of the system.
 *
 * @throws Error where no browser could be had
 */
export function findBrowser(): string {
  const found = installedBrowser() ?? installPlaywrights() ?? installPackage();
  if (found !== undefined) return found;
  throw new Error(
    'There is no browser for the tests of the report: install chromium, or run npx playwright install chromium.',
  );
}

function installedBrowser(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const inPath = NAMES.flatMap((name) =>
    folders.flatMap((folder) => [join(folder, name), join(folder, `${name}.exe`)]),
  );
  return firstUsable([chromium.executablePath(), ...inPath, ...PLACES]);
}

/** The first of these programs that is there and starts. */
export function firstUsable(paths: readonly string[]): string | undefined {
  return paths.find(isUsable);
}

/** Some are there and do not start: libraries of the system are missing. Asking one on Windows would open it. */
function isUsable(path: string): boolean {
  if (!existsSync(path)) return false;
  return process.platform === 'win32' || succeeds(path, ['--version'], 30_000);
}

function installPlaywrights(): string | undefined {
  succeeds('npx', ['--no-install', 'playwright', 'install', 'chromium'], 300_000);
  return installedBrowser();
}

function installPackage(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  succeeds('apt-get', ['update'], 300_000);
  succeeds('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], 600_000);
  return installedBrowser();
}

function succeeds(command: string, args: readonly string[], timeout: number): boolean {
  try {
    execFileSync(command, args, { timeout, stdio: 'ignore', shell: process.platform === 'win32' && command === 'npx' });
    return true;
  } catch {
    return false;
  }
}
