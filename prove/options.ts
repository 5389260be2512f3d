import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../src/contract/package-root.js';
import type { Depth } from '../src/contract/profile.js';
import { SuiteError } from '../src/contract/suite-error.js';
import type { Side } from './subjects.js';

/** What `npm run prove` may be told, after `--`. */
export interface ProveOptions {
  /** One proof for each. */
  readonly sides: readonly Side[];
  /** At each of them every subject is certified. */
  readonly seeds: readonly number[];
  readonly depth: Depth;
  /**
   * Which faults are certified by every clause or scenario, and which legal services at depth standard: the `part`th of each
   * `of`; of the faults also those that are certified by the whole command. With more than one part, a third of the legal services.
   */
  readonly inFull: { readonly part: number; readonly of: number };
  /** Subjects of these names; empty: all of them. */
  readonly only: readonly NamePattern[];
  readonly processes: number;
  readonly outDir: string;
}

/** A name in which `*` stands for anything. */
export interface NamePattern {
  readonly text: string;
  readonly matches: (name: string) => boolean;
}

export const PROVE_USAGE = `npm run prove -- [options]

Runs the whole suite over every named fault and every legal service, and tells whether each was told apart.

  --seeds 1,2,3,4,5     seeds at which every service is certified
  --depth smoke         smoke, standard or deep
  --side SIDE           service or client; default: one proof for each
  --in-full K/N         certify the Kth of every N faults by every clause, and the others by the clauses that they
                        name alone, those of clients by a few scenarios, where these show them; a third of the legal
                        services, and the Kth of every N at depth standard; and a quarter of the sample by the
                        whole command; default: 1/1, all of them
  --only NAME[,NAME]    only faults, services and clients of these names (* stands for anything; may be
                        repeated); what is about all of them is then not judged
  --processes N         processes, with three certifications at a time each; default: one for each core
  --out DIR             default reports/prove, with --only reports/prove-in-part

Ctrl-C ends it and writes what was measured so far, marked as incomplete.

Exit status: 0 the proof holds, 1 it does not or broke off, 2 wrong options, 130 interrupted, 143 stopped (SIGTERM).
`;

/** @throws SuiteError where an option or its value is none */
export function parseProveOptions(args: readonly string[]): ProveOptions | 'help' {
  const values = readOptions(args);
  if (values.help) return 'help';
  const isWhole = values.only.length === 0;
  return {
    seeds: values.seeds.split(',').map((text) => wholeNumber('--seeds', text, 0)),
    depth: depthOf(values.depth),
    inFull: shareOf(values['in-full']),
    sides: values.side === undefined ? ['service', 'client'] : [sideOf(values.side)],
    only: values.only.flatMap((names) => names.split(',')).map(namePattern),
    processes: wholeNumber('--processes', values.processes, 1),
    outDir: values.out ?? join(packageRoot, isWhole ? 'reports/prove' : 'reports/prove-in-part'),
  };
}

function readOptions(args: readonly string[]) {
  const known = {
    args: [...args],
    options: {
      seeds: { type: 'string', default: '1,2,3,4,5' },
      depth: { type: 'string', default: 'smoke' },
      'in-full': { type: 'string', default: '1/1' },
      side: { type: 'string' },
      only: { type: 'string', multiple: true, default: [] as string[] },
      processes: { type: 'string', default: String(cpus().length) },
      out: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  } as const;
  try {
    return parseArgs(known).values;
  } catch (error) {
    throw wrongOption((error as Error).message.split('. ')[0] ?? '');
  }
}

export function wrongOption(what: string): SuiteError {
  return new SuiteError(`${what}.`, 'npm run prove', 'see npm run prove -- --help');
}

function wholeNumber(option: string, text: string, least: number): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) < least) {
    throw wrongOption(`${option}: ${JSON.stringify(text)} is no whole number from ${least} on`);
  }
  return Number(text);
}

function shareOf(text: string): ProveOptions['inFull'] {
  const [part = 0, of = 0] = /^\d{1,4}\/\d{1,4}$/.test(text) ? text.split('/').map(Number) : [];
  if (part < 1 || part > of) throw wrongOption(`--in-full: ${JSON.stringify(text)} is no share such as 3/8`);
  return { part, of };
}

function depthOf(text: string): Depth {
  if (text === 'smoke' || text === 'standard' || text === 'deep') return text;
  throw wrongOption(`--depth: ${JSON.stringify(text)} is none of smoke, standard, deep`);
}

function sideOf(text: string): Side {
  if (text === 'service' || text === 'client') return text;
  throw wrongOption(`--side: ${JSON.stringify(text)} is neither service nor client`);
}

function namePattern(text: string): NamePattern {
  const escaped = text.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  const pattern = new RegExp(`^${escaped}$`);
  return { text, matches: (name) => pattern.test(name) };
}
