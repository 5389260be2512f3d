import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { digestOf } from '../contract/results-digest.js';
import { SuiteError } from '../contract/suite-error.js';
import { CERTIFICATE_FILE } from '../report/certificate/bundle-files.js';
import { readEnvelope } from '../report/certificate/sign-what-holds.js';
import { compareRuns } from '../report/compare/compare-runs.js';
import { isWorse, type Comparison, type Side } from '../report/compare/comparison.js';
import { renderComparisonHtml } from '../report/compare/render-comparison-html.js';
import { renderComparisonJson } from '../report/compare/render-comparison-json.js';
import { renderComparisonMarkdown } from '../report/compare/render-comparison-markdown.js';
import { renderComparisonTerminal } from '../report/compare/render-comparison-terminal.js';
import { gatherLatency } from '../report/compare/gather-latency.js';
import { plainText } from '../report/plain-text.js';
import { readExchanges, readRun } from '../report/recorded-run.js';
import type { Surroundings } from './command-line.js';
import { EXIT } from './exit-status.js';
import { parseFlags, type Flags } from './flags.js';

const COMPARE_FLAGS = {
  html: { type: 'string' },
  markdown: { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** `tradecert compare FIRST SECOND`: shows what changed from one recorded run to another. */
export async function compare(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const flags = parseFlags(args, COMPARE_FLAGS, 'compare', ['FIRST', 'SECOND']);
  const { cwd, out, err } = surroundings;
  const [first = '', second = ''] = flags.operands;
  const targets = targetsOf(flags, cwd, [first, second]);
  const [before, after] = [await readSide(first, cwd), await readSide(second, cwd)];
  for (const side of [before, after]) {
    for (const doubt of await doubtsAbout(side, cwd)) err(`warning: ${plainText(side.dir)}: ${doubt}\n`);
  }
  const comparison = compareRuns(before, after, {
    before: await latencyOf(before, cwd),
    after: await latencyOf(after, cwd),
  });
  for (const { flag, path, render } of targets) await write(path, render(comparison), flag, cwd);
  const isJson = flags.has('json');
  if (isJson) out(renderComparisonJson(comparison));
  const color = !isJson && process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === '';
  (isJson ? err : out)(renderComparisonTerminal(comparison, { color }));
  for (const { path } of targets) err(`wrote ${plainText(relative(cwd, path))}\n`);
  return isWorse(comparison) ? EXIT.nonConformant : EXIT.conformant;
}

async function readSide(dir: string, cwd: string): Promise<Side> {
  const { results } = await readRun(resolve(cwd, dir));
  return { dir, results };
}

/** What shows that a run is not as it was written; whoever wants to know it all takes `verify`. */
async function doubtsAbout({ dir, results }: Side, cwd: string): Promise<readonly string[]> {
  const isAltered = results.digest !== undefined && results.digest !== digestOf(results);
  const path = resolve(cwd, dir);
  const isSpoiled = existsSync(join(path, CERTIFICATE_FILE)) && (await readEnvelope(path)) === null;
  return [
    ...(isAltered ? ['the results are not as the run wrote them: their digest differs'] : []),
    ...(isSpoiled
      ? [`${CERTIFICATE_FILE} cannot be read: nothing tells whether the results are as the run wrote them`]
      : []),
  ];
}

/** What a client meets in our own services says nothing of the client. */
async function latencyOf({ dir, results }: Side, cwd: string): ReturnType<typeof gatherLatency> {
  return results.subject.role === 'service' ? gatherLatency(readExchanges(resolve(cwd, dir))) : [];
}

interface Target {
  readonly flag: string;
  readonly path: string;
  readonly render: (comparison: Comparison) => string;
}

/** A file of one of the runs is not written over: its certificate would no longer hold. */
function targetsOf(flags: Flags, cwd: string, dirs: readonly string[]): Target[] {
  const renderers = { html: renderComparisonHtml, markdown: renderComparisonMarkdown };
  return Object.entries(renderers).flatMap(([name, render]) => {
    const given = flags.text[name];
    if (given === undefined) return [];
    const [flag, path] = [`--${name}`, resolve(cwd, given)];
    if (dirs.some((dir) => path.startsWith(resolve(cwd, dir) + sep)))
      throw new SuiteError(`The file ${given} is in the folder of a run.`, flag, 'give a place outside of both runs');
    return [{ flag, path, render }];
  });
}

async function write(path: string, text: string, flag: string, cwd: string): Promise<void> {
  await writeFile(path, text).catch((error: unknown) => {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new SuiteError(
      `The file ${relative(cwd, path) || '.'} cannot be written (${code}).`,
      flag,
      'give another place',
    );
  });
}
