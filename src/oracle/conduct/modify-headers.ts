import { headerValues, isJsonMediaType, parseMediaType } from '../../wire/headers.js';
import { quoteShort } from '../describe-value.js';
import { demand, rule, type Sight } from './sight.js';

/** Headers of a modify beside Authorization, whose form says that it is one. */
const ONCE = ['X-Signature', 'X-Timestamp', 'Content-Type'] as const;

/**
 * Judges what headers of a modify say beside what they have to.
 *
 * @clause CLI-001, CLI-053, CLI-054
 */
export function judgeModifyHeaders(sight: Sight): void {
  const types = headerValues(sight.passage.request.headers, 'content-type');
  const isJson = types.length > 0 && types.every(isJsonMediaType);
  demand(sight, 'CLI-001', isJson, {
    cause: types.length === 0 ? 'Content-Type is missing' : 'Content-Type is not application/json',
    at: 'request header Content-Type',
    expected: 'application/json',
    actual: shown(sight, 'Content-Type'),
  });
  judgeOnce(sight);
  if (isJson) judgePlain(sight, types);
}

/** A wrong signature beside the right one breaks the clause on that. */
function judgeOnce(sight: Sight): void {
  const { headers } = sight.passage.request;
  const twice = ONCE.find((name) => {
    const values = headerValues(headers, name).flatMap((value) =>
      name === 'X-Signature' ? value.split(',') : [value],
    );
    const isAlike = new Set(values.map((value) => value.trim().toLowerCase())).size === 1;
    return values.length > 1 && (name !== 'X-Signature' || isAlike);
  });
  if (twice === undefined && !ONCE.some((name) => headerValues(headers, name).length > 0)) return;
  demand(sight, 'CLI-053', twice === undefined, {
    cause: `${twice ?? ''} is sent more than once`,
    at: `request header ${twice ?? ''}`,
    expected: 'one value',
    actual: 'several',
  });
}

function judgePlain(sight: Sight, types: readonly string[]): void {
  const isPlain = types.every((type) =>
    [...(parseMediaType(type)?.parameters ?? [])].every(
      ([name, value]) => name === 'charset' && value.toLowerCase() === 'utf-8',
    ),
  );
  const encodings = headerValues(sight.passage.request.headers, 'content-encoding');
  const isEncoded = encodings.some((encoding) => encoding.trim().toLowerCase() !== 'identity');
  const name = isPlain ? 'Content-Encoding' : 'Content-Type';
  const breach = {
    cause: isPlain ? 'a modify has a Content-Encoding' : 'Content-Type has another parameter than charset=utf-8',
    at: `request header ${name}`,
    expected: isPlain ? 'none' : 'application/json, at most with charset=utf-8',
    actual: shown(sight, name),
  };
  rule(sight, 'CLI-054', isPlain && !isEncoded ? null : breach);
}

/** Redacted: a client may send anything. */
function shown({ exchange }: Sight, name: string): string {
  return quoteShort(headerValues(exchange.request.headers, name).join(', '));
}
