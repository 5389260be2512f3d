import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { bearerOf, newIssuer } from './bearer.js';
import { roundTo } from './decimal.js';
import { recordOf } from './instruments.js';
import { readLookup } from './lookup.js';
import type { ModifyCommand } from './modify-command.js';
import { OrderDesk } from './order-desk.js';
import { OrderLogs } from './order-log.js';
import type { Answer } from './outbox.js';
import type { Parts } from './parts.js';
import { Problem } from './problem.js';
import { Snapshots } from './snapshots.js';

/** Where the operations are; the order source is no part of the interface and stands beside them. */
export const PREFIX = '/venue/openapi/v1';
export const DESK_PATH = '/test-desk';

/** A request that has come in whole. */
export interface Arrival {
  readonly atMs: number;
  readonly method: string;
  readonly path: string;
  /** As sent, without `?`. */
  readonly query: string;
  /** Each value by itself. */
  readonly headers: NodeJS.Dict<string[]>;
  readonly body: Buffer;
}

type Operation = (arrival: Arrival) => Answer;

/** The one value of a header; empty where there is none or more than one. */
function only(headers: Arrival['headers'], name: keyof IncomingHttpHeaders & string): string {
  const [value = '', ...more] = headers[name] ?? [];
  return more.length === 0 ? value : '';
}

/** The service itself, without a socket: a request in, an answer out. */
export class Venue {
  readonly issuer = newIssuer();
  readonly signingKey = randomBytes(64);
  readonly #parts: Parts;
  readonly #logs = new OrderLogs();
  readonly #desk = new OrderDesk(this.#logs);
  readonly #snapshots = new Snapshots();
  readonly #operations: Readonly<Record<string, Readonly<Record<string, Operation>>>> = {
    [`${PREFIX}/orders/modify`]: { POST: (arrival) => this.#modify(arrival) },
    [`${PREFIX}/stocks/orders`]: { GET: (arrival) => this.#list(arrival) },
    [DESK_PATH]: { POST: (arrival) => this.#place(arrival) },
  };

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  answer(arrival: Arrival): Answer {
    try {
      const operations = this.#operations[arrival.path];
      if (operations === undefined) throw new Problem(404, 'Nothing here', 'the path is not known');
      const operation = operations[arrival.method];
      if (operation === undefined) throw new Problem(405, 'Other method', 'the path has another method');
      return operation(arrival);
    } catch (error) {
      if (error instanceof Problem) return this.#parts.problemBody(error);
      throw error;
    }
  }

  #place({ body }: Arrival): Answer {
    const order = this.#desk.place(this.#parts.readJson(body));
    return { status: 200, contentType: 'application/json', text: JSON.stringify(order) };
  }

  #identify({ headers, atMs }: Arrival): void {
    const token = bearerOf(headers['authorization'] ?? []);
    if (!this.#parts.isToken(token, this.issuer, atMs)) throw new Problem(401, 'Unfit token', 'the token is not valid');
  }

  #list(arrival: Arrival): Answer {
    this.#identify(arrival);
    const { nextKey, ...filter } = readLookup(new URLSearchParams(arrival.query));
    const place =
      nextKey === ''
        ? this.#snapshots.freeze({ filter, items: this.#parts.select(filter) })
        : this.#snapshots.find(nextKey, filter);
    const { items, next, hasNext } = this.#parts.cutPage(place);
    const prices = (side: number): Record<string, string> =>
      Object.fromEntries(
        items.map(({ stockCd, close, step }) => [stockCd, String(roundTo(close + side * step, step))]),
      );
    const data = {
      ...{ sellPrices: prices(-1), buyPrices: prices(1), total: place.snapshot.items.length },
      ...{ details: items.map(recordOf), hasNext, nextKey: this.#snapshots.keyOf(place.id, next) },
    };
    return this.#parts.envelope({ isDeclined: false, data });
  }

  #modify(arrival: Arrival): Answer {
    this.#identify(arrival);
    if (arrival.query !== '') throw new Problem(400, 'Unfit query', 'a modify has no query');
    if (!/^application\/json(; ?charset=utf-8)?$/i.test(only(arrival.headers, 'content-type'))) {
      throw new Problem(415, 'Other content', 'the content type must be application/json');
    }
    this.#checkSeal(arrival);
    return this.#carryOut(this.#parts.readCommand(this.#parts.readJson(arrival.body)));
  }

  #checkSeal({ atMs, method, path, headers, body }: Arrival): void {
    const timestamp = only(headers, 'x-timestamp');
    if (!this.#parts.isTimely(timestamp, atMs)) throw new Problem(403, 'Unfit time', 'the timestamp is not of now');
    const request = { method, path, timestamp, body, signature: only(headers, 'x-signature') };
    if (!this.#parts.isSealed(request, this.signingKey)) throw new Problem(403, 'Unfit seal', 'it is not signed so');
  }

  /** Validates a command, appends what it does, and says so. */
  #carryOut(command: ModifyCommand): Answer {
    const { orderDateTime, orderNo } = command;
    const events = this.#parts.decide(this.#parts.foldLog(this.#parts.findLog(this.#logs, command)), command);
    this.#logs.append(orderDateTime, orderNo, events);
    const isDeclined = events.some(({ kind }) => kind === 'declined');
    return this.#parts.envelope({ isDeclined, data: { success: !isDeclined, events: events.length } });
  }
}
