import { loadCatalogue } from '../../contract/catalogue.js';
import type { ClauseResult, Results } from '../../contract/results.js';
import { wholeBeginning, wholeCharacters } from '../../contract/whole-characters.js';
import type { TriedExample } from './run-facts.js';
import { membersOf, type SeenExchange } from './seen-exchange.js';

const LONGEST_BODY = 420;
const LONGEST_TARGET = 240;
/** Exchanges of one clause that an example is chosen from; those after them are not looked at. */
const MOST_LOOKED_AT = 2_000;

/** What may become the examples of one clause. */
interface Candidates {
  seen: number;
  first?: TriedExample;
  /** Made to be refused, and refused. */
  refused?: TriedExample;
  accepted?: TriedExample;
}

/** Finds for each clause that was put to the test, and of which nothing is told by findings, one or two requests that show how. */
export class ExampleGathering {
  private readonly own = new Map<string, Candidates>();
  /** Clauses that an exchange of another one shows, by its number. */
  private readonly shownBy = new Map<number, string[]>();
  private readonly others = new Map<string, TriedExample[]>();

  private readonly isOfScenarios: boolean;
  private readonly isOfTraffic: boolean;

  constructor({ clauses, subject, basis }: Pick<Results, 'clauses' | 'subject' | 'basis'>) {
    const known = new Set(loadCatalogue().map(({ id }) => id));
    this.isOfScenarios = subject.role === 'client' && basis === undefined;
    this.isOfTraffic = basis !== undefined;
    for (const clause of clauses.filter(isTold)) {
      if (!known.has(clause.id)) continue;
      if (clause.shownBy === undefined) this.own.set(clause.id, { seen: 0 });
      for (const exchange of clause.shownBy ?? [])
        this.shownBy.set(exchange, [...(this.shownBy.get(exchange) ?? []), clause.id]);
    }
  }

  see(seen: SeenExchange): void {
    const candidates = this.own.get(seen.clause);
    if (candidates !== undefined) this.weigh(seen, candidates);
    for (const id of this.shownBy.get(seen.number) ?? []) {
      const example = { ...exampleOf(seen), ...this.whose(seen.clause, id) };
      this.others.set(id, [...(this.others.get(id) ?? []), example]);
    }
  }

  /** What must be refused stands first, then what was accepted beside it. */
  facts(): ReadonlyMap<string, readonly TriedExample[]> {
    const chosen = [...this.own].map(([id, { refused, accepted, first }]) => {
      const both = [refused, accepted].filter((example) => example !== undefined);
      return [id, both.length > 0 ? both : first === undefined ? [] : [first]] as const;
    });
    return new Map([...chosen, ...this.others].filter(([, examples]) => examples.length > 0));
  }

  /** Traffic of others is for nothing that is known. */
  private whose(clause: string, id: string): Pick<TriedExample, 'scenario' | 'sentFor'> {
    if (this.isOfTraffic || clause === id) return {};
    return this.isOfScenarios ? { scenario: clause } : { sentFor: clause };
  }

  private weigh(seen: SeenExchange, candidates: Candidates): void {
    candidates.seen += 1;
    if (candidates.seen > MOST_LOOKED_AT) return;
    candidates.first ??= exampleOf(seen);
    if (seen.isInvalid && seen.reply === 'refused') candidates.refused ??= exampleOf(seen);
    if (!seen.isInvalid && seen.reply === 'accepted') candidates.accepted ??= exampleOf(seen);
  }
}

function isTold({ verdict, findings }: ClauseResult): boolean {
  return verdict === 'pass' || (verdict === 'observed' && findings.length === 0);
}

function exampleOf(seen: SeenExchange): TriedExample {
  const { number, method, target, sentText, isInvalid, answer, reply } = seen;
  const { code, data } = membersOf(answer?.json);
  const { success } = membersOf(data);
  return {
    exchange: number,
    method,
    target: cut(target, LONGEST_TARGET),
    body: cut(sentText, LONGEST_BODY),
    isInvalid,
    status: answer?.status ?? null,
    code: typeof code === 'number' && Number.isFinite(code) ? code : null,
    success: typeof success === 'boolean' ? success : null,
    reply,
  };
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${wholeCharacters(wholeBeginning(text, longest))}…`;
}
