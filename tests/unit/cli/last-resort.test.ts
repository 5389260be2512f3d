import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { explainCrash, withoutStack } from '../../../src/cli/last-resort.js';
import { packageRoot } from '../../../src/contract/package-root.js';
import { COMMAND } from '../../support/start-command.js';
import { test } from './temporary-folder.js';

const CANARY = 'canary-5ecret-value';

/** Runs the command in a shell that bounds it, or sends its output elsewhere. */
function inShell(script: string, cwd: string): Promise<{ status: number; stdout: string; stderr: string }> {
  const { PATH = '', HOME = '' } = process.env;
  const command = `"${process.execPath}" "${COMMAND.join('" "')}"`;
  return new Promise((resolve) => {
    const options = { cwd, env: { PATH, HOME, COMMAND: command }, timeout: 60_000 };
    execFile('sh', ['-c', script], options, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : Number(error.code ?? -1), stdout, stderr });
    });
  });
}

const RUN = 'eval "$COMMAND" run --seed 1 --depth smoke --only ENV-001 --out o';

const SHORTAGES: readonly [string, string, RegExp][] = [
  ['a full disk behind standard output, of a conformant run', `${RUN} --json >/dev/full`, /no room left \(ENOSPC\)/],
  ['a full disk behind the help', 'eval "$COMMAND" --help >/dev/full', /no room left \(ENOSPC\)/],
];
for (const [name, script, says] of SHORTAGES) {
  test(`${name} ends with status 2 and plain words, never with that of a verdict`, async ({ folder }) => {
    test.skip(process.platform !== 'linux', 'needs /dev/full');
    test.slow();
    const { status, stderr } = await inShell(script, folder);
    expect(stderr).toMatch(says);
    expect(stderr).not.toMatch(/^ {4}at /m);
    expect(status).toBe(2);
  });
}

const THROWN: readonly [string, string, string][] = [
  ['an error with a code', 'throw Object.assign(new Error(), { code: "EMFILE" })', 'too many files are open (EMFILE)'],
  ['a rejection', `Promise.reject(new Error("${CANARY}"))`, 'an error that was not foreseen (Error)'],
  [
    'a folder that is gone',
    'const { mkdirSync, rmdirSync } = require("node:fs"); mkdirSync("gone"); process.chdir("gone"); rmdirSync("../gone"); process.cwd()',
    'the current folder is not there any more (ENOENT)',
  ],
  [
    'links in a circle',
    'throw Object.assign(new Error(), { code: "ELOOP" })',
    'links lead to one another without end (ELOOP)',
  ],
  ['no memory for WebAssembly', 'throw new RangeError("Out of memory")', 'there is too little memory (RangeError)'],
];
for (const [name, statement, told] of THROWN) {
  test(`what nothing catches ends the process with status 2 and plain words: ${name}`, async ({ folder }) => {
    const module = pathToFileURL(join(packageRoot, 'dist/src/cli/last-resort.js')).href;
    const code = `import { createRequire } from 'node:module'; import { catchCrashes } from '${module}'; const require = createRequire('/'); catchCrashes(); setImmediate(() => { ${statement}; });`;
    const script = `"${process.execPath}" --input-type=module -e '${code.replaceAll("'", '`')}'`;
    const { status, stderr } = await inShell(script.replaceAll('`', '"'), folder);
    expect(stderr).toContain(`The command broke off: ${told}.`);
    expect(stderr).not.toContain(CANARY);
    expect(stderr).not.toMatch(/^ {4}at /m);
    expect(status).toBe(2);
  });
}

test('an error that nothing foresaw is told by its kind and place, and not by its message', () => {
  const text = explainCrash(new TypeError(`cannot read ${CANARY}`));
  expect(text).toMatch(
    /^The command broke off: an error that was not foreseen \(TypeError\)\.\n {2}where {2}.*:\d+:\d+\n/,
  );
  for (const thrown of [undefined, null, CANARY, { code: 1 }, Object.assign(new Error(CANARY), { code: 'EMFILE' })]) {
    expect(explainCrash(thrown)).toMatch(/^The command broke off: .+\.\n {2}where {2}.+\n {2}do {5}.+\n$/);
    expect(explainCrash(thrown)).not.toContain(CANARY);
  }
});

test('what a test of ours fails with has no stack, but the place and what to do', () => {
  const { message, stack } = withoutStack(new TypeError(CANARY));
  expect(stack).toBe(message);
  expect(message).toMatch(/^The command broke off: .+\n {2}where {2}.+:\d+:\d+\n {2}do {5}.+\n$/);
});
