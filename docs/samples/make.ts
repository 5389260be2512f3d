import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packageRoot } from '../../src/contract/package-root.js';
import {
  type ReferenceOptions,
  type ReferenceService,
  startReferenceService,
} from '../../src/mock/reference-service.js';
import { takePictures } from './pictures.js';

/**
 * Makes the samples beside this file, each by the commands that a user would run: `npm run samples`, or some of them with
 * `npm run samples -- clean client`; and with `pictures` those of docs/report.md, of the samples that are there.
 */

const KEPT = ['index.html', 'results.json.gz', 'summary.md'];
const SAMPLES = join(packageRoot, 'docs', 'samples');

/** Enough for every kind of finding: in records, pages, bodies, prices, conditions, tokens, signatures and times. */
const TWENTY_FAULTS = [
  ...['any-authorization', 'lookup-without-token', 'forged-token', 'signature-optional', 'an-hour-behind'],
  ...['pip-unit-null', 'lot-multiple-as-string', 'tuesday-end-missing', 'order-unit-missing', 'bounds-crossed'],
  ...['sell-price-null', 'group-filter-ignored', 'unknown-code-as-list', 'refusal-as-text', 'any-date-time'],
  ...['loose-type-stock-cd', 'body-optional', 'missing-barrier-price-stop', 'market-with-negative-price'],
  'number-as-string',
];

/** So many pages that the walks of a run come to 100,000 exchanges and more. */
const LARGE: ReferenceOptions = { instruments: 17_000, pageSize: 1 };

type Variables = Readonly<Record<string, string>>;

/** Makes one run in a folder, which has nothing else in it. */
type Make = (dir: string) => Promise<void>;

const MAKES: Readonly<Record<string, Make>> = {
  clean: (dir) => tradecert(['run', '--seed', '42', '--out', dir]),
  'twenty-faults': (dir) => runAgainst({ faults: TWENTY_FAULTS }, dir),
  unreachable: async (dir) => {
    const service = await startReferenceService();
    await service.close();
    await tradecert(['run', '--seed', '42', '--out', dir], variablesOf(service));
  },
  'read-only': (dir) => tradecert(['run', '--read-only', '--seed', '42', '--out', dir]),
  client: (dir) =>
    tradecert(['client', '--exec', 'node examples/clients/faulty/client.mjs', '--seed', '42', '--out', dir], {
      CLIENT_FAULT: 'order-number-in-the-query',
    }),
  large: (dir) => runAgainst(LARGE, dir, ['--profile', 'docs/samples/many-pages.yaml']),
  'four-shards': async (dir) => {
    const shards = [1, 2, 3, 4].map((index) => ({ index, folder: `${dir}-${index}` }));
    for (const { index, folder } of shards)
      await tradecert(['run', '--shard', `${index}/4`, '--seed', '42', '--out', folder]);
    await tradecert(['report', ...shards.map(({ folder }) => folder), '--out', dir]);
  },
};

async function runAgainst(options: ReferenceOptions, dir: string, flags: readonly string[] = []): Promise<void> {
  const service = await startReferenceService(options);
  try {
    await tradecert(['run', ...flags, '--seed', '42', '--out', dir], variablesOf(service));
  } finally {
    await service.close();
  }
}

function variablesOf(service: ReferenceService): Variables {
  return {
    TRADECERT_BASE_URL: service.baseUrl,
    TRADECERT_TOKEN: service.token,
    TRADECERT_SIGNING_KEY: service.signingKey,
    TRADECERT_SIGNATURE_TEMPLATE: service.signatureTemplate,
    TRADECERT_ORDERS_URL: service.ordersUrl,
  };
}

/** A run that is not conformant ends with another status than 0 as well, so the files are what counts. */
async function tradecert(args: readonly string[], variables: Variables = {}): Promise<void> {
  const main = join(packageRoot, 'src', 'cli', 'main.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', main, ...args], {
    cwd: packageRoot,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'exit');
}

async function makeSample(name: string, make: Make): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'tradecert-sample-'));
  try {
    await make(join(work, 'run'));
    await mkdir(join(SAMPLES, name), { recursive: true });
    let bytes = 0;
    for (const file of KEPT) {
      const kept = join(SAMPLES, name, file);
      const made = await readFile(join(work, 'run', file.replace(/\.gz$/, '')));
      await writeFile(kept, file.endsWith('.gz') ? gzipSync(made, { level: 9 }) : made);
      bytes += (await stat(kept)).size;
    }
    console.log(`${name.padEnd(14)} ${Math.round(bytes / 1024)} KiB`);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const PICTURES = 'pictures';
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => MAKES[name] === undefined && name !== PICTURES);
if (unknown.length > 0)
  throw new Error(
    `There is no sample ${unknown.join(', ')}; there are ${[...Object.keys(MAKES), PICTURES].join(', ')}.`,
  );
for (const [name, make] of Object.entries(MAKES))
  if (wanted.length === 0 || wanted.includes(name)) await makeSample(name, make);
if (wanted.length === 0 || wanted.includes(PICTURES)) await takePictures();
