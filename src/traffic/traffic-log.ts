import { EvidenceLog } from '../examine/evidence.js';
import { secretsOf } from '../examine/secrets.js';
import type { Exchange, Origin } from '../wire/exchange.js';
import { fingerprint } from '../wire/fingerprint.js';
import { HandedOut } from '../wire/handed-out.js';
import { headerValue } from '../wire/headers.js';
import { operationAt } from '../wire/operation-of.js';
import type { Passage } from '../wire/passage.js';
import { recordExchange, type Recordable } from '../wire/recording.js';
import { asOther, withoutBodies } from './other-operation.js';
import { secretsIn } from './passage-secrets.js';
import { TrafficRedactor } from './traffic-redactor.js';
import type { TrafficSettings } from './traffic-settings.js';

const SECRET_HEADERS: ReadonlyMap<string, string> = new Map([
  ['x-signature', 'signature'],
  ['authorization', 'token'],
]);

/** Shorter texts may be words, which would be found in everything. */
const SHORTEST_SECRET = 16;
/** A shorter token that has letters and digits is no word, and none of the document, nor a number. */
const SHORT_TOKEN = /^(?=.*[a-z])(?=.*\d).{8,}$/i;

/** Values of Authorization that are told apart. */
const MOST_CLIENTS = 100_000;

/** Numbers that tell clients apart in the place of their secrets, in bounded memory. */
class ClientNumbers {
  private readonly numbers = new Map<string, number>();

  /** @returns nothing where there is no Authorization, or were too many */
  numberOf(authorization: string): number | undefined {
    if (authorization === '') return undefined;
    const print = fingerprint(authorization);
    if (!this.numbers.has(print) && this.numbers.size < MOST_CLIENTS) this.numbers.set(print, this.numbers.size + 1);
    return this.numbers.get(print);
  }
}

/** Takes down what passes between clients and a service, redacted, in exchanges.jsonl. */
export class TrafficLog {
  readonly redactor: TrafficRedactor;
  /** How many passages there were. */
  requests = 0;
  private readonly handedOut = new HandedOut();
  private readonly clients = new ClientNumbers();
  private readonly evidence: EvidenceLog;

  constructor(settings: TrafficSettings) {
    this.redactor = new TrafficRedactor(secretsOf(settings), this.handedOut);
    this.evidence = new EvidenceLog(settings.outDir, { mostBytes: settings.mostRecordBytes ?? Infinity });
  }

  /**
   * Records one passage. Of an operation that the document only names, bodies and most values are left out.
   *
   * @param during - on whose behalf, such as a scenario's name
   * @param prefix - path of the base URL
   * @param task - number of the task that it was sent for, where there are tasks
   */
  record(during: string, prefix: string, passage: Passage, task?: number): Exchange {
    const { request, response, trouble, arrivedAtMs, answeredAtMs } = passage;
    this.requests += 1;
    // by its path alone: what else is wrong with a request is for the judges
    const operation = operationAt(request.target, prefix);
    this.handedOut.see(passage, operation);
    this.learnSecrets(passage, operation);
    const exchange = this.exchangeOf({
      number: this.requests,
      clause: during,
      origin: this.originOf(passage, task),
      operation,
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

  /** How many passages are not in the file. */
  get unrecorded(): number {
    return this.evidence.unrecorded;
  }

  /** How many they are and why, in a sentence; `undefined`: all are there. */
  get trouble(): string | undefined {
    return this.evidence.trouble;
  }

  /** Writes what is pending. */
  flush(): void {
    this.evidence.flush();
  }

  close(): void {
    this.evidence.close();
  }

  private originOf(passage: Passage, task: number | undefined): Origin {
    const { connection, request, isBodyCut, clockSetByMs } = passage;
    const client = this.clients.numberOf(headerValue(request.headers, 'authorization') ?? '');
    return {
      connection,
      ...(client !== undefined && { client }),
      ...(task !== undefined && { task }),
      ...(isBodyCut && { isBodyCut }),
      ...(clockSetByMs !== undefined && { clockSetByMs }),
    };
  }

  private exchangeOf(recordable: Recordable): Exchange {
    if (recordable.operation !== null) return recordExchange(this.redactor, recordable).exchange;
    return asOther(recordExchange(this.redactor, withoutBodies(recordable)).exchange, recordable);
  }

  /** A client's signature is none that we made, and its token need not be known to us: both are as secret. */
  private learnSecrets(passage: Passage, operation: Exchange['operation']): void {
    for (const secret of secretsIn(passage, operation, this.handedOut)) this.redactor.learn('secret', secret);
    for (const [name, value] of passage.request.headers) {
      const kind = SECRET_HEADERS.get(name.toLowerCase());
      const secret = value.replace(/^\s*(?:Bearer|Basic|Token)\s+/i, '').trim();
      if (kind === undefined) continue;
      const isShort = kind === 'token' && SHORT_TOKEN.test(secret);
      if (isShort || secret.length >= SHORTEST_SECRET) this.redactor.learn(kind, secret);
    }
  }
}
