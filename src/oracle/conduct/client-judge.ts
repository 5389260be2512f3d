import type { Answer } from '../../contract/verdict.js';
import type { Exchange } from '../../wire/exchange.js';
import { operationOf, originForm } from '../../wire/operation-of.js';
import { headerValues } from '../../wire/headers.js';
import type { Passage } from '../../wire/passage.js';
import { splitTarget } from '../../wire/target.js';
import { BoundedSet } from '../bounded-set.js';
import { judgePlace } from './asked-place.js';
import { judgeAuthorization } from './authorization.js';
import type { ClientFacts } from './client-facts.js';
import { CredentialJudge } from './credentials.js';
import { judgeLookupRequest } from './lookup-conduct.js';
import { judgeModifyRequest } from './modify-conduct.js';
import { BY_SECRET, refusedBy, SaidOfRequest } from './refusals.js';
import { Resends } from './resends.js';
import { GivenSecrets } from './secrecy.js';
import type { ReportConduct, Sight } from './sight.js';
import { SignatureJudge } from './signature.js';
import { Spellings } from './spellings.js';
import { StaleTimestamps } from './stale-timestamps.js';
import { judgeTimestamp } from './timestamp.js';
import { isNamed, WalkJudge } from './walk-conduct.js';

export { CLIENT_CLAUSES, conductUnseen } from './client-clauses.js';
export type { ClientFacts } from './client-facts.js';
export type { ReportConduct } from './sight.js';
export { GivenSecrets } from './secrecy.js';
export { StaleTimestamps } from './stale-timestamps.js';

/** Open questions that the requests of a client settle. Ask at the end. */
export const CLIENT_QUESTIONS: readonly string[] = [
  ...['OPN-048', 'OPN-049'],
  ...['OPN-070', 'OPN-071', 'OPN-072', 'OPN-073'],
];

/** Paths beyond the two operations that are told, and how long each may be. */
const MOST_PATHS = 50;
const LONGEST_PATH = 120;
/** More than the reference service has. */
const MOST_REFUSALS = 100;

/**
 * Judges every request of a client, or of several at a time, in memory that is bounded whatever they send. For each clause
 * that a request puts to the test, it reports one outcome. Passages have to come in the order of their answers.
 */
export class ClientJudge {
  private readonly facts: ClientFacts;
  private readonly timestamps: StaleTimestamps;
  private readonly credentials: CredentialJudge;
  private readonly walks = new WalkJudge();
  private readonly resends = new Resends();
  private readonly signatures = new SignatureJudge();
  private readonly spellings = new Spellings();
  private readonly otherPaths = new BoundedSet(MOST_PATHS);
  private readonly unexplained = new BoundedSet(MOST_REFUSALS);
  private hasSeen = false;

  /**
   * @param timestamps - shared with the judges of the same client's other tasks
   * @param given - the secrets of the facts; shared as well
   */
  constructor(facts: ClientFacts, timestamps = new StaleTimestamps(), given = new GivenSecrets(facts)) {
    this.facts = facts;
    this.timestamps = timestamps;
    this.credentials = new CredentialJudge(given);
  }

  /** @param exchange - the passage as it was recorded, redacted */
  see(passage: Passage, exchange: Exchange, report: ReportConduct): void {
    const { method, target } = passage.request;
    if (isPreflight(passage)) return;
    const operation = operationOf(method, target, this.facts.prefix);
    const refused = this.facts.task === null || this.facts.mayBeLeft ? null : refusedBy(exchange);
    const said = new SaidOfRequest();
    const sight: Sight = { passage, exchange: { ...exchange, operation }, facts: this.facts, report: said.report };
    this.hasSeen = true;
    this.credentials.see(sight);
    judgePlace(sight);
    if (operation === null) this.otherPaths.add(pathOf(exchange));
    else this.seeOperation({ ...sight, passage: inOriginForm(passage) });
    const isExplained = said.pass(report, refused);
    // Beside the two operations, what a client asks for is its own affair.
    if (refused === null || operation === null || isExplained) return;
    const isBlind = this.facts.key === null && BY_SECRET.includes(refused.cause);
    if (!isBlind) this.unexplained.add(refused.says);
  }

  private seeOperation(sight: Sight): void {
    judgeAuthorization(sight);
    this.resends.see(sight);
    this.spellings.see(sight);
    if (sight.exchange.operation === 'listOrderableStocks') {
      this.walks.see(sight, judgeLookupRequest(sight));
      return;
    }
    judgeTimestamp(sight);
    this.timestamps.see(sight);
    this.signatures.see(sight);
    judgeModifyRequest(sight);
  }

  /**
   * Reports what only the end shows.
   *
   * @param untilMs - until when the client was watched, where that is longer than until its last answer
   */
  end(report: ReportConduct, untilMs?: number): void {
    const { mayBeLeft } = this.facts;
    const settled: ReportConduct = (clause, outcome) => {
      if (clause !== 'CLI-025' || !mayBeLeft) report(clause, outcome);
    };
    this.walks.end(settled, (walk) => isNamed(walk, this.facts), untilMs);
  }

  /** What the reference service said of requests that it refused though they break no clause, each once. */
  get refusals(): readonly string[] {
    return this.unexplained.sorted();
  }

  /** The answer to one of {@link CLIENT_QUESTIONS}; `undefined` where nothing that settles it was seen. */
  answer(question: string): Answer | undefined {
    if (question === 'OPN-048') return this.resends.answer();
    if (question === 'OPN-049') return this.hasSeen ? this.otherPaths.sorted() : undefined;
    return this.spellings.answer(question);
  }
}

/** A server has to take both forms of a target (RFC 9112 section 3.2.2), and a signature covers the same of both. */
function inOriginForm(passage: Passage): Passage {
  const { request } = passage;
  const target = originForm(request.target);
  return target === request.target ? passage : { ...passage, request: { ...request, target } };
}

/** Whether a browser asks on its own whether the client may send a request to this origin. */
function isPreflight({ request: { method, headers } }: Passage): boolean {
  return method === 'OPTIONS' && headerValues(headers, 'access-control-request-method').length > 0;
}

/** Method and redacted path, without the query. */
function pathOf({ request }: Exchange): string {
  const method = /^[A-Z]{1,20}$/.test(request.method) ? request.method : 'another method';
  return `${method} ${splitTarget(originForm(request.target)).path.slice(0, LONGEST_PATH)}`;
}
