import { SuiteError } from '../contract/suite-error.js';
import { BodyReader, type KeptBody } from '../audit/body-bytes.js';
import type { PickedEntry } from '../audit/entry-picker.js';
import { readEntry, type HarEntry } from '../audit/har-entry.js';
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
  const passedOver = new PassedOver();
  let number = 0;
  for await (const picked of new HarReader(path).entries()) {
    number += 1;
    if (wanted !== null && wanted !== number) continue;
    const read = readEntry(withoutAnswer(picked));
    const request = isJsonObject(picked.value['request']) ? picked.value['request'] : {};
    if ('wrong' in read || typeof request['url'] !== 'string') {
      passedOver.add(number, `is not as it should be: ${'wrong' in read ? read.wrong : 'request.url'}`);
      continue;
    }
    const lack = wanted === null ? lackOf(read) : null;
    const body = lack === null ? await bodies.read(read.requestBody) : null;
    const lacking = lack ?? (wanted === null ? lackOfBody(body) : null);
    if (lacking !== null) {
      passedOver.add(number, lacking);
      continue;
    }
    const { method, requestHeaders: headers } = read;
    found.push(makeRequest({ url: request['url'], method, headers, body: body?.bytes ?? null }));
    if (found.length === (wanted === null ? MOST_REQUESTS : 1)) break;
  }
  const [first, ...more] = found;
  if (first !== undefined) return [first, ...more];
  const why = passedOver.text;
  throw new SuiteError(
    wanted === null
      ? `The file has no signed request that was answered with status 200 and whose body was recorded${why && `: ${why}`}.`
      : `The file has no entry ${wanted} that can be read${why && `: ${why}`}.`,
    path,
    `${wanted === null && why !== '' ? 'to take one of these all the same, give --entry N; otherwise ' : ''}record one with its headers and body; browsers leave headers out unless sensitive data is exported as well`,
  );
}

/** The time of a request and its answer's headers and body say nothing of a signature, and may have been cut off. */
function withoutAnswer({ value, ...picked }: PickedEntry): PickedEntry {
  const { response } = value;
  const status = isJsonObject(response) ? response['status'] : undefined;
  const isAnswered = typeof status === 'number' && Number.isInteger(status);
  return {
    ...picked,
    value: {
      ...value,
      startedDateTime: '1970-01-01T00:00:00Z',
      response: isAnswered ? { status, headers: [] } : null,
    },
  };
}

/** What keeps a request from being a sure example; `null`: nothing. */
function lackOf({ requestHeaders, status }: HarEntry): string | null {
  if (headerValue(requestHeaders, 'x-signature') === undefined) return 'has no X-Signature';
  if (status === null) return 'has no status of an answer';
  return status === 200 ? null : `was answered with status ${status}`;
}

function lackOfBody(body: KeptBody | null): string | null {
  if (body === null) return 'has no whole body';
  return body.isInexact ? 'has a body that was not kept byte for byte' : null;
}

const MOST_REASONS = 5;
const MOST_NUMBERS = 3;

/** Why entries are not taken, told in bounded memory. */
class PassedOver {
  private readonly reasons = new Map<string, { readonly numbers: number[]; count: number }>();
  private others = 0;

  add(number: number, why: string): void {
    const known = this.reasons.get(why);
    if (known === undefined && this.reasons.size === MOST_REASONS) {
      this.others += 1;
      return;
    }
    const reason = known ?? { numbers: [], count: 0 };
    if (known === undefined) this.reasons.set(why, reason);
    reason.count += 1;
    if (reason.numbers.length < MOST_NUMBERS) reason.numbers.push(number);
  }

  /** `entry 1 has no X-Signature; entries 2, 3 were …`, empty where there are none. */
  get text(): string {
    const told = [...this.reasons].map(([why, { numbers, count }]) => {
      const more = count > numbers.length ? ` and ${count - numbers.length} more` : '';
      return `${count === 1 ? 'entry' : 'each of the entries'} ${numbers.join(', ')}${more} ${why}`;
    });
    return [...told, ...(this.others > 0 ? [`${this.others} more for other reasons`] : [])].join('; ');
  }
}
