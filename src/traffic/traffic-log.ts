import { EvidenceLog } from '../examine/evidence.js';
import { secretsOf } from '../examine/secrets.js';
import type { Exchange } from '../wire/exchange.js';
import { operationAt } from '../wire/operation-of.js';
import type { Passage } from '../wire/passage.js';
import { recordExchange } from '../wire/recording.js';
import { Redactor } from '../wire/redaction.js';
import type { TrafficSettings } from './traffic-settings.js';

const SECRET_HEADERS: Readonly<Record<string, string>> = { 'x-signature': 'signature', authorization: 'token' };

/** Shorter texts are no secrets, and would be found in everything. */
const SHORTEST_SECRET = 16;

/** Takes down what passes between clients and a service, redacted, in exchanges.jsonl. */
export class TrafficLog {
  readonly redactor: Redactor;
  /** How many passages there were. */
  requests = 0;
  private readonly evidence: EvidenceLog;

  constructor(settings: TrafficSettings) {
    this.redactor = new Redactor(secretsOf(settings));
    this.evidence = new EvidenceLog(settings.outDir);
  }

  /**
   * Records one passage.
   *
   * @param during - on whose behalf, such as a scenario's name
   * @param prefix - path of the base URL
   */
  record(during: string, prefix: string, { request, response, trouble, arrivedAtMs, answeredAtMs }: Passage): Exchange {
    this.requests += 1;
    this.learnSecrets(request.headers);
    const { exchange } = recordExchange(this.redactor, {
      number: this.requests,
      clause: during,
      // by its path alone: what else is wrong with a request is for the judges
      operation: operationAt(request.target, prefix),
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

  /** Writes what is pending. Words where evidence was lost, as on a full disk. */
  flush(): string | null {
    this.evidence.flush();
    return this.evidence.trouble ?? null;
  }

  close(): void {
    this.evidence.close();
  }

  /** A client's signature is none that we made, and its token need not be known to us: both are as secret. */
  private learnSecrets(headers: Passage['request']['headers']): void {
    for (const [name, value] of headers) {
      const kind = SECRET_HEADERS[name.toLowerCase()];
      const secret = value.replace(/^\s*Bearer\s+/i, '').trim();
      if (kind !== undefined && secret.length >= SHORTEST_SECRET) this.redactor.learn(kind, secret);
    }
  }
}
