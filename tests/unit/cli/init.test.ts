import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { parse } from 'dotenv';
import { parse as parseYaml } from 'yaml';
import { runCommandLine } from '../../../src/cli/command-line.js';
import { parseProfile } from '../../../src/cli/read-profile.js';
import { KNOWN_VARIABLES } from '../../../src/cli/setting-names.js';
import { resolveSettings } from '../../../src/cli/settings.js';
import { startReferenceService } from '../../../src/mock/reference-service.js';
import { test } from './temporary-folder.js';

interface Said {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

async function tradecert(cwd: string, env: Record<string, string>, ...args: string[]): Promise<Said> {
  const said = { out: '', err: '' };
  const status = await runCommandLine(args, {
    ...{ env, cwd },
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
  });
  return { status, ...said };
}

const init = (cwd: string, ...args: string[]): Promise<Said> => tradecert(cwd, {}, 'init', ...args);
const text = (...path: string[]): Promise<string> => readFile(join(...path), 'utf8');

test('writes settings, profile and what git ignores, and says what comes next', async ({ folder }) => {
  const { status, out } = await init(folder);
  expect(status).toBe(0);
  expect(out).toMatch(
    /^wrote +\.env\.example\nwrote +tradecert\.yaml\nwrote +\.gitignore: added node_modules\/, \.env, reports\/, /,
  );
  expect(out).toContain('npx tradecert doctor');
  const [, page = ''] = /^(\S+) shows each step with its output\.$/m.exec(out) ?? [];
  expect(existsSync(join(folder, page))).toBe(true);
  expect(await text(folder, '.gitignore')).toBe(
    'node_modules/\n.env\nreports/\ncertified/\nshard-*/\ncertificate-key.pem\ntest-results/\n',
  );
  expect(
    Object.keys(parse(await text(folder, '.env.example'))).filter((name) => !KNOWN_VARIABLES.includes(name)),
  ).toEqual([]);
  expect(existsSync(join(folder, '.github'))).toBe(false);
});

test('where there is a .env, nothing is to be copied over it', async ({ folder }) => {
  await writeFile(join(folder, '.env'), 'TRADECERT_TOKEN=own\n');
  const { out } = await init(folder);
  expect(out).toContain('  1. Take what your .env lacks of .env.example into it, and fill in token and signing key.\n');
  expect(out).not.toContain('Copy');
});

test('a file in the place of a folder is named, and nothing is written', async ({ folder }) => {
  await writeFile(join(folder, '.github'), '');
  for (const [args, place] of [
    [['--ci', 'github'], '.github'],
    [['--dir', '.github'], '.github'],
  ] as const) {
    const { status, err } = await init(folder, ...args);
    expect(status).toBe(2);
    expect(err).toContain(`A file is where a folder is needed.\n  where  ${join(folder, place)}\n`);
  }
  expect(await readdir(folder)).toEqual(['.github']);
});

test('the profile holds, also with each of its examples made part of it', async ({ folder }) => {
  await init(folder);
  const profile = await text(folder, 'tradecert.yaml');
  expect(parseProfile(profile, 'tradecert.yaml')).toMatchObject({
    environment: 'staging',
    signatureTemplate: 'concat',
  });
  const examples = profile.replaceAll(/^# (?=(?:baseUrl|orders\w+|rate|limits|pins|waivers):| {2})/gm, '');
  expect(Object.keys(parseProfile(examples, 'tradecert.yaml')).sort()).toEqual(
    ['baseUrl', 'claims', 'environment', 'limits', 'name', 'ordersCommand', 'ordersFile', 'ordersUrl', 'pins', 'rate']
      .concat(['signatureTemplate', 'signingKeyEncoding', 'waivers'])
      .sort(),
  );
});

test('what was written is taken by the doctor and by a run, as it is and with a service filled in', async ({
  folder,
}) => {
  await init(folder);
  await cp(join(folder, '.env.example'), join(folder, '.env'));
  const { settings, warnings } = await resolveSettings({
    flags: {},
    env: {},
    cwd: folder,
    now: new Date(),
    outDir: null,
  });
  expect(settings).toMatchObject({ embedded: true, rate: null, profile: { name: 'our service' } });
  expect(warnings).toEqual([expect.stringMatching(/^there is no base URL, so this is about the embedded/)]);

  const service = await startReferenceService();
  try {
    const filled = (await text(folder, 'tradecert.yaml'))
      .replace(/^# baseUrl: .*$/m, `baseUrl: ${service.baseUrl}`)
      .replace(/^# ordersUrl: .*$/m, `ordersUrl: ${service.ordersUrl}`);
    await writeFile(join(folder, 'tradecert.yaml'), filled);
    const variables = (await text(folder, '.env'))
      .replace('TRADECERT_TOKEN=\n', `TRADECERT_TOKEN=${service.token}\n`)
      .replace('TRADECERT_SIGNING_KEY=\n', `TRADECERT_SIGNING_KEY=${service.signingKey}\n`);
    await writeFile(join(folder, '.env'), variables);
    const { status, out, err } = await tradecert(folder, {}, 'doctor');
    expect(out + err).not.toContain(service.signingKey);
    expect({ status, out }).toMatchObject({ status: 0 });
  } finally {
    await service.close();
  }
});

test('overwrites nothing, and adds to .gitignore only what is missing', async ({ folder }) => {
  await writeFile(join(folder, 'tradecert.yaml'), 'name: ours\n');
  await writeFile(join(folder, '.gitignore'), 'node_modules\n.env');
  const { status, out } = await init(folder, '--ci', 'github');
  expect(status).toBe(0);
  expect(out).toContain('kept     tradecert.yaml: it is there already, and left as it is');
  expect(await text(folder, 'tradecert.yaml')).toBe('name: ours\n');
  expect(await text(folder, '.gitignore')).toBe(
    'node_modules\n.env\nreports/\ncertified/\nshard-*/\ncertificate-key.pem\ntest-results/\n',
  );
  const again = await init(folder, '--ci', 'github');
  expect(again.out).not.toContain('wrote');
  expect(again.out).toContain('kept     .gitignore: has all that is needed');
  expect(await text(folder, '.gitignore')).toBe(
    'node_modules\n.env\nreports/\ncertified/\nshard-*/\ncertificate-key.pem\ntest-results/\n',
  );
});

const SECRETS = ['TRADECERT_TOKEN', 'TRADECERT_SIGNING_KEY', 'TRADECERT_CERTIFICATE_KEY'];

for (const [ci, ...paths] of [
  ['github', '.github/workflows/tradecert-nightly.yml', '.github/workflows/tradecert-gate.yml'],
  ['gitlab', 'tradecert.gitlab-ci.yml'],
] as const) {
  test(`CI files for ${ci} run the command, and it is said which secrets they need`, async ({ folder }) => {
    const { out } = await init(folder, '--ci', ci, '--dir', 'a/new folder');
    const files = await Promise.all(paths.map((path) => text(folder, 'a/new folder', path)));
    for (const path of paths) expect(out).toContain(`wrote    a/new folder/${path}`);
    for (const file of files) expect(Object.keys(parseYaml(file) as object).length).toBeGreaterThan(0);
    expect(files.join('\n')).toContain('npx --no -- tradecert run --depth smoke --seed ');
    const named = [...files.join('\n').matchAll(/TRADECERT_\w+/g)].map(([name]) => name);
    expect(named.filter((name) => !KNOWN_VARIABLES.includes(name))).toEqual([]);
    for (const secret of SECRETS) expect(out).toMatch(new RegExp(`^ +${secret}(?:_FILE)? `, 'm'));
    expect(out).toContain('INCOMPLETE_IS_RED');
    expect(existsSync(join(folder, 'a/new folder/tradecert.yaml'))).toBe(true);
  });
}

for (const [ci, paths] of [
  ['github', ['.github/workflows/tradecert-client.yml', '.github/workflows/tradecert-client-nightly.yml']],
  ['gitlab', ['tradecert-client.gitlab-ci.yml']],
] as const) {
  test(`a client gets a gate for ${ci} that needs no secret, and nothing of a service`, async ({ folder }) => {
    const { out } = await init(folder, '--client', '--ci', ci);
    expect(out).toMatch(new RegExp(`^${paths.map((path) => `wrote +${path}\n`).join('')}wrote +.gitignore`));
    expect(out).toContain('in place of "node client.mjs". No secret is needed.');
    for (const path of paths) {
      expect(await text(folder, path)).toContain('npx --no -- tradecert client --exec "$CLIENT"');
      expect(await text(folder, path)).not.toContain('TRADECERT_');
    }
    expect(existsSync(join(folder, 'tradecert.yaml'))).toBe(false);
  });
}

test('a client without a CI has nothing to be written', async ({ folder }) => {
  expect(await init(folder, '--client')).toMatchObject({ status: 2, out: '' });
  expect(existsSync(join(folder, '.gitignore'))).toBe(false);
});

test('a CI that is not known, and a folder that cannot be written, are said in plain words', async ({ folder }) => {
  const unknown = await init(folder, '--ci', 'githab');
  expect(unknown).toMatchObject({ status: 2, out: '' });
  expect(unknown.err).toContain('did you mean github');
  await writeFile(join(folder, 'file'), '');
  const blocked = await init(folder, '--dir', 'file');
  expect(blocked.status).toBe(2);
  expect(blocked.err).toContain('give another folder with --dir');
  await mkdir(join(folder, 'other', '.gitignore'), { recursive: true });
  expect((await init(folder, '--dir', 'other')).err).toContain('.gitignore');
});

test('nothing is written through a link, and nothing at all where there is one', async ({ folder }) => {
  for (const [link, args] of [
    ['.gitignore', []],
    ['.github', ['--ci', 'github']],
  ] as const) {
    const [outside, dir] = [join(folder, `outside${link}`), join(folder, `repository${link}`)];
    await mkdir(outside);
    await mkdir(dir);
    await writeFile(join(outside, 'victim'), 'precious\n');
    await symlink(link === '.github' ? outside : join(outside, 'victim'), join(dir, link));
    const { status, err } = await init(dir, ...args);
    expect([status, err]).toEqual([2, expect.stringContaining('A link is where a file would be written.')]);
    expect(await readdir(dir)).toEqual([link]);
    expect(await readdir(outside)).toEqual(['victim']);
    expect(await text(outside, 'victim')).toBe('precious\n');
  }
});
