import { STOCK_GROUPS } from '../../contract/order.js';
import { broken, pass, type Outcome } from '../../contract/verdict.js';
import { describeValue } from '../describe-value.js';
import { showExchange } from '../show-exchange.js';
import { shownParameter, type LookupQuery } from './lookup-conduct.js';
import { isSameFilter } from './lookup-walk.js';
import type { ReportConduct, Sight } from './sight.js';

/** Judges whether the walk that a task named was made. Whatever else a client looks up is its own affair. */
export class NamedWalk {
  private isMade = false;
  private another: Outcome | null = null;

  /** Takes in the first lookup of a walk. A code that is none is left to the clauses on codes. */
  see(sight: Sight, query: LookupQuery): void {
    const { task } = sight.facts;
    const { stockGroupCd } = query;
    if (task?.task !== 'list-instruments') return;
    if (stockGroupCd !== null && !STOCK_GROUPS.some((group) => group === stockGroupCd)) return;
    if (isSameFilter(query, task)) this.isMade = true;
    if (this.isMade || this.another !== null) return;
    const field = stockGroupCd === task.stockGroupCd ? 'stockCd' : 'stockGroupCd';
    this.another = broken({
      cause: `no walk asks for what was named: the one that was made has another ${field}`,
      at: `request query ${field}`,
      expected: describeValue(task[field]),
      actual: shownParameter(sight, field),
      shown: showExchange(sight.exchange),
    });
  }

  /** @clause CLI-027 */
  end(report: ReportConduct): void {
    const outcome = this.isMade ? pass : this.another;
    if (outcome !== null) report('CLI-027', outcome);
  }
}
