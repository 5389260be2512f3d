import { createSecretKey } from 'node:crypto';
import { clauseById } from '../../src/contract/catalogue.js';
import type { Order } from '../../src/contract/order.js';
import type { Outcome } from '../../src/contract/verdict.js';
import { ClientJudge, type ClientFacts } from '../../src/oracle/conduct/client-judge.js';
import type { Headers, Trouble } from '../../src/wire/exchange.js';
import { withHeader } from '../../src/wire/headers.js';
import type { Passage } from '../../src/wire/passage.js';
import { recordExchange } from '../../src/wire/recording.js';
import { Redactor } from '../../src/wire/redaction.js';
import { resolveTemplate, type Template } from '../../src/wire/signature-template.js';
import { sign, signingInputOf } from '../../src/wire/signing.js';
import { enveloped, someData } from './exchange-builder.js';

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token that a client was given, and the text of its signing key. */
export const TOKEN = `${part({ alg: 'HS256' })}.${part({ sub: 'client-of-the-tests' })}.c2lnbmF0dXJlLW9mLXRlc3Rz`;
export const KEY_TEXT = '00112233445566778899aabbccddeeff';
export const PREFIX = '/public/v1';
export const ORIGIN = 'http://127.0.0.1:4010';
/** When a passage arrives unless it says otherwise. */
export const NOW_MS = 1_767_571_200_400;
export const NOW_S = Math.floor(NOW_MS / 1000);

/** An order with neither take-profit nor stop-loss. */
export const ORDER: Order = {
  stockCd: 'EUR/USD',
  orderTypeCd: 'LIMIT',
  sideCd: 'BUY',
  orderDateTime: '2026-01-05T09:00:00.120+09:00',
  orderNo: '2026000001',
  orderQuantity: 0.35,
  barrierPrice: 0,
  orderPrice: 1.09713,
};
/** The same with all conditions. */
export const FULL_ORDER: Order = {
  ...ORDER,
  ...{ profitRealizationYn: 'Y', profitRealizationBarrierPrice: 1.2 },
  ...{ lossCutYn: 'Y', lossCutBarrierPrice: 1.01, lossTrackingYn: 'N' },
};

/** What is known of a client that was given {@link ORDER}, without a task unless one is named. */
export function someFacts(different: Partial<ClientFacts> = {}): ClientFacts {
  return {
    prefix: PREFIX,
    origins: [ORIGIN],
    template: resolveTemplate('concat'),
    key: createSecretKey(Buffer.from(KEY_TEXT)),
    env: {},
    token: TOKEN,
    signingKeyText: KEY_TEXT,
    order: (orderNo) => (orderNo === ORDER.orderNo ? ORDER : null),
    instrument: () => null,
    ...{ task: null, mayBeLeft: false },
    clockSlackMs: 0,
    ...different,
  };
}

/** What a hand-made passage differs in from a right one. */
export interface MadePassage {
  readonly method?: string;
  readonly target?: string;
  /** Instead of the usual ones; a signature is added unless there is one. */
  readonly headers?: Headers;
  readonly body?: string | Uint8Array | null;
  readonly isBodyCut?: boolean;
  readonly status?: number;
  /** Exact text, or a value that is sent as JSON. */
  readonly answer?: unknown;
  readonly trouble?: Trouble;
  readonly arrivedAtMs?: number;
  readonly connection?: number;
}

/** A passage as it is made; nothing is added to it. */
export function madePassage(made: MadePassage): Passage {
  const { method = 'GET', target = lookupTarget(), headers = [], status = 200, trouble } = made;
  const arrivedAtMs = made.arrivedAtMs ?? NOW_MS;
  const answer = typeof made.answer === 'string' ? made.answer : JSON.stringify(made.answer ?? enveloped(someData()));
  const response = {
    status,
    headers: [['Content-Type', 'application/json'] as const],
    body: Buffer.from(answer),
  };
  return {
    request: { method, target, headers, body: bytesOf(made.body ?? null) },
    isBodyCut: made.isBodyCut ?? false,
    ...(trouble === undefined ? { response } : { trouble }),
    arrivedAtMs,
    answeredAtMs: arrivedAtMs + 20,
    connection: made.connection ?? 1,
  };
}

function bytesOf(body: string | Uint8Array | null): Uint8Array | null {
  return typeof body === 'string' ? Buffer.from(body) : body;
}

export const BEARER: readonly [string, string] = ['Authorization', `Bearer ${TOKEN}`];

/** A modify that is right in everything that `made` does not say. */
export function modifyPassage(body: unknown = ORDER, made: MadePassage = {}, template?: Template): Passage {
  const text = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  const nowS = Math.floor((made.arrivedAtMs ?? NOW_MS) / 1000);
  return signed(
    madePassage({
      method: 'POST',
      target: `${PREFIX}/orders/modify`,
      headers: [BEARER, ['X-Timestamp', String(nowS)], ['Content-Type', 'application/json']],
      body: text,
      answer: enveloped({ success: true }),
      ...made,
    }),
    template,
  );
}

/** With the signature over what it is, unless it has one. */
export function signed(passage: Passage, template = resolveTemplate('concat'), key = KEY_TEXT): Passage {
  const { request } = passage;
  if (request.headers.some(([name]) => name.toLowerCase() === 'x-signature')) return passage;
  const input = signingInputOf(request, { origin: ORIGIN });
  return withSignature(passage, sign(template, createSecretKey(Buffer.from(key)), input));
}

export function withSignature(passage: Passage, signature: string): Passage {
  const headers = withHeader(passage.request.headers, 'X-Signature', signature);
  return { ...passage, request: { ...passage.request, headers } };
}

export function lookupTarget(query = 'stockGroupCd=ALL&stockCd=&nextKey='): string {
  return `${PREFIX}/stocks/orders${query === '' ? '' : `?${query}`}`;
}

/** A lookup that is right in everything that `made` does not say. */
export function lookupPassage(query?: string, made: MadePassage = {}): Passage {
  return madePassage({ target: lookupTarget(query), headers: [BEARER], ...made });
}

/** All outcomes of a client's passages in their order, by clause, those of the end included. */
export class Conduct {
  readonly outcomes = new Map<string, Outcome[]>();
  readonly judge: ClientJudge;
  private readonly redactor: Redactor;
  private number = 0;

  constructor(facts: ClientFacts = someFacts()) {
    this.judge = new ClientJudge(facts);
    this.redactor = new Redactor([
      { name: 'token', value: TOKEN },
      { name: 'signing-key', value: KEY_TEXT },
    ]);
  }

  see(...passages: readonly Passage[]): this {
    for (const passage of passages) {
      this.number += 1;
      const { request, arrivedAtMs, answeredAtMs, response, trouble } = passage;
      const { exchange } = recordExchange(this.redactor, {
        ...{ number: this.number, clause: 'AAA-001', operation: null, request, waits: 0 },
        ...(response === undefined ? {} : { response }),
        ...(trouble === undefined ? {} : { trouble }),
        ...{ sentAtMs: arrivedAtMs, receivedAtMs: answeredAtMs },
      });
      this.judge.see(passage, exchange, this.report);
    }
    return this;
  }

  end(untilMs?: number): this {
    this.judge.end(this.report, untilMs);
    return this;
  }

  /** Clauses that were broken, each as often as it was, sorted. */
  get broken(): readonly string[] {
    return this.clausesWith('broken');
  }

  get passed(): readonly string[] {
    return [...new Set(this.clausesWith('pass'))];
  }

  get open(): readonly string[] {
    return [...new Set(this.clausesWith('unverified'))];
  }

  /** `clause: cause | actual` of everything that was broken. */
  get findings(): readonly string[] {
    return [...this.outcomes].flatMap(([clause, outcomes]) =>
      outcomes.flatMap((outcome) =>
        outcome.outcome === 'broken' ? [`${clause}: ${outcome.finding.cause} | ${outcome.finding.actual}`] : [],
      ),
    );
  }

  private clausesWith(kind: Outcome['outcome']): readonly string[] {
    return [...this.outcomes]
      .flatMap(([clause, outcomes]) => outcomes.flatMap(({ outcome }) => (outcome === kind ? [clause] : [])))
      .sort();
  }

  private readonly report = (clause: string, outcome: Outcome): void => {
    clauseById(clause);
    this.outcomes.set(clause, [...(this.outcomes.get(clause) ?? []), outcome]);
  };
}

/** What passages of one client come to. */
export function conductOf(passages: readonly Passage[], facts?: ClientFacts): Conduct {
  return new Conduct(facts).see(...passages).end();
}
