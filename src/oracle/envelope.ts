import { pass, unverified } from '../contract/verdict.js';
import { dataOf } from '../wire/envelope.js';
import type { Exchange, RecordedResponse } from '../wire/exchange.js';
import { headerValues, parseMediaType } from '../wire/headers.js';
import { isJsonObject, whyUnread } from '../wire/json.js';
import { reportBroken, type Report } from './breaks.js';
import { describeValue, kindOf, quoteShort } from './describe-value.js';

/** Members of the envelope by clause, section 4.1. */
const MEMBERS = [
  { clause: 'ENV-004', name: 'status', expected: 'a string', fits: (value: unknown) => typeof value === 'string' },
  { clause: 'ENV-005', name: 'code', expected: 'an integer', fits: isInteger },
  { clause: 'ENV-006', name: 'data', expected: 'an object', fits: isJsonObject },
] as const;

/**
 * Judges status, content type, and envelope of an answer. An answer without JSON breaks the clause on JSON and no other;
 * an operation that the document does not specify is judged by ENV-007 and ENV-009 only.
 *
 * @clause ENV-001, ENV-002, ENV-003, ENV-004, ENV-005, ENV-006, ENV-007, ENV-008, ENV-009
 */
export function judgeEnvelope(exchange: Exchange, report: Report): void {
  const { response, operation } = exchange;
  if (response === undefined) return;
  judgeServerError(exchange, response, report);
  judgeDuplicates(exchange, response, report);
  if (operation === null) return;
  const { status } = response;
  if (status >= 200 && status < 300) judgeSuccess(exchange, response, report);
  else if (status >= 300 && status < 500) judgeRefusalBody(exchange, response, report); // 5xx is a breakdown, no refusal
}

/** `data` of an answer with status 200, where it is the object that the envelope asks for. */
export function successDataOf(exchange: Exchange): Readonly<Record<string, unknown>> | null {
  return exchange.response?.status === 200 ? dataOf(exchange) : null;
}

function judgeServerError(exchange: Exchange, { status }: RecordedResponse, report: Report): void {
  if (status < 500 || status > 599 || (status === 501 && isBeyondHttp(exchange))) {
    report('ENV-007', pass);
    return;
  }
  reportBroken(report, exchange, 'ENV-007', {
    cause: `answered with status ${status}`,
    at: 'response status',
    expected: 'any status that is no server error',
    actual: String(status),
  });
}

/** 501 is HTTP's own answer to a method (RFC 9110, 15.6.2) or a transfer coding (RFC 9112, 6.1) that a server does not know. */
function isBeyondHttp({ operation, request }: Exchange): boolean {
  return operation === null || headerValues(request.headers, 'transfer-encoding').length > 0;
}

function judgeDuplicates(exchange: Exchange, { json }: RecordedResponse, report: Report): void {
  if (!json.ok) return;
  const [first] = json.duplicateMembers;
  if (first === undefined) {
    report('ENV-009', pass);
    return;
  }
  const { length } = json.duplicateMembers;
  reportBroken(report, exchange, 'ENV-009', {
    cause: 'an object names a member twice',
    at: `response ${first}`,
    expected: 'each member once',
    actual: length === 1 ? 'twice' : `twice; so with ${length} members`,
  });
}

/** Judges an answer with a 2xx status, of any operation. @clause ENV-001, ENV-002, ENV-003, ENV-004, ENV-005, ENV-006 */
export function judgeSuccess(exchange: Exchange, response: RecordedResponse, report: Report): void {
  if (response.status !== 200) {
    reportBroken(report, exchange, 'ENV-001', {
      cause: `answered with status ${response.status}`,
      at: 'response status',
      expected: '200, or a refusal',
      actual: String(response.status),
    });
    return;
  }
  report('ENV-001', pass);
  if (!response.json.ok) {
    reportBroken(report, exchange, 'ENV-002', {
      cause: response.size === 0 ? 'the body is empty' : 'the body is no JSON',
      at: 'response body',
      expected: 'a JSON object',
      actual: response.size === 0 ? 'no body' : response.json.because,
    });
    return;
  }
  report('ENV-002', pass);
  judgeContentType(exchange, response, report);
  judgeMembers(exchange, response.json.value, report);
}

function judgeContentType(exchange: Exchange, { headers }: RecordedResponse, report: Report): void {
  const types = headerValues(headers, 'content-type');
  if (types.length > 0 && types.every((type) => parseMediaType(type)?.type === 'application/json')) {
    report('ENV-003', pass);
    return;
  }
  reportBroken(report, exchange, 'ENV-003', {
    cause: types.length === 0 ? 'Content-Type is missing' : 'Content-Type is not application/json',
    at: 'response header content-type',
    expected: 'application/json',
    actual: types.length === 0 ? 'missing' : quoteShort(types.join(', ')),
  });
}

function judgeMembers(exchange: Exchange, envelope: unknown, report: Report): void {
  if (!isJsonObject(envelope)) {
    // One cause, one finding: without an envelope none of its members can be there.
    reportBroken(report, exchange, 'ENV-006', {
      cause: `the body is ${kindOf(envelope)}`,
      at: 'response body',
      expected: 'an object with status, code and data',
      actual: describeValue(envelope),
    });
    return;
  }
  for (const { clause, name, expected, fits } of MEMBERS) {
    const value = envelope[name];
    if (fits(value)) {
      report(clause, pass);
      continue;
    }
    const kind = typeof value === 'number' && expected === 'an integer' ? 'a number with decimals' : kindOf(value);
    const actual = describeValue(value);
    reportBroken(report, exchange, clause, { cause: `${name} is ${kind}`, at: `response /${name}`, expected, actual });
  }
}

/** As JSON Schema has it: 200.0 and 2e2 are integers. What is beyond a double (1e999) cannot be told, and is let pass. */
function isInteger(value: unknown): boolean {
  return typeof value === 'number' && (Number.isInteger(value) || !Number.isFinite(value));
}

function judgeRefusalBody(exchange: Exchange, response: RecordedResponse, report: Report): void {
  const { headers, json, text } = response;
  if (text?.trim() === '') {
    report('ENV-008', pass);
    return;
  }
  const unread = whyUnread(json);
  if (unread !== null) {
    report('ENV-008', unverified(`the body of a refusal cannot be judged: ${unread}`));
    return;
  }
  if (!json.ok) {
    reportBroken(report, exchange, 'ENV-008', {
      cause: 'the body of a refusal is no JSON',
      at: 'response body',
      expected: 'JSON, or no body',
      actual: json.because,
    });
    return;
  }
  const types = headerValues(headers, 'content-type');
  if (types.every(isAnyJson)) {
    report('ENV-008', pass);
    return;
  }
  reportBroken(report, exchange, 'ENV-008', {
    cause: 'the Content-Type of a refusal is not JSON',
    at: 'response header content-type',
    expected: 'application/json',
    actual: quoteShort(types.join(', ')),
  });
}

/** `application/json`, and its kin such as `application/problem+json`. */
function isAnyJson(contentType: string): boolean {
  const type = parseMediaType(contentType)?.type;
  return type !== undefined && (type.endsWith('/json') || type.endsWith('+json'));
}
