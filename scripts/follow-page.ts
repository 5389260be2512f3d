import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** Where and how the commands of a page are run. */
export interface Surroundings {
  /** A project that has tradecert installed. */
  readonly app: string;
  readonly env: NodeJS.ProcessEnv;
  /** Told of each command before it is run. */
  readonly say: (command: string) => void;
}

/** A fenced block of a page: its first line without the dashes, and what stands in it. */
interface Block {
  readonly info: string;
  readonly text: string;
}

/**
 * The port that pages name; another one of as many digits is taken, which may be free on this machine, too, and leaves
 * lengths that are told as they are.
 */
const PORT = '4010';
const FENCED = /^```(\S[^\n]*)\n([\s\S]*?)^```$/gm;
const LONGEST_MS = 300_000;
const LONGEST_START_MS = 20_000;

/**
 * Does what a page says, in its order, as a reader would: `sh` blocks are run in the project, `sh FOLDER` until Ctrl-C in a
 * folder of the project and beside the others; lines of `dotenv FILE` and `yaml FILE` are put into that file. `text` is
 * what the commands before it print.
 *
 * @returns the page with what was printed this time
 * @throws Error where a command does not end with the status of its block, `status=1`, or 0
 */
export async function followPage(page: string, { app, env: given, say }: Surroundings): Promise<string> {
  // What npm has to say of this machine's settings is none of ours.
  const env = { ...given, npm_config_loglevel: 'error' };
  const port = await freePort();
  const services: ChildProcess[] = [];
  let printed: string | null = null;
  const follow = async ({ info, text }: Block): Promise<string> => {
    const [kind = '', where = ''] = info.split(' ');
    const said = printed;
    printed = null;
    if (kind === 'text') return said ?? text;
    const given = text.replaceAll(PORT, port);
    if (kind === 'dotenv' || kind === 'yaml') fillIn(join(app, where), given);
    if (kind !== 'sh') return text;
    say(text.split('\n')[0] ?? '');
    if (where === '' || where.startsWith('status=')) {
      printed = runShell(given, Number(where.slice('status='.length) || '0'), { app, env });
    } else {
      mkdirSync(join(app, where), { recursive: true });
      const { child, said } = await startShell(given, { app: join(app, where), env });
      services.push(child);
      printed = said;
    }
    printed = printed.replaceAll(port, PORT);
    return text;
  };
  try {
    let [followed, at] = ['', 0];
    for (const { 0: whole, 1: info = '', 2: text = '', index } of page.matchAll(FENCED)) {
      followed += `${page.slice(at, index)}\`\`\`${info}\n${await follow({ info, text })}\`\`\``;
      at = index + whole.length;
    }
    return followed + page.slice(at);
  } finally {
    for (const { pid } of services) if (pid !== undefined) process.kill(-pid, 'SIGINT');
  }
}

type Place = Pick<Surroundings, 'app' | 'env'>;

function runShell(script: string, status: number, { app, env }: Place): string {
  const ended = spawnSync('sh', ['-c', `exec 2>&1\n${script}`], {
    ...{ cwd: app, env, encoding: 'utf8', timeout: LONGEST_MS, maxBuffer: 64 * 1024 * 1024 },
  });
  if (ended.status === status) return ended.stdout;
  throw new Error(`${script}status ${ended.status ?? 'none'} where ${status} was expected\n${ended.stdout}`);
}

/** Starts what goes on until Ctrl-C, in a process group of its own, and waits until it says so. */
async function startShell(script: string, { app, env }: Place): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn('sh', ['-c', script], { cwd: app, env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  await new Promise<void>((done, fail) => {
    const late = setTimeout(() => fail(new Error(`${script}said only: ${said}`)), LONGEST_START_MS);
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
      if (!said.includes('Ctrl-C')) return;
      clearTimeout(late);
      done();
    });
    child.once('exit', () => fail(new Error(`${script}ended: ${said}`)));
  });
  return { child, said };
}

/** Puts each line in the place of the one that sets the same name, also of one that is a comment. */
function fillIn(path: string, lines: string): void {
  let file = readFileSync(path, 'utf8');
  for (const line of lines.trimEnd().split('\n')) {
    const [name = ''] = /^\w+[=:]/.exec(line) ?? [];
    const before = new RegExp(`^(?:# )?${name}.*$`, 'm');
    if (name === '' || !before.test(file)) throw new Error(`${path} has no line for ${line}`);
    file = file.replace(before, () => line);
  }
  writeFileSync(path, file);
}

async function freePort(): Promise<string> {
  // Below those that the system gives to connections, of which one may take it before the service is started.
  const port = randomInt(7_000, 10_000);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return freePort();
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

/** What differs from time to time, and what is put in its place. */
const PASSING: readonly (readonly [RegExp, string])[] = [
  [/^\d+ of \d+ clauses, .*\n/gm, ''],
  [/\b\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?(?! ?[\d:])/g, 'DAY'],
  [/(?<!seed )\b\d{10}\b/g, 'TIME'],
  [/^( {2}(?:not )?made again ).*$/gm, '$1'],
  [/\b\d+(?:\.\d+)? (?:ms|s|minutes)\b/g, 'SOME TIME'],
  [/\b(?:ahead|behind)\b/g, 'OFF'],
  [/\b[\d,]+ (requests|signatures|exchanges)\b/g, 'N $1'],
  [/\bseed \d+/g, 'seed N'],
  [/\b[0-9a-f]{12,}\b/g, 'DIGITS'],
];

/** The first lines in which two pages differ by more than what differs from time to time; `null` where there are none. */
export function firstDifference(expected: string, actual: string): string | null {
  const [wanted, found] = [expected, actual].map((page) => withoutPassing(page).split('\n'));
  if (wanted === undefined || found === undefined) return null;
  const at = wanted.findIndex((line, index) => line !== found[index]);
  return at < 0 ? null : `- ${wanted[at] ?? ''}\n+ ${found[at] ?? ''}`;
}

function withoutPassing(page: string): string {
  return PASSING.reduce((text, [passing, word]) => text.replaceAll(passing, word), page);
}
