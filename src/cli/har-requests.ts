import { SuiteError } from '../contract/suite-error.js';
import { BodyReader } from '../audit/body-bytes.js';
import { readEntry } from '../audit/har-entry.js';
import { HarReader } from '../audit/har-reader.js';
import { makeRequest } from '../signature/make-request.js';
import type { SignedRequest } from '../signature/signed-request.js';
import { headerValue } from '../wire/headers.js';
import { isJsonObject } from '../wire/json.js';

/** Requests that a search takes from one file: more of them tell templates apart that a single one does not. */
const MOST_REQUESTS = 3;

/**
 * The signed requests of a HAR file that were answered with status 200, or the one in that place.
 *
 * @param entry - counted from 1
 * @throws SuiteError where there is none
 */
export async function readHarRequests(
  path: string,
  entry: string | undefined,
): Promise<readonly [SignedRequest, ...SignedRequest[]]> {
  const wanted = entry === undefined ? null : Number(entry);
  if (wanted !== null && !(Number.isInteger(wanted) && wanted > 0)) {
    throw new SuiteError('The entry is no number.', '--entry', 'count the entries of the HAR from 1');
  }
  const bodies = new BodyReader(path);
  const found: SignedRequest[] = [];
  let number = 0;
  for await (const picked of new HarReader(path).entries()) {
    number += 1;
    if (wanted !== null && wanted !== number) continue;
    const read = readEntry(picked);
    const url = isJsonObject(picked.value['request']) ? picked.value['request']['url'] : undefined;
    if ('wrong' in read || typeof url !== 'string') continue;
    const isSigned = headerValue(read.requestHeaders, 'x-signature') !== undefined;
    if (wanted === null && !(isSigned && read.status === 200)) continue;
    const body = await bodies.read(read.requestBody);
    if (wanted === null && (body === null || body.isInexact)) continue;
    const { method, requestHeaders: headers } = read;
    found.push(makeRequest({ url, method, headers, body: body?.bytes ?? null }));
    if (found.length === (wanted === null ? MOST_REQUESTS : 1)) break;
  }
  const [first, ...more] = found;
  if (first !== undefined) return [first, ...more];
  throw new SuiteError(
    wanted === null
      ? 'The file has no signed request that was answered with status 200 and whose body was recorded.'
      : `The file has no entry ${wanted} that can be read.`,
    path,
    'record one with its headers and body; browsers leave headers out unless sensitive data is exported as well',
  );
}
