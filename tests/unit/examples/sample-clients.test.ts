import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from '@playwright/test';
import ts from 'typescript';
import { packageRoot } from '../../../src/contract/package-root.js';
import type { Start } from './run-client.js';
import { expectToPass } from './stories.js';

const CLIENTS = join(packageRoot, 'examples', 'clients');

interface Sample {
  readonly language: string;
  /** Programs that have to be there, each with a flag that makes it end at once. */
  readonly needs: readonly (readonly [program: string, flag: string])[];
  /** Makes the client ready in a folder. */
  readonly prepare: (folder: string) => Start;
}

/** What pays for itself in long runs alone is left out: a client is started for each task. */
const SHORT_LIVED = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xshare:auto'];

const SAMPLES: readonly Sample[] = [
  {
    language: 'TypeScript',
    needs: [],
    prepare: (folder) => {
      const text = readFileSync(join(CLIENTS, 'typescript', 'client.ts'), 'utf8');
      const { ESNext: module } = ts.ModuleKind;
      writeFileSync(join(folder, 'client.mjs'), ts.transpileModule(text, { compilerOptions: { module } }).outputText);
      return { command: process.execPath, args: [join(folder, 'client.mjs')] };
    },
  },
  {
    language: 'Python',
    needs: [['python3', '--version']],
    prepare: () => ({ command: 'python3', args: ['-B', join(CLIENTS, 'python', 'client.py')] }),
  },
  {
    language: 'Java',
    needs: [['javac', '-version']],
    prepare: (folder) => {
      execFileSync('javac', ['-d', folder, join(CLIENTS, 'java', 'Client.java')]);
      // A locale of UTF-8, since Java reads the environment by it.
      return { command: 'env', args: ['LC_ALL=C.UTF-8', 'java', ...SHORT_LIVED, '-cp', folder, 'Client'] };
    },
  },
  {
    language: 'Go',
    needs: [['go', 'version']],
    prepare: (folder) => {
      const env = { ...process.env, GOPROXY: 'off', GOTOOLCHAIN: 'local', GOFLAGS: '-buildvcs=false' };
      execFileSync('go', ['build', '-o', join(folder, 'client'), '.'], { cwd: join(CLIENTS, 'go'), env });
      return { command: join(folder, 'client'), args: [] };
    },
  },
  {
    language: 'shell',
    needs: [
      ['curl', '--version'],
      ['openssl', 'version'],
      ['jq', '--version'],
    ],
    prepare: () => ({ command: 'sh', args: [join(CLIENTS, 'shell', 'client.sh')] }),
  },
];

for (const { language, needs, prepare } of SAMPLES) {
  test(`the sample client in ${language} gets through every story`, async () => {
    test.setTimeout(300_000);
    const missing = needs.filter(([program, flag]) => spawnSync(program, [flag]).status !== 0);
    test.skip(missing.length > 0, `not on this machine: ${missing.map(([program]) => program).join(', ')}`);
    const folder = mkdtempSync(join(tmpdir(), 'tradecert-client-'));
    try {
      await expectToPass(prepare(folder));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}
