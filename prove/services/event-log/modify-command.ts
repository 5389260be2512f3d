import { ORDER_TYPES, SIDES, type Terms } from './order-log.js';
import { Problem } from './problem.js';

/** A modify body that is well formed. Conditions that it does not mention are `undefined`, switched off `null`. */
export interface ModifyCommand extends Omit<Terms, 'profit' | 'loss' | 'tracking'> {
  readonly profit: number | null | undefined;
  readonly loss: number | null | undefined;
  readonly tracking: boolean | undefined;
}

type Body = Readonly<Record<string, unknown>>;

const MANDATORY = [
  ...['stockCd', 'orderTypeCd', 'sideCd', 'orderDateTime', 'orderNo'],
  ...['orderQuantity', 'barrierPrice', 'orderPrice'],
];
const OPTIONAL = [
  ...['profitRealizationYn', 'profitRealizationBarrierPrice'],
  ...['lossCutYn', 'lossCutBarrierPrice', 'lossTrackingYn'],
];

function unfit(detail: string): Problem {
  return new Problem(422, 'Unfit field', detail);
}

function textAt(body: Body, name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value === '') throw unfit(`${name} must be a text that is not empty`);
  return value;
}

function codeAt<Code extends string>(body: Body, name: string, codes: readonly Code[]): Code {
  const text = textAt(body, name);
  const code = codes.find((each) => each === text);
  if (code === undefined) throw unfit(`${name} must be one of ${codes.join(', ')}`);
  return code;
}

function numberAt(body: Body, name: string): number {
  const value = body[name];
  if (typeof value !== 'number' || !Number.isFinite(value)) throw unfit(`${name} must be a number`);
  return value;
}

/** A date and a time of day with its zone, as ISO 8601 writes them, of a day that the calendar has. */
function momentAt(body: Body, name: string): string {
  const text = textAt(body, name);
  const form = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/;
  const day = form.exec(text)?.[1];
  const start = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(start) || new Date(start).toISOString().slice(0, 10) !== day) {
    throw unfit(`${name} must be an ISO 8601 date and time`);
  }
  return text;
}

function priceAt(body: Body, name: string, isNeeded: boolean): number {
  const price = numberAt(body, name);
  if (isNeeded ? price <= 0 : price !== 0) throw unfit(`${name} must be ${isNeeded ? 'above 0' : '0'}`);
  return price;
}

function switchAt(body: Body, name: string): boolean | undefined {
  return name in body ? codeAt(body, name, ['Y', 'N']) === 'Y' : undefined;
}

function conditionAt(body: Body, switchName: string, priceName: string): number | null | undefined {
  const isOn = switchAt(body, switchName);
  if (isOn === undefined) {
    if (priceName in body) throw unfit(`${priceName} comes with ${switchName} only`);
    return undefined;
  }
  const price = priceAt(body, priceName, isOn);
  return isOn ? price : null;
}

/** Reads the exact bytes of a body as JSON. */
export function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) throw new Problem(400, 'No body', 'a body is required');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw new Problem(400, 'No JSON', 'the body must be JSON in UTF-8');
  }
}

/** Reads a modify command, or throws the problem of the first field that is unfit. */
export function readCommand(json: unknown): ModifyCommand {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new Problem(400, 'No object', 'the body must be a JSON object');
  }
  const body = json as Body;
  const missing = MANDATORY.find((name) => !(name in body));
  if (missing !== undefined) throw unfit(`${missing} is missing`);
  const unknown = Object.keys(body).find((name) => ![...MANDATORY, ...OPTIONAL].includes(name));
  if (unknown !== undefined) throw unfit('the body has a member that is not known');
  const orderTypeCd = codeAt(body, 'orderTypeCd', ORDER_TYPES);
  return {
    stockCd: textAt(body, 'stockCd'),
    orderTypeCd,
    sideCd: codeAt(body, 'sideCd', SIDES),
    orderDateTime: momentAt(body, 'orderDateTime'),
    orderNo: textAt(body, 'orderNo'),
    orderQuantity: numberAt(body, 'orderQuantity'),
    barrierPrice: priceAt(body, 'barrierPrice', orderTypeCd.endsWith('STOP')),
    orderPrice: priceAt(body, 'orderPrice', orderTypeCd.startsWith('LIMIT')),
    profit: conditionAt(body, 'profitRealizationYn', 'profitRealizationBarrierPrice'),
    loss: conditionAt(body, 'lossCutYn', 'lossCutBarrierPrice'),
    tracking: switchAt(body, 'lossTrackingYn'),
  };
}
