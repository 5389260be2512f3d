import { createHmac } from 'node:crypto';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { firstDifference, followPage } from './follow-page.js';

/**
 * Packs tradecert, installs the tarball into an empty project elsewhere, and runs there whatever a user can run. The
 * project has no TypeScript. Types are checked by the compiler of this checkout.
 *
 * --node FOLDER   the Node to run them with, by the folder of its executable; default the one that runs this
 * --also 22,24    further Nodes, which the registry has: every command on each of them, without the page and the types
 * --write-page    only write into docs/ten-minutes.md what its commands print
 */
const { values: given } = parseArgs({
  options: { node: { type: 'string' }, also: { type: 'string' }, 'write-page': { type: 'boolean' } },
});

const CHECKOUT = resolve(import.meta.dirname, '..');
/** What is no part of a checkout, or is made anew. */
const LEFT_OUT = ['.git', 'dist', 'node_modules', 'reports', 'test-results'];
const FEWEST_COMMANDS = 14;
const LONGEST_MS = 300_000;
const LONGEST_START_MS = 20_000;

const work = mkdtempSync(join(tmpdir(), 'tradecert-package-'));
/** The project in which all is run now, and with which Node: others come after it. */
let app = join(work, 'app');
let environment = environmentWith(given.node);
let node = given.node === undefined ? process.execPath : join(resolve(given.node), 'node');

/** Nothing of ours, of a run that this one is part of, or of Playwright's. */
function environmentWith(nodeFolder: string | undefined): NodeJS.ProcessEnv {
  const clean = Object.entries(process.env).filter(([name]) => !/^(?:TRADECERT_|PLAYWRIGHT_|PW_|npm_)/.test(name));
  const folders = nodeFolder === undefined ? [] : [resolve(nodeFolder)];
  return { ...Object.fromEntries(clean), PATH: [...folders, process.env['PATH'] ?? ''].join(delimiter), NO_COLOR: '1' };
}

interface Expected {
  readonly status?: number;
  /** What standard output and error together say. */
  readonly says?: RegExp;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
}

/** Runs a command in the project, and ends all of this where it does not come to what it should. */
function run(command: string, args: readonly string[], { status = 0, says, env, cwd = app }: Expected = {}): string {
  const startedAt = Date.now();
  const ended = spawnSync(command, args, {
    ...{ cwd, env: { ...environment, ...env }, encoding: 'utf8', timeout: LONGEST_MS, maxBuffer: 256 * 1024 * 1024 },
  });
  const output = ended.stdout + ended.stderr;
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
  process.stdout.write(`  ${seconds.padStart(5)} s  ${[basename(command), ...args].join(' ').slice(0, 100)}\n`);
  if (ended.status === status && (says === undefined || says.test(output))) return ended.stdout;
  throw new Error(
    `${[command, ...args].join(' ')}: status ${ended.status ?? ended.signal ?? 'unknown'} where ${status} was expected` +
      `${says === undefined ? '' : `, with ${String(says)}`}\n${output.slice(-4_000)}`,
  );
}

const tradecert = (args: readonly string[], expected?: Expected): string =>
  run(join(app, 'node_modules', '.bin', 'tradecert'), args, expected);

/** Packs a copy of the checkout, whose `dist` and the work of others are left alone. */
function pack(): string {
  const copy = join(work, 'checkout');
  cpSync(CHECKOUT, copy, { recursive: true, filter: (from) => !isLeftOut(from) });
  symlinkSync(join(CHECKOUT, 'node_modules'), join(copy, 'node_modules'));
  run('npm', ['pack', '--silent', '--pack-destination', work], { cwd: copy });
  const { version } = JSON.parse(readFileSync(join(CHECKOUT, 'package.json'), 'utf8')) as { version: string };
  return join(work, `tradecert-${version}.tgz`);
}

const isLeftOut = (path: string): boolean => dirname(path) === CHECKOUT && LEFT_OUT.includes(basename(path));

function install(tarball: string, project = app): void {
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "name": "a-partner", "private": true, "type": "module" }\n');
  run('npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefer-offline', tarball], { cwd: project });
  for (const name of ['typescript', 'tsx', '@types/node']) {
    if (existsSync(join(project, 'node_modules', name))) throw new Error(`${name} was installed with tradecert.`);
  }
}

/** A partner's first minutes: what `init` writes is taken as it is. */
function startAsAPartner(): void {
  tradecert(['init', '--ci', 'github'], { says: /wrote +tradecert\.yaml/ });
  cpSync(join(app, '.env.example'), join(app, '.env'));
  tradecert(['init', '--ci', 'gitlab'], { says: /kept {5}tradecert\.yaml: it is there already, and left as it is/ });
  tradecert(['run', '--seed', '1', '--depth', 'smoke', '--only', 'LKP-*', '--out', 'from-init']);
  tradecert(['doctor'], { status: 2, says: /There is no base URL/ });
  rmSync(join(app, '.env'));
}

function askForHelp(): void {
  const usage = tradecert(['--help']);
  const commands = [...usage.matchAll(/^ {2}([a-z]+) {2}/gm)].map(([, name = '']) => name);
  if (commands.length < FEWEST_COMMANDS) throw new Error(`Too few commands are named:\n${usage}`);
  for (const command of commands) tradecert([command, '--help'], { says: new RegExp(`^Usage: tradecert ${command}`) });
}

/** Everything that needs no service. */
function runAlone(): void {
  tradecert(['--version'], { says: /^\d+\.\d+\.\d+\n$/ });
  tradecert(['run', '--seed', '1', '--depth', 'smoke', '--out', 'run'], { says: /Conformant/ });
  tradecert(['run', '--seed', '1', '--depth', 'smoke', '--only', 'LKP-*', '--shard', '1/2', '--out', 'shard-1']);
  tradecert(['run', '--seed', '1', '--depth', 'smoke', '--only', 'LKP-*', '--shard', '2/2', '--out', 'shard-2']);
  tradecert(['report', 'shard-1', 'shard-2', '--out', 'merged'], { says: /Conformant/ });
  tradecert(['report', 'run'], { says: /Conformant/ });
  tradecert(['compare', 'run', 'merged', '--markdown', 'compared.md']);
  tradecert(['keygen', '--out', 'key.pem']);
  tradecert(['sign', 'run', '--certificate-key-file', 'key.pem']);
  tradecert(['verify', 'run', '--key', 'key.pem.pub']);
  tradecert(['generate', '--check'], { status: 2, says: /There is nothing to generate/ });
  tradecert(['serve', '--list-faults', '--json'], { says: /"clause"/ });
  run('node', [join(app, 'node_modules/@playwright/test/cli.js'), '--version'], { says: /^Version / });
}

/** What docs/ten-minutes.md says, command by command, and that they print what stands there. */
async function spendTenMinutes(tarball: string): Promise<void> {
  const project = join(work, 'newcomer');
  install(tarball, project);
  const page = readFileSync(join(project, 'node_modules/tradecert/docs/ten-minutes.md'), 'utf8');
  const say = (command: string): void => void process.stdout.write(`           ${command}\n`);
  const followed = await followPage(page, { app: project, env: environment, say });
  if (given['write-page'] === true) writeFileSync(join(CHECKOUT, 'docs/ten-minutes.md'), followed);
  const difference = firstDifference(page, followed);
  if (difference === null || given['write-page'] === true) return;
  throw new Error(`docs/ten-minutes.md shows something else (npm run test:package -- --write-page):\n${difference}`);
}

/** A client that comes with its command. */
function runClient(): void {
  cpSync(join(CHECKOUT, 'examples/clients/faulty'), join(app, 'client'), { recursive: true });
  const flags = ['--scenario', 'walk*,plain*', '--depth', 'smoke', '--seed', '1', '--out', 'client-run'];
  tradecert(['client', '--exec', 'node client/client.mjs', ...flags], { status: 3, says: /0 failed/ });
}

/** The conformance tests under plain Playwright, by a configuration that is taken over. */
function runPlaywright(): void {
  writeFileSync(join(app, 'playwright.config.js'), "export { default } from 'tradecert/playwright-config';\n");
  run('npx', ['--no-install', 'playwright', 'test', '--grep', 'PAG-'], { says: /Conformant/ });
}

function runExamples(): void {
  for (const name of ['programmatic', 'own-tests']) {
    cpSync(join(CHECKOUT, 'examples', name), join(app, name), { recursive: true });
  }
  run('node', ['programmatic/certify-service.mjs', 'programmatic-run'], { says: /conformant: \d+ passed, 0 failed/ });
  if (!existsSync(join(app, 'programmatic-run/index.html'))) throw new Error('The report is missing.');
  run('node', ['programmatic/certify-client.mjs'], { says: /: \d+ passed, 0 failed/ });
  run('npx', ['--no-install', 'playwright', 'test', '-c', 'own-tests'], { says: /4 passed/ });
}

/** Starts a command that goes on, and waits until it says how it is ended. */
async function start(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Started> {
  const bin = join(app, 'node_modules/tradecert/bin/tradecert.js');
  const child = spawn(node, [bin, ...args], {
    cwd: app,
    env: { ...environment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  await new Promise<void>((done, fail) => {
    const late = setTimeout(() => fail(new Error(`tradecert ${args.join(' ')} said only: ${said}`)), LONGEST_START_MS);
    const hear = (text: Buffer): void => {
      said += text.toString('utf8');
      if (!said.includes('Ctrl-C')) return;
      clearTimeout(late);
      done();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', () => fail(new Error(`tradecert ${args.join(' ')} ended: ${said}`)));
  });
  return { child, said };
}

interface Started {
  readonly child: ChildProcess;
  readonly said: string;
}

/** Starts a service of the package, and gives its variables. */
async function serve(...flags: string[]): Promise<{ readonly child: ChildProcess; readonly env: NodeJS.ProcessEnv }> {
  const { child, said } = await start(['serve', ...flags]);
  const exported = [...said.matchAll(/^export (\w+)='?(.*?)'?$/gm)].map(([, name = '', value = '']) => [name, value]);
  return { child, env: Object.fromEntries(exported) as NodeJS.ProcessEnv };
}

/** A request that is signed over a line with its time and one with its body. */
function findSignature(): void {
  const [key, timestamp, body] = ['a key of the team', '1700000000', '{"orderNo":"1"}'];
  const signature = createHmac('sha512', key).update(`${timestamp}\n${body}`).digest('hex');
  writeFileSync(join(app, 'headers.txt'), `X-Timestamp: ${timestamp}\nX-Signature: ${signature}\n`);
  writeFileSync(join(app, 'body.json'), body);
  const request = [
    '--url',
    'https://staging.example/public/v1/orders/modify',
    '--headers',
    'headers.txt',
    '--body',
    'body.json',
  ];
  const env = { TRADECERT_SIGNING_KEY: key };
  const template = String.raw`{timestamp}\n{body}`;
  const found = tradecert(['signature', 'find', ...request], { env });
  if (!found.includes(template)) throw new Error(`The template was not found: ${found}`);
  tradecert(['signature', 'explain', ...request, '--signature-template', template], { env });
}

/** Traffic of a client through the proxy, and the same as a recording. */
async function watch({
  TRADECERT_BASE_URL: target = '',
  TRADECERT_TOKEN: token = '',
}: NodeJS.ProcessEnv): Promise<void> {
  const { child, said } = await start(['proxy', '--target', target, '--out', 'proxied']);
  const ended = new Promise<number | null>((done) => child.once('exit', (status) => done(status)));
  const [, proxied = ''] = /(http:\/\/127\.0\.0\.1:\d+\/public\/v1)/.exec(said.replaceAll(target, '')) ?? [];
  const path = '/stocks/orders?stockGroupCd=ALL&stockCd=&nextKey=';
  const headers = { Authorization: `Bearer ${token}` };
  const startedAtMs = Date.now();
  const answer = await fetch(proxied + path, { headers });
  const text = await answer.text();
  child.kill('SIGINT');
  const status = await ended;
  if (status !== 3) throw new Error(`tradecert proxy ended with status ${status ?? 'none'}.`);
  writeFileSync(join(app, 'traffic.har'), JSON.stringify(harOf(target + path, { headers, answer, text, startedAtMs })));
  tradecert(['audit', 'traffic.har', '--out', 'audited'], { status: 3 });
  for (const folder of ['proxied', 'audited']) {
    if (!existsSync(join(app, folder, 'service/index.html'))) throw new Error(`There is no report in ${folder}.`);
  }
}

interface Recorded {
  readonly headers: Readonly<Record<string, string>>;
  readonly answer: Response;
  readonly text: string;
  readonly startedAtMs: number;
}

function harOf(url: string, { headers, answer, text, startedAtMs }: Recorded): object {
  const pairs = (from: Iterable<readonly [string, string]>): object[] =>
    [...from].map(([name, value]) => ({ name, value }));
  const request = {
    method: 'GET',
    url,
    httpVersion: 'HTTP/1.1',
    headers: pairs(Object.entries(headers)),
    queryString: [],
  };
  const content = { size: text.length, mimeType: 'application/json', text };
  const response = {
    status: answer.status,
    statusText: 'OK',
    httpVersion: 'HTTP/1.1',
    headers: pairs(answer.headers),
    content,
  };
  const entry = { startedDateTime: new Date(startedAtMs).toISOString(), time: 5, request, response, timings: {} };
  return { log: { version: '1.2', creator: { name: 'try-package', version: '1' }, entries: [entry] } };
}

/** Everything that needs a service in another process. */
async function runAgainstServices(): Promise<void> {
  const right = await serve('--port', '0');
  try {
    tradecert(['doctor'], { env: right.env });
    tradecert(['run', '--seed', '1', '--depth', 'smoke', '--only', 'ENV-*', '--out', 'served'], { env: right.env });
    await watch(right.env);
  } finally {
    right.child.kill();
  }
  const wrong = await serve('--fault', 'no-signature-check');
  try {
    run('npx', ['--no-install', 'playwright', 'test', '-c', 'own-tests'], {
      ...{ status: 1, env: wrong.env, says: /The request was not refused/ },
    });
  } finally {
    wrong.child.kill();
  }
}

/** A program that uses every entry of the package, as a partner's compiler sees it. */
const TYPED = `import { certifyClient, certifyService, SuiteError, type ClauseResult, type Results } from 'tradecert';
import conformance from 'tradecert/playwright-config';
import { expect, judge, test } from 'tradecert/test';

const results: Promise<Results> = certifyService({ depth: 'smoke', orders: { url: 'http://127.0.0.1:1/' } });
void certifyClient({ client: async ({ task }) => [task.task], onProgress: ({ played }) => console.log(played) });
export const broken = async (): Promise<readonly ClauseResult[]> =>
  (await results).clauses.filter(({ verdict }) => verdict === 'fail');
test('typed', async ({ service, order }) => {
  const reply = await service.modifyOrder({ body: order });
  expect(reply).toConform();
  expect(judge(reply).map(({ id }) => id)).toContain('ENV-001');
  // @ts-expect-error -- there is no such clause member
  judge(reply)[0]?.nothing;
});
void certifyService({ certificate: { keyFile: 'key.pem', days: 7 }, writeProfile: 'tradecert.yaml', env: process.env });
// @ts-expect-error -- a depth is one of three words
void certifyService({ depth: 'deepest' });
// @ts-expect-error -- an order source has a url, a command or a file
void certifyService({ orders: { uri: 'http://127.0.0.1:1/' } });
// @ts-expect-error -- there is no certification of no client
void certifyClient({});
export { conformance, SuiteError };
`;

/** Types resolve as Node resolves modules, and as bundlers do; also without skipping the checks of our own. */
function checkTypes(): void {
  writeFileSync(join(app, 'typed.mts'), TYPED);
  const tsc = join(CHECKOUT, 'node_modules/typescript/bin/tsc');
  const roots = ['--typeRoots', join(CHECKOUT, 'node_modules/@types'), '--types', 'node'];
  for (const [module, resolution] of [
    ['node16', 'node16'],
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ] as const) {
    const how = [
      '--module',
      module,
      '--moduleResolution',
      resolution,
      '--target',
      'es2022',
      '--lib',
      'es2023,dom,dom.iterable,esnext.disposable',
    ];
    run(process.execPath, [tsc, '--noEmit', '--strict', ...roots, ...how, 'typed.mts']);
  }
}

process.stdout.write(`In ${app}, with Node ${run('node', ['--version'], { cwd: work }).trim()}:\n`);
try {
  const tarball = pack();
  await spendTenMinutes(tarball);
  if (given['write-page'] !== true) await tryAll(tarball);
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function tryAll(tarball: string): Promise<void> {
  install(tarball);
  await runEverything();
  runPlaywright();
  checkTypes();
  for (const version of given.also?.split(',') ?? []) await tryOn(version, tarball);
  process.stdout.write('The package does all of this by itself.\n');
}

/** Every command, the examples, and a service in another process. */
async function runEverything(): Promise<void> {
  askForHelp();
  startAsAPartner();
  runAlone();
  findSignature();
  runClient();
  runExamples();
  await runAgainstServices();
}

/** The same with another Node; one that the registry does not give is told of, and no failure of the package. */
async function tryOn(version: string, tarball: string): Promise<void> {
  const folder = fetchNode(version);
  if (folder === null) {
    process.stdout.write(`Node ${version} could not be had from the registry: the package was not tried on it.\n`);
    return;
  }
  environment = environmentWith(folder);
  node = join(folder, 'node');
  app = join(work, `on-${version}`);
  const found = run('node', ['--version'], { cwd: work, says: new RegExp(`^v${version}\\.`) }).trim();
  process.stdout.write(`In ${app}, with Node ${found}:\n`);
  install(tarball);
  await runEverything();
}

/** @returns the folder of its executable; `null` where it cannot be had */
function fetchNode(version: string): string | null {
  const project = join(work, `node-${version}`);
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "private": true }\n');
  const flags = ['--silent', '--no-audit', '--no-fund', '--prefer-offline'];
  spawnSync('npm', ['install', ...flags, `node@${version}`], { cwd: project, env: environment, timeout: LONGEST_MS });
  const folder = join(project, 'node_modules/node/bin');
  return existsSync(join(folder, 'node')) ? folder : null;
}
