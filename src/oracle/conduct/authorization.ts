import { Buffer } from 'node:buffer';
import { headerValue, headerValues } from '../../wire/headers.js';
import { isJsonObject } from '../../wire/json.js';
import { demand, rule, type Breach, type Sight } from './sight.js';

const AT = 'request header Authorization';
const EXPECTED = '"Bearer <JWT>", once';

/**
 * Judges the Authorization header of one of the two operations.
 *
 * @clause AUT-001, AUT-002, AUT-003, AUT-004
 */
export function judgeAuthorization(sight: Sight): void {
  const isModify = sight.exchange.operation === 'modifyOrder';
  const values = headerValues(sight.passage.request.headers, 'authorization');
  demand(sight, isModify ? 'AUT-001' : 'AUT-002', values.length > 0, {
    cause: 'there is no Authorization header',
    at: AT,
    expected: EXPECTED,
    actual: 'missing',
  });
  if (values.length > 0) rule(sight, isModify ? 'AUT-003' : 'AUT-004', breachOf(values, sight.facts.token));
}

function breachOf(values: readonly string[], token: string | null): Breach | null {
  const [value = ''] = values;
  if (values.length > 1) {
    return found('there is more than one Authorization header', `${values.length} headers`);
  }
  if (value.trim() === '') return found('Authorization is empty', 'empty');
  const sent = tokenIn(value);
  if (sent === null) return found('Authorization has another scheme than Bearer, or none', 'no "Bearer " before it');
  if (sent === token || isJwt(sent)) return null;
  if (/[\s,]/.test(sent)) return found('Authorization holds more than one word after Bearer', 'more than one word');
  return found('Authorization holds no JWT', 'one word that is no JWT');
}

function found(cause: string, actual: string): Breach {
  return { cause, at: AT, expected: EXPECTED, actual };
}

/** What follows the scheme; case and spaces of the scheme are not said (OPN-032). */
function tokenIn(value: string): string | null {
  const scheme = /^\s*bearer(?:[ \t]+|$)/i.exec(value)?.[0];
  return scheme === undefined ? null : value.slice(scheme.length).trim();
}

/** The token of a request, where it has one in the form of the document. */
export function tokenOf({ passage, facts }: Sight): string | null {
  const sent = tokenIn(headerValue(passage.request.headers, 'authorization') ?? '');
  return sent !== null && (sent === facts.token || isJwt(sent)) ? sent : null;
}

/** Three parts, or five where it is encrypted, of which the first is a JSON object in base64url. */
function isJwt(text: string): boolean {
  if (!/^[\w-]+(?:\.[\w-]*){2}(?:(?:\.[\w-]*){2})?$/.test(text)) return false;
  try {
    const header: unknown = JSON.parse(Buffer.from(text.slice(0, text.indexOf('.')), 'base64url').toString('utf8'));
    return isJsonObject(header);
  } catch {
    return false;
  }
}
