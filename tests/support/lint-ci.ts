import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { register } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Node wants to be told that JSON is JSON, which `@actions/workflow-parser` leaves to bundlers. */
const JSON_MODULES = `export const load = (url, context, next) =>
  next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context);`;

/** What is wrong with a workflow by GitHub's own parser, with schema, expressions, needs and cron; empty where nothing is. */
export async function lintWorkflow(text: string): Promise<readonly string[]> {
  register(`data:text/javascript,${encodeURIComponent(JSON_MODULES)}`);
  const { registerLogger, validate } = await import('@actions/languageservice');
  const { TextDocument } = await import('vscode-languageserver-textdocument');
  const troubles: string[] = [];
  const tell = (message: string): void => void troubles.push(message);
  registerLogger({ error: tell, warn: tell, info: () => undefined, log: () => undefined });
  // It remembers what it has parsed by the address.
  const address = `file:///${workflows++}/.github/workflows/tradecert.yml`;
  const found = await validate(TextDocument.create(address, 'yaml', 1, text));
  return [
    ...troubles,
    ...found.map(({ message, range }) => `line ${range.start.line + 1}: ${JSON.stringify(message)}`),
  ];
}

let workflows = 0;

/** It is built for Node 22. */
const SET_UNION = 'Set.prototype.union ??= function (other) { return new Set([...this, ...other]); };';

/** What is wrong with a GitLab CI file by GitLab's own schema, and where jobs need each other; empty where nothing is. */
export function lintGitlab(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tradecert-gitlab-'));
  try {
    const git = (...args: string[]): unknown => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
    git('init', '--initial-branch=main');
    git('-c', 'user.name=a', '-c', 'user.email=a@localhost', 'commit', '--allow-empty', '--message=a');
    git('remote', 'add', 'origin', 'git@gitlab.example:a/b.git');
    writeFileSync(join(folder, '.gitlab-ci.yml'), text);
    const linter = fileURLToPath(import.meta.resolve('gitlab-ci-local'));
    const args = ['--import', `data:text/javascript,${encodeURIComponent(SET_UNION)}`, linter, '--list-all'];
    const env = { PATH: process.env['PATH'], HOME: folder, NO_COLOR: '1' };
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      ...{ cwd: folder, env, encoding: 'utf8', timeout: 60_000 },
    });
    return status === 0 && stderr.includes('json schema validated')
      ? ''
      : `status ${status ?? 'none'}: ${stdout}${stderr}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
