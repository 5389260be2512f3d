import { existsSync } from 'node:fs';
import { appendFile, lstat, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { docPage } from '../contract/doc-page.js';
import { didYouMean } from '../contract/near-names.js';
import { packageRoot } from '../contract/package-root.js';
import { SuiteError } from '../contract/suite-error.js';
import { toPaste } from '../contract/to-paste.js';
import { plainText } from '../report/plain-text.js';
import type { Surroundings } from './command-line.js';
import { parseFlags } from './flags.js';

const TEXT = { type: 'string' } as const;

const SWITCH = { type: 'boolean' } as const;

/** A template, and where it goes. */
type File = readonly [template: string, path: string];

const SETTING_FILES: readonly File[] = [
  ['env.example', '.env.example'],
  ['tradecert.yaml', 'tradecert.yaml'],
];

type Ci = 'github' | 'gitlab';

/** The files of each CI, by what is certified. */
const CI_FILES: Readonly<Record<Ci, Readonly<Record<'service' | 'client', readonly File[]>>>> = {
  github: {
    service: [
      ['ci/github/nightly.yml', '.github/workflows/tradecert-nightly.yml'],
      ['ci/github/gate.yml', '.github/workflows/tradecert-gate.yml'],
    ],
    client: [
      ['ci/github/client.yml', '.github/workflows/tradecert-client.yml'],
      ['ci/github/client-nightly.yml', '.github/workflows/tradecert-client-nightly.yml'],
    ],
  },
  gitlab: {
    service: [['ci/gitlab/service.yml', 'tradecert.gitlab-ci.yml']],
    client: [['ci/gitlab/client.yml', 'tradecert-client.gitlab-ci.yml']],
  },
};

const GITIGNORE = '.gitignore';

/**
 * @param page - where the page with each step is
 * @param hasEnv - there is a `.env`, which is not to be written over
 */
const nextSteps = (page: string, hasEnv: boolean): string => `
Next:
  1. ${hasEnv ? 'Take what your .env lacks of .env.example into it' : 'Copy .env.example to .env'}, and fill in token and signing key.
     Keep its TRADECERT_PROFILE: without it, tradecert.yaml does not count.
  2. In tradecert.yaml, name the base URL and the order source.
  3. ${toPaste('doctor')}    says what is missing
  4. ${toPaste('run')}       certifies the service
${page} shows each step with its output.
`;

/** @param page - where the page about CI is */
const inCi = (page: string): string => `
In CI (${page}):
  npm install --save-dev tradecert    and commit package.json with package-lock.json
`;

const CI_STEPS: Readonly<Record<Ci, Readonly<Record<'service' | 'client', string>>>> = {
  github: {
    service: `  Secrets, under Settings, Secrets and variables, Actions:
    TRADECERT_TOKEN            the JWT; or set TRADECERT_TOKEN_COMMAND in the workflows
    TRADECERT_SIGNING_KEY      the HMAC key
    TRADECERT_CERTIFICATE_KEY  the text of certificate-key.pem, from ${toPaste('keygen')}; commit its .pub
  Variable: INCOMPLETE_IS_RED  true where a night that could not verify everything has to be red
`,
    client:
      '  In .github/workflows/tradecert-client*.yml, put what runs your client in place of "node client.mjs". No secret is needed.\n' +
      '  tradecert-client-nightly.yml is for a client that is too slow for one machine: remove it where yours is not.\n',
  },
  gitlab: {
    service: `  Variables, under Settings, CI/CD, Variables:
    TRADECERT_TOKEN                 masked; the JWT
    TRADECERT_SIGNING_KEY           masked; the HMAC key
    TRADECERT_CERTIFICATE_KEY_FILE  protected, of the type "file": certificate-key.pem, from ${toPaste('keygen')}; commit its .pub
    INCOMPLETE_IS_RED               true where a night that could not verify everything has to be red
  In .gitlab-ci.yml: include: tradecert.gitlab-ci.yml
  Under Build, Pipeline schedules: a schedule for each night
`,
    client: `  In tradecert-client.gitlab-ci.yml, put what runs your client in place of "node client.mjs". No secret is needed.
  In .gitlab-ci.yml: include: tradecert-client.gitlab-ci.yml
  Where one machine is too slow for it: under Build, Pipeline schedules, a schedule for each night, which takes four
`,
  },
};

/** `tradecert init`: writes what a repository needs to be certified from. Changes no file but .gitignore, by lines at its end. */
export async function init(args: readonly string[], { cwd, out }: Surroundings): Promise<number> {
  const flags = parseFlags(args, { dir: TEXT, ci: TEXT, client: SWITCH }, 'init');
  const ci = flags.text['ci'] === undefined ? null : parseCi(flags.text['ci']);
  const subject = flags.has('client') ? 'client' : 'service';
  if (subject === 'client' && ci === null) throw clientWithoutCi();
  const dir = resolve(cwd, flags.text['dir'] ?? '.');
  const shown = (path: string): string => plainText(relative(cwd, join(dir, path)));
  const settings = subject === 'service' ? SETTING_FILES : [];
  const files = [...settings, ...(ci === null ? [] : CI_FILES[ci][subject])];
  for (const path of [...files.map(([, to]) => to), GITIGNORE]) await checkPlace(dir, path);
  for (const [template, path] of files) {
    const isNew = await writeNew(join(dir, path), await templateText(template));
    out(isNew ? `wrote    ${shown(path)}\n` : `kept     ${shown(path)}: it is there already, and left as it is\n`);
  }
  const added = await ignore(join(dir, GITIGNORE), await templateText('gitignore'));
  const lines = added.length === 0 ? 'has all that is needed' : `added ${added.join(', ')}`;
  out(`${added.length === 0 ? 'kept ' : 'wrote'}    ${shown(GITIGNORE)}: ${lines}\n`);
  const page = (name: string): string => plainText(docPage(name, cwd));
  if (subject === 'service') out(nextSteps(page('ten-minutes.md'), existsSync(join(dir, '.env'))));
  if (ci !== null) out(inCi(page('ci.md')) + CI_STEPS[ci][subject]);
  return 0;
}

/** A client is run by its command, and needs no settings: without a CI there is nothing to write. */
function clientWithoutCi(): SuiteError {
  return new SuiteError('For a client there are CI files only.', '--client', 'give --ci github or --ci gitlab as well');
}

function parseCi(given: string): Ci {
  const names: readonly Ci[] = ['github', 'gitlab'];
  const known = names.find((name) => name === given);
  if (known) return known;
  const what = `There is no CI file for "${plainText(given.slice(0, 40))}".`;
  throw new SuiteError(what, '--ci', didYouMean(given, names, `give one of ${names.join(', ')}`));
}

function templateText(name: string): Promise<string> {
  return readFile(join(packageRoot, 'templates', name), 'utf8');
}

/**
 * @throws SuiteError where a file or a folder on the way to it is a link: a repository that was fetched may have one to
 *   anywhere; and where a file is in the place of a folder
 */
async function checkPlace(dir: string, path: string): Promise<void> {
  const names = path.split('/');
  for (let count = 0; count <= names.length; count += 1) {
    const place = join(dir, ...names.slice(0, count));
    const found = await (count === 0 ? stat(place) : lstat(place)).catch(() => null);
    if (found?.isFile() === true && count < names.length) {
      throw new SuiteError('A file is where a folder is needed.', plainText(place), 'give another folder with --dir');
    }
    if (found?.isSymbolicLink() !== true) continue;
    throw new SuiteError(
      'A link is where a file would be written.',
      plainText(place),
      'put what it leads to in its place',
    );
  }
}

/** @returns whether it was written: what is there already is never overwritten */
async function writeNew(path: string, text: string): Promise<boolean> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw unwritable(path, error);
  }
}

/** Adds the lines that are not in the file yet, and returns them. */
async function ignore(path: string, wanted: string): Promise<readonly string[]> {
  try {
    const before = await readFile(path, 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
      throw error;
    });
    const present = before.split(/\r?\n/).map((line) => line.trim());
    // Without its slash, the name of a folder says the same and more.
    const isPresent = (line: string): boolean =>
      present.includes(line) || (line.endsWith('/') && present.includes(line.slice(0, -1)));
    const missing = wanted.split('\n').filter((line) => line !== '' && !isPresent(line));
    if (missing.length === 0) return [];
    const lineBreak = before === '' || before.endsWith('\n') ? '' : '\n';
    await appendFile(path, `${lineBreak}${missing.join('\n')}\n`);
    return missing;
  } catch (error) {
    throw unwritable(path, error);
  }
}

function unwritable(path: string, error: unknown): SuiteError {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
  return new SuiteError(
    `A file cannot be written (${code}).`,
    path,
    'give another folder with --dir, or make it writable',
  );
}
