import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../src/contract/package-root.js';
import type { Depth } from '../src/contract/profile.js';

/** What `npm run prove` may be told, after `--`. */
export interface ProveOptions {
  /** At each of them every subject is certified. */
  readonly seeds: readonly number[];
  readonly depth: Depth;
  /** Subjects whose id matches one of these; empty: all of them. */
  readonly only: readonly RegExp[];
  readonly processes: number;
  readonly outDir: string;
}

export const PROVE_USAGE = `npm run prove -- [options]

Runs the whole suite over every named fault and every legal service, and tells whether each was told apart.

  --seeds 1,2,3,4,5     seeds at which every service is certified
  --depth smoke         smoke, standard or deep
  --only NAME           only faults and services of that name (* stands for anything; may be repeated);
                        what is about all of them is then not judged
  --processes N         certifications at the same time; default: one for each core
  --out DIR             default reports/prove
`;

/** @throws TypeError where an option is not known; Error where its value is none */
export function parseProveOptions(args: readonly string[]): ProveOptions | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seeds: { type: 'string', default: '1,2,3,4,5' },
      depth: { type: 'string', default: 'smoke' },
      only: { type: 'string', multiple: true, default: [] },
      processes: { type: 'string', default: String(cpus().length) },
      out: { type: 'string', default: join(packageRoot, 'reports/prove') },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  return {
    seeds: values.seeds.split(',').map((text) => wholeNumber('--seeds', text, 0)),
    depth: depthOf(values.depth),
    only: values.only.map(globToPattern),
    processes: wholeNumber('--processes', values.processes, 1),
    outDir: values.out,
  };
}

function wholeNumber(option: string, text: string, least: number): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) < least) {
    throw new Error(`${option}: ${JSON.stringify(text)} is no whole number from ${least} on.`);
  }
  return Number(text);
}

function depthOf(text: string): Depth {
  if (text === 'smoke' || text === 'standard' || text === 'deep') return text;
  throw new Error(`--depth: ${JSON.stringify(text)} is none of smoke, standard, deep.`);
}

function globToPattern(glob: string): RegExp {
  const escaped = glob.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${escaped}$`);
}
