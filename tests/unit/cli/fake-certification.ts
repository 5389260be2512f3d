import type { Examination } from '../../../src/cli/certification-run.js';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import type { ClauseResult, Watched } from '../../../src/contract/results.js';
import { NOT_SELECTED } from '../../../src/contract/run-verdict.js';
import { someClause, someResults } from '../report/some-results.js';

/** A certification of no service: every clause that is asked for holds, when the test says so. */
export class FakeCertification implements Examination {
  readonly catalogue = loadCatalogue();
  readonly examinable = this.catalogue.filter(({ id }) => id !== 'OPS-001');
  readonly judgedBefore = new Set<string>();
  readonly stopSignal = new AbortController().signal;
  readonly calls: string[] = [];
  readonly done = new Set<string>();
  private readonly planned = new Set<string>();

  plan(ids: readonly string[]): void {
    this.calls.push(`plan ${ids.join(' ')}`);
    for (const id of ids) this.planned.add(id);
  }

  examine(id: string): Promise<ClauseResult> {
    this.done.add(id);
    return Promise.resolve(someClause('pass', { id }));
  }

  progress(): { planned: number; done: number; requests: number; failed: number; warned: number } {
    return { planned: this.planned.size, done: this.done.size, requests: 7, failed: 0, warned: 0 };
  }

  results(reason: string): ReturnType<Examination['results']> {
    const result = ({ id }: { id: string }): ClauseResult => {
      if (this.done.has(id)) return someClause('pass', { id });
      if (this.planned.has(id)) return someClause('unverified', { id, reason });
      return someClause('inapplicable', { id, reason: NOT_SELECTED });
    };
    const plan = { clauses: [...this.planned], orders: 'none' } as const;
    const isOpen = this.done.size < this.planned.size;
    const stopped = { because: reason, judged: [], watched: { clauses: [], answers: {} } };
    return someResults(this.catalogue.map(result), { plan, ...(isOpen && { stopped }) });
  }

  watched(): Watched {
    return { clauses: [], answers: { 'OPN-036': ['400'] } };
  }

  stop(reason: string): void {
    this.calls.push(`stop: ${reason}`);
  }

  close(): Promise<void> {
    this.calls.push('close');
    return Promise.resolve();
  }
}
