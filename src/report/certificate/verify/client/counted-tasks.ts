import { earlierContract } from '../../../../contract/earlier-contracts.js';
import { addTasks, whatNeverWorked, type GivenTasks, type TaskCount } from '../../../../contract/given-tasks.js';
import type { Results } from '../../../../contract/results.js';
import { countTask, mayBeLeft } from '../../../../oracle/declared/done-task.js';
import type { TakenTask } from '../../../../oracle/declared/recorded-task.js';
import type { Exchange } from '../../../../wire/exchange.js';
import type { Problems } from '../problems.js';

/** What became of the tasks of a record, held against what the results say of them. */
export class CountedTasks {
  private counted: GivenTasks | undefined;
  private isVague = false;

  /**
   * @param refused - what the service said of requests that break no clause, as far as the record tells
   * @param isVague - an answer was not recorded whole
   */
  add(
    { situation, task }: TakenTask,
    exchanges: readonly Exchange[],
    refused: readonly string[],
    isVague: boolean,
  ): void {
    this.counted = addTasks([this.counted, countTask(situation, task, exchanges, refused)]);
    this.isVague ||= isVague && !mayBeLeft(situation);
  }

  compare(results: Results, problems: Problems): void {
    const { tasks, unrecorded, verdict } = results;
    if (unrecorded !== undefined) return;
    if (tasks === undefined && earlierContract(results) !== undefined) {
      // Earlier versions counted none, and certified whom they found nothing against.
      for (const why of verdict === 'conformant' ? whatNeverWorked(this.counted) : [])
        problems.add('evidence', `The verdict is conformant, but of the record it has to be said: ${why}`);
      return;
    }
    const { modifies, walks, refused = [] } = this.counted ?? {};
    if (!isSame(tasks?.modifies, modifies)) problems.add('evidence', differs('modifies', tasks?.modifies, modifies));
    if (!this.isVague && !isSame(tasks?.walks, walks)) problems.add('evidence', differs('walks', tasks?.walks, walks));
    for (const said of refused.filter((one) => tasks?.refused?.includes(one) !== true)) {
      const which = `the service refused requests that break no clause ("${said}")`;
      problems.add('evidence', `In the record ${which}, and the results do not say so.`);
    }
  }
}

const isSame = (one: TaskCount | undefined, other: TaskCount | undefined): boolean =>
  one?.given === other?.given && one?.done === other?.done;

function differs(what: string, told: TaskCount | undefined, counted: TaskCount | undefined): string {
  return `The results say that of ${what} ${inWords(told)} came through, the recorded tasks have ${inWords(counted)}.`;
}

const inWords = ({ given, done }: TaskCount = { given: 0, done: 0 }): string => `${done} of ${given}`;
