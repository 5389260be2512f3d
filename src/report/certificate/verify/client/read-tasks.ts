import type { RecordedTask } from '../../../../oracle/declared/recorded-task.js';
import { TASKS_FILE } from '../../../../oracle/declared/recorded-task.js';
import { isJsonObject, parseJson } from '../../../../wire/json.js';
import type { Problems } from '../problems.js';
import { readLines } from '../../read-lines.js';

const LONGEST_LINE = 16 * 1024 * 1024;
const MOST_TASKS = 10_000;

/** The tasks of a client's run by their numbers; what is no task is a problem. */
export async function readTasks(dir: string, problems: Problems): Promise<ReadonlyMap<number, RecordedTask>> {
  const tasks = new Map<number, RecordedTask>();
  let line = 0;
  for await (const text of readLines(dir, TASKS_FILE, LONGEST_LINE)) {
    line += 1;
    const task = text === null || line > MOST_TASKS ? null : taskIn(text);
    if (task === null) {
      problems.add('evidence', `Line ${line} of ${TASKS_FILE} cannot be used: it is no task.`);
      break;
    }
    if (tasks.has(task.number)) problems.add('evidence', `Task ${task.number} was recorded twice.`);
    tasks.set(task.number, task);
  }
  return tasks;
}

function taskIn(line: string): RecordedTask | null {
  const json = parseJson(line);
  if (!json.ok || json.duplicateMembers.length > 0 || !isTask(json.value)) return null;
  return json.value;
}

function isTask(value: unknown): value is RecordedTask {
  if (!isJsonObject(value)) return false;
  const { number, scenario, situation, untaken } = value;
  if (!Number.isSafeInteger(number) || typeof scenario !== 'string' || !isSituation(situation)) return false;
  return typeof untaken === 'string' || isTaken(value);
}

function isSituation(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { clause, ...flags } = value;
  return typeof clause === 'string' && Object.values(flags).every((flag) => flag === true);
}

function isTaken(value: Readonly<Record<string, unknown>>): boolean {
  const { task, stockCds, bounds, requests, declared, isReached, because } = value;
  return (
    isGiven(task) &&
    isTexts(stockCds) &&
    (bounds === null || isBounds(bounds)) &&
    Number.isSafeInteger(requests) &&
    isDeclared(declared) &&
    typeof isReached === 'boolean' &&
    (because === null || typeof because === 'string')
  );
}

function isGiven(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { task, stockGroupCd, stockCd, order, change } = value;
  if (task === 'list-instruments') return typeof stockGroupCd === 'string' && typeof stockCd === 'string';
  return task === 'modify-order' && isJsonObject(order) && typeof order['orderNo'] === 'string' && isJsonObject(change);
}

function isBounds(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { minOrderQuantity, maxOrderQuantity, orderUnit } = value;
  return [minOrderQuantity, maxOrderQuantity, orderUnit].every((one) => typeof one === 'number');
}

function isDeclared(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { kind, stockCds, because } = value;
  if (kind === 'instruments') return isTexts(stockCds);
  if (kind === 'nothing') return typeof because === 'string';
  return kind === 'success' || kind === 'no success' || kind === 'error';
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
