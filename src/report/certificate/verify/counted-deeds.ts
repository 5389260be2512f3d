import { whatNeverWorked, type TaskCount } from '../../../contract/given-tasks.js';
import type { Results } from '../../../contract/results.js';
import { serviceTasks } from '../../../contract/service-tasks.js';
import { SeenDeeds } from '../../../oracle/seen-deeds.js';
import type { Problems } from './problems.js';
import type { RereadExchange } from './recorded-exchange.js';

const isAsked = (count: TaskCount | undefined): boolean => (count?.given ?? 0) > 0;

/** What a service was seen to do in a record, held against what the results say of it. */
export class CountedDeeds {
  private readonly seen = new SeenDeeds();
  private isCut = false;

  see({ exchange, isCut }: RereadExchange): void {
    this.isCut ||= isCut;
    this.seen.see(exchange);
  }

  compare(results: Results, problems: Problems): void {
    const { tasks, verdict, unrecorded } = results;
    const isWhole = !this.isCut && unrecorded === undefined;
    const told = { modifies: tasks?.modifies?.done ?? 0, walks: tasks?.walks?.done ?? 0 };
    const counted = serviceTasks(results, isWhole || tasks === undefined ? this.seen : told);
    // Runs of an older version tell nothing of it.
    const never = tasks === undefined && isWhole && verdict === 'conformant' ? whatNeverWorked(counted, 'service') : [];
    for (const said of never) problems.add('evidence', `The verdict is conformant, but in the record: ${said}`);
    if (tasks === undefined) return;
    for (const kind of ['modifies', 'walks'] as const) {
      const [one, other] = [tasks[kind], counted[kind]];
      // What was chosen is for others to check: here it counts only whether anything asks for it.
      if (isAsked(one) === isAsked(other) && one?.done === other?.done) continue;
      const says = `The results have ${one?.done ?? 0} ${kind} that came through, for ${one?.given ?? 0} clauses`;
      problems.add('evidence', `${says}; the record has ${other?.done ?? 0}, for ${other?.given ?? 0}.`);
    }
  }
}
