import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certify } from './certify.js';
import { differences, loadKept, type Configuration } from './kept-table.js';
import { frameworks } from './frameworks.js';
import { install, startService } from './real-service.js';

const USAGE = `Usage: prove/real/run FRAMEWORK... [--as-written|--mended] [--keep]

Installs, starts and certifies a service in each of these frameworks, as it is written and mended, and compares
with the table kept in its folder. Frameworks: ${Object.keys(frameworks).join(', ')}.
--keep leaves the reports.
`;

async function main(args: readonly string[]): Promise<number> {
  const names = args.filter((arg) => !arg.startsWith('--'));
  const flags = args.filter((arg) => arg.startsWith('--'));
  const isKnown = flags.every((flag) => ['--as-written', '--mended', '--keep'].includes(flag));
  if (names.length === 0 || !isKnown || names.some((name) => !(name in frameworks))) {
    process.stderr.write(USAGE);
    return 2;
  }
  const configurations = (['as-written', 'mended'] as const).filter((one) => flags.includes(`--${one}`));
  const work = await mkdtemp(join(tmpdir(), 'tradecert-real-'));
  try {
    let differing = 0;
    for (const name of names) {
      const folder = await install(name, work);
      for (const configuration of configurations.length > 0 ? configurations : (['as-written', 'mended'] as const)) {
        differing += await compare(name, configuration, folder);
      }
    }
    return differing > 0 ? 1 : 0;
  } finally {
    if (flags.includes('--keep')) process.stdout.write(`kept: ${work}\n`);
    else await rm(work, { recursive: true, force: true });
  }
}

/** @returns how many verdicts are not as kept */
async function compare(name: string, configuration: Configuration, folder: string): Promise<number> {
  const kept = loadKept(name, configuration);
  await using service = await startService(name, configuration, folder);
  const begun = performance.now();
  const results = await certify(service, join(folder, `report-${configuration}`));
  const found = differences(kept, results);
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  process.stdout.write(
    [
      `${name}, ${configuration}: ${results.verdict}, ${results.requests} requests in ${seconds} s, `,
      `${kept.length} findings kept, ${found.length === 0 ? 'as found' : 'but'}\n`,
      ...found.map((difference) => `  ${difference}\n`),
    ].join(''),
  );
  return found.length;
}

process.exitCode = await main(process.argv.slice(2));
