import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { wholeBeginning, wholeCharacters, wholeJson } from '../contract/whole-characters.js';
import type { Declared } from '../oracle/conduct/task.js';
import { TASKS_FILE, type RecordedTask, type TakenTask } from '../oracle/declared/recorded-task.js';
import type { Situation } from '../oracle/declared/situation.js';
import type { Scenario } from './scenarios.js';
import type { Stage } from './stage.js';

/** Instruments that are kept of what one task declares, and how much of one that there is not. */
const MOST_TOLD = 10_000;
const LONGEST_TOLD = 100;

/** What came of a task. */
type Ending = Pick<TakenTask, 'declared' | 'isReached' | 'because'>;

/** Takes down the tasks that a client was given, and what it declared of them: tasks.jsonl. */
export class TaskLog {
  private readonly tasks: RecordedTask[] = [];
  private latest = 0;
  private readonly redact: (text: string) => string;

  /** @param redact - takes secrets out of what a client declares */
  constructor(redact: (text: string) => string) {
    this.redact = redact;
  }

  /** The number of a task that is to be given. */
  next(): number {
    this.latest += 1;
    return this.latest;
  }

  add(scenario: Scenario, { number, task, stockCds, bounds, exchanges }: Stage, ending: Ending): void {
    const { declared } = ending;
    const isCut = declared.kind === 'instruments' && declared.stockCds.length > MOST_TOLD;
    this.tasks.push({
      ...{ number, scenario: scenario.name, situation: situationOf(scenario), task, stockCds, bounds },
      ...{ requests: exchanges.length, ...ending, declared: this.shown(declared, new Set(stockCds)) },
      ...(isCut && { isCut }),
    });
  }

  addUntaken(scenario: Scenario, number: number, untaken: string): void {
    this.tasks.push({ number, scenario: scenario.name, situation: situationOf(scenario), untaken });
  }

  /** @returns why it could not be written, in a sentence; `null`: it was */
  async write(outDir: string): Promise<string | null> {
    const inOrder = [...this.tasks].sort((a, b) => a.number - b.number);
    const lines = inOrder.map((task) => `${wholeJson(task)}\n`);
    try {
      // As exchanges.jsonl: what a subject said word for word is for the owner's eyes.
      await writeFile(join(outDir, TASKS_FILE), lines.join(''), { mode: 0o600 });
      return null;
    } catch (error) {
      return `${TASKS_FILE} could not be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`;
    }
  }

  /** Redacted, but for the codes of instruments that there are. */
  private shown(declared: Declared, known: ReadonlySet<string>): Declared {
    if (declared.kind !== 'instruments') return declared;
    const shown = (code: string): string =>
      known.has(code) ? code : wholeCharacters(wholeBeginning(this.redact(code), LONGEST_TOLD));
    return { ...declared, stockCds: declared.stockCds.slice(0, MOST_TOLD).map(shown) };
  }
}

/** What a scenario is about, as far as it has to be known to judge again what came of it. */
export function situationOf({ clause, isHopeless, isDoubtful, isUnreadable, isOptional }: Scenario): Situation {
  return {
    clause,
    ...(isHopeless && { isHopeless }),
    ...(isDoubtful && { isDoubtful }),
    ...(isUnreadable && { isUnreadable }),
    ...(isOptional && { isOptional }),
  };
}
