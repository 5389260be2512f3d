import { Buffer } from 'node:buffer';
import { headerValue, headerValues } from '../../wire/headers.js';
import { isJsonObject } from '../../wire/json.js';
import { demand, rule, type Breach, type Sight } from './sight.js';
import { schemeOf, schemeWays, USUAL } from './spellings.js';

const AT = 'request header Authorization';
const EXPECTED = '"Bearer <JWT>", once';

/**
 * Judges the Authorization header of one of the two operations. In HTTP the case of a scheme does not count, and neither
 * does a space more behind it: that is judged by itself, since not every service takes it.
 *
 * @clause AUT-001, AUT-002, AUT-003, AUT-004, CLI-049, CLI-052
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
  if (values.length === 0) return;
  const breach = breachOf(values, sight.facts.token);
  rule(sight, isModify ? 'AUT-003' : 'AUT-004', breach);
  if (breach === null) judgeSpelling(sight, values[0] ?? '');
}

function judgeSpelling(sight: Sight, value: string): void {
  const [way = ''] = schemeWays(value);
  demand(sight, 'CLI-049', way === USUAL.scheme, {
    cause: `the scheme of Authorization is written ${way}`,
    at: AT,
    expected: USUAL.scheme,
    actual: way,
  });
  const { token, task } = sight.facts;
  // Without a task, a client may have a token of its own; one that is accepted was given to it as well.
  if (token === null || task === null) return;
  demand(sight, 'CLI-052', tokenIn(value) === token || sight.passage.response?.status === 200, {
    cause: 'another token is sent than the one that was given',
    at: AT,
    expected: 'the token that was given',
    actual: 'another one',
  });
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

function tokenIn(value: string): string | null {
  const scheme = schemeOf(value);
  return scheme === null ? null : value.slice(scheme.length).trim();
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
