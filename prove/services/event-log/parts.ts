import { isToken } from './bearer.js';
import { decide } from './decide.js';
import { cutPage, select } from './lookup.js';
import { readCommand, readJson, type ModifyCommand } from './modify-command.js';
import { foldLog, type OrderEvent, type OrderLogs } from './order-log.js';
import { deliver, type Answer } from './outbox.js';
import type { Problem } from './problem.js';
import { isSealed, isTimely } from './seal.js';

/** What came of a request that was carried out. */
export interface Outcome {
  /** Whether an order declined it. */
  readonly isDeclined: boolean;
  readonly data: Readonly<Record<string, unknown>>;
}

function findLog(logs: OrderLogs, { orderDateTime, orderNo }: ModifyCommand): readonly OrderEvent[] {
  return logs.read(orderDateTime, orderNo);
}

function envelope({ isDeclined, data }: Outcome): Answer {
  const marker = isDeclined ? { status: 'declined', code: 1 } : { status: 'done', code: 0 };
  const text = JSON.stringify({ ...marker, data, servedBy: 'event-log-venue' }, null, 1);
  return { status: 200, contentType: 'application/json;charset=UTF-8', text };
}

function problemBody({ status, title, message }: Problem): Answer {
  const text = JSON.stringify({ type: 'about:blank', title, status, detail: message });
  return { status, contentType: 'application/problem+json', text };
}

/** The steps of the service, each of which a fault can replace. */
export interface Parts {
  readonly isToken: typeof isToken;
  readonly isTimely: typeof isTimely;
  readonly isSealed: typeof isSealed;
  readonly readJson: typeof readJson;
  readonly readCommand: typeof readCommand;
  readonly findLog: typeof findLog;
  readonly foldLog: typeof foldLog;
  readonly decide: typeof decide;
  readonly select: typeof select;
  readonly cutPage: typeof cutPage;
  readonly envelope: typeof envelope;
  readonly problemBody: typeof problemBody;
  readonly deliver: typeof deliver;
}

/** The steps of the service without a fault. */
export const SOUND_PARTS: Parts = {
  ...{ isToken, isTimely, isSealed, readJson, readCommand, findLog, foldLog, decide },
  ...{ select, cutPage, envelope, problemBody, deliver },
};
