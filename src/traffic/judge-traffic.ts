import type { KeyObject } from 'node:crypto';
import type { Results } from '../contract/results.js';
import type { Outcome } from '../contract/verdict.js';
import { CLIENT_QUESTIONS, ClientJudge, type ClientFacts, type ReportConduct } from '../oracle/conduct/client-judge.js';
import { KnownBounds } from '../oracle/conduct/known-bounds.js';
import { RoleRecord } from './role-record.js';
import { ServiceWitness } from './service-witness.js';
import { TrafficLog } from './traffic-log.js';
import { clientSubject, type TrafficSettings } from './traffic-settings.js';
import type { Exchange } from '../wire/exchange.js';
import { operationOf } from '../wire/operation-of.js';
import type { Passage } from '../wire/passage.js';
import type { Template } from '../wire/signature-template.js';

/** What both sides of some traffic are judged with. */
export interface TrafficOptions {
  readonly settings: TrafficSettings;
  readonly template: Template;
  /** `null`: signatures are not verified. */
  readonly key: KeyObject | null;
  /** Of the service, with prefix, without a slash at the end. */
  readonly baseUrl: string;
  /** What clients may take for the service's origin. */
  readonly origins: readonly string[];
  readonly clockSlackMs: number;
  readonly toolVersion: string;
  readonly now: () => number;
  /** What an outcome comes to where something of the traffic is not known; `null`: what only the end showed. */
  readonly temper?: (clause: string, outcome: Outcome, passage: Passage | null) => Outcome;
  /** Told of each outcome as it is reported. */
  readonly onReport?: (side: 'client' | 'service', clause: string, outcome: Outcome) => void;
}

/** What both sides came to. */
export interface BothResults {
  readonly client: Results;
  readonly service: Results;
}

const DURING = 'traffic';

/** Judges traffic that others make, both sides of it, as it passes. */
export class TrafficJudge {
  readonly client: RoleRecord;
  readonly service: RoleRecord;
  private readonly log: TrafficLog;
  private readonly witness: ServiceWitness;
  /** Of all clients together: a token may be renewed at any time, so that it does not tell who sends it. */
  private readonly judge: ClientJudge;
  private readonly bounds = new KnownBounds();
  private readonly prefix: string;
  private readonly options: TrafficOptions;

  constructor(options: TrafficOptions) {
    this.options = options;
    const { settings, template, key, baseUrl, origins, clockSlackMs, toolVersion, now } = options;
    this.log = new TrafficLog(settings);
    this.prefix = new URL(baseUrl).pathname.replace(/\/$/, '');
    const common = { settings, log: this.log, toolVersion, now, replay: () => '' };
    const recordOf = (role: 'client' | 'service'): RoleRecord =>
      new RoleRecord({
        ...common,
        subject: role === 'client' ? clientSubject(settings, baseUrl) : { role, baseUrl },
        hasTasks: false,
        onReport: (clause, outcome) => options.onReport?.(role, clause, outcome),
      });
    [this.client, this.service] = [recordOf('client'), recordOf('service')];
    this.witness = new ServiceWitness(this.service, settings.profile.pins);
    const facts: ClientFacts = {
      ...{ prefix: this.prefix, origins, template, key, env: settings.env, clockSlackMs },
      token: settings.token === '' ? null : settings.token,
      signingKeyText: settings.signingKey,
      order: () => undefined,
      instrument: (stockCd) => this.bounds.of(stockCd),
      ...{ task: null, mayBeLeft: false },
    };
    this.judge = new ClientJudge(facts);
  }

  /** Keeps a secret out of all that is recorded from now on. */
  learnSecret(name: string, value: string): void {
    this.log.redactor.learn(name, value);
  }

  /** @returns the passage as it was recorded, redacted */
  see(passage: Passage): Exchange {
    const exchange = this.log.record(DURING, this.prefix, passage);
    const { method, target } = passage.request;
    // The record has every request at the path of an operation; an answer to HEAD or PUT is none of that operation.
    this.witness.see({ ...exchange, operation: operationOf(method, target, this.prefix) });
    this.bounds.learn(exchange);
    this.judge.see(passage, exchange, this.reportOf(passage, exchange.number));
    return exchange;
  }

  /**
   * What is known so far.
   *
   * @param reasonForOpen - why clauses of which nothing was seen are open, if more is to come
   */
  results(reasonForOpen: string | null = null): BothResults {
    this.witness.tell();
    for (const id of CLIENT_QUESTIONS) {
      const answer = this.judge.answer(id);
      if (answer !== undefined) this.client.observe(id, answer);
    }
    return { client: this.client.results(reasonForOpen), service: this.service.results(reasonForOpen) };
  }

  /**
   * Judges what only the end shows, and closes the record.
   *
   * @param untilMs - until when the traffic was watched, if not just until the last of it
   */
  end(untilMs?: number): BothResults {
    this.judge.end(this.reportOf(null), untilMs);
    const results = this.results();
    this.log.close();
    return results;
  }

  private reportOf(passage: Passage | null, exchange?: number): ReportConduct {
    const { temper } = this.options;
    return (clause, outcome) =>
      this.client.report(clause, temper?.(clause, outcome, passage) ?? outcome, DURING, exchange);
  }
}
