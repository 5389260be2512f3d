import { loadCatalogue } from '../contract/catalogue.js';
import type { Clause } from '../contract/clause.js';
import type { ClauseResult, Results } from '../contract/results.js';
import { inapplicable, unverified, type Answer, type Outcome } from '../contract/verdict.js';
import { compileResults, questionResult } from '../examine/compile-results.js';
import { EvidenceLog } from '../examine/evidence.js';
import { secretsOf } from '../examine/secrets.js';
import { Tally } from '../examine/tally.js';
import { conductUnseen } from '../oracle/conduct/client-judge.js';
import type { Exchange } from '../wire/exchange.js';
import { recordExchange } from '../wire/recording.js';
import { Redactor } from '../wire/redaction.js';
import { splitTarget } from '../wire/signing.js';
import type { Passage } from '../wire/passage.js';
import { sentenceOf } from './client-sentence.js';
import type { ClientSettings } from './client-settings.js';

/** What a {@link ConductRecord} works with. */
export interface ConductRecordOptions {
  readonly settings: ClientSettings;
  readonly toolVersion: string;
  readonly subject: Results['subject'];
  /** A command that shows a finding again; `during`: where it showed. */
  readonly replay: (clause: string, during?: string) => string;
  readonly now: () => number;
}

/** Takes down what a client did and what was said of it, and sums it up. */
export class ConductRecord {
  readonly notes: string[] = [];
  readonly redactor: Redactor;
  private requests = 0;
  private readonly startedAtMs: number;
  private readonly tallies = new Map<string, Tally>();
  private readonly answers = new Map<string, Answer>();
  private readonly evidence: EvidenceLog;
  private readonly options: ConductRecordOptions;

  constructor(options: ConductRecordOptions) {
    this.options = options;
    this.startedAtMs = options.now();
    this.redactor = new Redactor(secretsOf(options.settings));
    this.evidence = new EvidenceLog(options.settings.outDir);
  }

  /** Records one passage, redacted. @param during - on whose behalf, such as a scenario's name */
  record(during: string, prefix: string, { request, response, trouble, arrivedAtMs, answeredAtMs }: Passage): Exchange {
    this.requests += 1;
    this.learnSignature(request.headers);
    const { exchange } = recordExchange(this.redactor, {
      number: this.requests,
      clause: during,
      operation: operationOf(request, prefix),
      request,
      ...(response && { response }),
      ...(trouble && { trouble }),
      sentAtMs: arrivedAtMs,
      receivedAtMs: answeredAtMs,
      waits: 0,
    });
    this.evidence.write(exchange);
    return exchange;
  }

  /** A client's signature is none that we made, and as secret. */
  private learnSignature(headers: Passage['request']['headers']): void {
    for (const [name, value] of headers) {
      if (name.toLowerCase() === 'x-signature' && value.length >= 16) this.redactor.learn('signature', value);
    }
  }

  report(clause: string, outcome: Outcome, during: string): void {
    const tally = this.tally(clause);
    tally.add(outcome, this.requests, during);
    tally.requests += 1;
  }

  /** Adds to the answer of an open question. */
  observe(question: string, answer: Answer): void {
    this.answers.set(question, merged(this.answers.get(question), answer));
  }

  /** @param reasonForOpen - why clauses of which nothing was seen are open, if the run did not come to its end */
  results(reasonForOpen: string | null): Results {
    this.evidence.flush();
    for (const [question, answer] of this.answers)
      this.tally(question).add({ outcome: 'observed', answer }, this.requests);
    this.answers.clear();
    const catalogue = loadCatalogue();
    const { settings, toolVersion, subject } = this.options;
    return compileResults({
      subject,
      settings,
      toolVersion,
      startedAtMs: this.startedAtMs,
      finishedAtMs: this.options.now(),
      notes: [...this.notes, ...(this.evidence.trouble === undefined ? [] : [this.evidence.trouble])],
      requests: this.requests,
      clauses: catalogue.map((clause) => this.settle(clause, reasonForOpen)),
      questions: catalogue
        .filter(({ question, role }) => question !== undefined && role !== 'service')
        .map((clause) =>
          questionResult(clause, this.tallies.get(clause.id)?.answer, settings.profile.pins?.[clause.id]),
        ),
    });
  }

  close(): void {
    this.evidence.close();
  }

  private settle(clause: Clause, reasonForOpen: string | null): ClauseResult {
    const { settings, replay } = this.options;
    const kind = settings.profile.kinds?.[clause.id] ?? clause.kind;
    const waiver = settings.profile.waivers?.find((candidate) => candidate.clause === clause.id);
    const known = this.tallies.get(clause.id);
    const tally = known ?? new Tally();
    if (clause.role === 'service') tally.add(inapplicable('it binds services; the subject is a client'), 0);
    else if (settings.only !== null && !settings.only.includes(clause.id)) {
      const unselected = new Tally();
      unselected.add(inapplicable('not selected in this run'), 0);
      return unselected.result(clause, kind, () => '', undefined);
    } else if (known === undefined) {
      tally.add(reasonForOpen === null ? conductUnseen(clause.id) : unverified(reasonForOpen), 0);
    }
    return tally.result(
      { ...clause, sentence: sentenceOf(clause) },
      kind,
      (during) => replay(clause.id, during),
      waiver,
    );
  }

  private tally(id: string): Tally {
    let tally = this.tallies.get(id);
    if (tally === undefined) this.tallies.set(id, (tally = new Tally()));
    return tally;
  }
}

function operationOf({ target }: Passage['request'], prefix: string): Exchange['operation'] {
  const { path } = splitTarget(target);
  if (path === `${prefix}/orders/modify`) return 'modifyOrder';
  return path === `${prefix}/stocks/orders` ? 'listOrderableStocks' : null;
}

/** Lists are united, objects are laid together, anything else is what came last. */
function merged(before: Answer | undefined, after: Answer): Answer {
  if (Array.isArray(before) && Array.isArray(after))
    return [...new Set([...(before as Answer[]), ...(after as Answer[])])].sort();
  const isPlain = (value: Answer | undefined): value is Readonly<Record<string, Answer>> =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  return isPlain(before) && isPlain(after) ? { ...before, ...after } : after;
}
