import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { didYouMean } from '../contract/near-names.js';
import { packageRoot } from '../contract/package-root.js';
import { SuiteError } from '../contract/suite-error.js';
import { plainText } from '../report/plain-text.js';
import type { Surroundings } from './command-line.js';
import { parseFlags } from './flags.js';

const TEXT = { type: 'string' } as const;

/** Where the file of each CI goes. */
const CI_FILES = { github: '.github/workflows/tradecert.yml', gitlab: 'tradecert.gitlab-ci.yml' } as const;
type Ci = keyof typeof CI_FILES;

const NEXT_STEPS = `
Next:
  1. Copy .env.example to .env, and fill in token and signing key. It names tradecert.yaml, which counts only so.
  2. In tradecert.yaml, name the base URL and the order source.
  3. npx tradecert doctor    says what is missing
  4. npx tradecert run       certifies the service
docs/ten-minutes.md of tradecert shows each step with its output.
`;

/** `tradecert init`: writes what a repository needs to be certified from. Changes no file but .gitignore, by lines at its end. */
export async function init(args: readonly string[], { cwd, out }: Surroundings): Promise<number> {
  const flags = parseFlags(args, { dir: TEXT, ci: TEXT }, 'init');
  const ci = flags.text['ci'] === undefined ? null : parseCi(flags.text['ci']);
  const dir = resolve(cwd, flags.text['dir'] ?? '.');
  const files = [
    ['env.example', '.env.example'],
    ['tradecert.yaml', 'tradecert.yaml'],
    ...(ci === null ? [] : ([[`${ci}.yml`, CI_FILES[ci]]] as const)),
  ] as const;
  const shown = (path: string): string => plainText(relative(cwd, join(dir, path)));
  for (const [template, path] of files) {
    const isNew = await writeNew(join(dir, path), await templateText(template));
    out(isNew ? `wrote    ${shown(path)}\n` : `is there ${shown(path)}: left as it is\n`);
  }
  const added = await ignore(join(dir, '.gitignore'), await templateText('gitignore'));
  const lines = added.length === 0 ? 'has all that is needed' : `added ${added.join(', ')}`;
  out(`${added.length === 0 ? 'is there' : 'wrote   '} ${shown('.gitignore')}: ${lines}\n`);
  out(NEXT_STEPS);
  return 0;
}

function parseCi(given: string): Ci {
  const names = Object.keys(CI_FILES) as Ci[];
  const known = names.find((name) => name === given);
  if (known) return known;
  const what = `There is no CI file for "${plainText(given.slice(0, 40))}".`;
  throw new SuiteError(what, '--ci', didYouMean(given, names, `give one of ${names.join(', ')}`));
}

function templateText(name: string): Promise<string> {
  return readFile(join(packageRoot, 'templates', name), 'utf8');
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
    const missing = wanted.split('\n').filter((line) => line !== '' && !present.includes(line));
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
