import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Order } from '../contract/order.js';
import { ORDERS_FILE } from '../contract/order-record.js';
import type { Results } from '../contract/results.js';
import { runVerdict } from '../contract/run-verdict.js';
import { validatorFor } from '../contract/schemas.js';
import { SuiteError } from '../contract/suite-error.js';
import { TASKS_FILE, type RecordedTask } from '../oracle/declared/recorded-task.js';
import type { RecordedExchange } from '../wire/exchange.js';
import { readBundleText } from './certificate/bundle-files.js';
import { readLines } from './certificate/read-lines.js';

/** What a run records: all else in its folder is made from these, or by others. Not every run has each of them. */
export const RECORD_FILES: readonly string[] = ['results.json', 'exchanges.jsonl', TASKS_FILE, ORDERS_FILE];

/** Bytes of results.json: many times those of a run with a finding in each clause. */
export const LARGEST_RESULTS = 64 * 1024 * 1024;

/** Bytes of a line of the record: many times those of an exchange whose bodies were cut, or of a task with all that it printed. */
const LONGEST_LINE = 16 * 1024 * 1024;

/** A run as it lies in its folder. */
export interface RecordedRun {
  readonly dir: string;
  readonly results: Results;
  /** results.json byte for byte, as text. */
  readonly resultsText: string;
}

/**
 * Reads a run's results.
 *
 * @throws SuiteError where the folder has no results.json, or one that is none of ours or says of itself what it is not
 */
export async function readRun(dir: string): Promise<RecordedRun> {
  const path = join(dir, 'results.json');
  const resultsText = await readBundleText(dir, 'results.json', LARGEST_RESULTS).catch((error: unknown) => {
    throw whyNoRun(dir, error) ?? unusable(path, whyUnreadable(error));
  });
  return { dir, results: parseResults(resultsText, path), resultsText };
}

function parseResults(text: string, path: string): Results {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw unusable(path, 'it is no JSON');
  }
  const [error] = validatorFor('results')(value);
  if (error !== undefined)
    throw unusable(path, `it is no result of tradecert: ${error.pointer || 'the whole'} should be ${error.expected}`);
  const results = value as Results;
  const verdict = runVerdict(results.clauses, results.questions, results.strict === true, results.tasks);
  // less may be said: of a part that chose nothing, or while the run went on
  if (results.verdict === verdict || results.verdict === 'incomplete') return results;
  throw unusable(path, `its verdict is ${results.verdict}, and its clauses come to ${verdict}`);
}

/**
 * Why a folder without results is no run. The file of the exchanges is the first that a run makes; its results come a
 * moment later, its certificate at the end.
 */
function whyNoRun(dir: string, error: unknown): SuiteError | null {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOTDIR') return noRun(`${dir} is no folder.`, dir);
  return code === 'ENOENT' ? withoutResults(dir) : null;
}

/** What is wrong with a folder that has no results. */
export function withoutResults(dir: string): SuiteError {
  const both = whyTwoRuns(dir);
  if (both !== null) return both;
  const has = (name: string): boolean => existsSync(join(dir, name));
  if (has('exchanges.jsonl') && !has('certificate.json')) return unrecorded(dir);
  return has('')
    ? noRun(`The folder ${dir} holds no run: it has no results.json.`, dir)
    : noRun(`There is no folder ${dir}.`, dir);
}

/** Why a folder of traffic is no run by itself: it has one for each side; `null` where it has not. */
export function whyTwoRuns(dir: string): SuiteError | null {
  if (existsSync(join(dir, 'results.json'))) return null;
  const sides = ['client', 'service'].filter((side) => existsSync(join(dir, side, 'results.json')));
  if (sides.length === 0) return null;
  const remedy = `name ${sides.map((side) => join(dir, side)).join(' or ')}`;
  return new SuiteError(`${dir} has a run for each side of the traffic.`, dir, remedy);
}

function unrecorded(dir: string): SuiteError {
  return new SuiteError(
    'Nothing had been judged yet when the run ended, or it has just begun: it has no results.',
    dir,
    'start a new run; what was sent until then, if anything, is in exchanges.jsonl',
  );
}

const NO_FILE = ['EINVAL', 'ELOOP', 'ENXIO', 'EISDIR'];

function whyUnreadable(error: unknown): string {
  const { code = String(error) } = error as NodeJS.ErrnoException;
  if (code === 'EFBIG') return `it has more than ${LARGEST_RESULTS / 1024 ** 2} MiB`;
  return NO_FILE.includes(code) ? `it is a link or no regular file (${code})` : `it cannot be read (${code})`;
}

function unusable(path: string, why: string): SuiteError {
  return noRun(`${path} cannot be used: ${why}.`, path);
}

function noRun(what: string, where: string): SuiteError {
  return new SuiteError(what, where, 'name the folder that a run was written to (--out)');
}

/**
 * Reads exchanges.jsonl line by line, in bounded memory; nothing where there is no such file. A line that is no JSON object,
 * such as the last one of a run that was killed, is left out.
 */
export async function* readExchanges(dir: string): AsyncGenerator<RecordedExchange> {
  for await (const value of readObjects(dir, 'exchanges.jsonl')) {
    if ('request' in value) yield value as unknown as RecordedExchange;
  }
}

/** Reads the tasks that a client was given; nothing where there are none. */
export async function* readTaskLines(dir: string): AsyncGenerator<RecordedTask> {
  for await (const value of readObjects(dir, TASKS_FILE)) {
    if (Number.isSafeInteger(value['number'])) yield value as unknown as RecordedTask;
  }
}

/** Reads the orders that a run has not set back, or was killed before it could; nothing where there are none. */
export async function* readOrders(dir: string): AsyncGenerator<Order> {
  for await (const value of readObjects(dir, ORDERS_FILE)) {
    if (typeof value['orderNo'] === 'string' && typeof value['orderDateTime'] === 'string') {
      yield value as unknown as Order;
    }
  }
}

async function* readObjects(dir: string, name: string): AsyncGenerator<Readonly<Record<string, unknown>>> {
  const path = join(dir, name);
  try {
    for await (const line of readLines(dir, name, LONGEST_LINE)) {
      if (line === null) throw unusable(path, `a line of it has more than ${LONGEST_LINE / 1024 ** 2} MiB`);
      const value = parseLine(line);
      if (value !== null) yield value;
    }
  } catch (error) {
    if (error instanceof SuiteError) throw error;
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw unusable(path, whyUnreadable(error));
  }
}

function parseLine(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
}
