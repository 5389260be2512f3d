import { SuiteError } from '../contract/suite-error.js';
import { wholeBeginning } from '../contract/whole-characters.js';
import type { Headers } from '../wire/exchange.js';
import { headerValues } from '../wire/headers.js';
import { AnswerOrder } from './answer-order.js';
import { readEntry, type HarEntry } from './har-entry.js';
import type { HarReader } from './har-reader.js';
import { RecorderClock } from './recorder-clock.js';
import { withoutTokens } from './recorded-secrets.js';
import { baseUrlOf, normalBaseUrl, readEntryUrl } from './service-url.js';
import { credentialIn, hasHeader, isTakenOut } from './taken-out.js';

/** What a recording shows as a whole, before any of it is judged. */
export interface Survey {
  /** Of the service, with prefix, without a slash at the end. */
  readonly baseUrl: string;
  /** Tokens that it holds, not all where there are very many. */
  readonly tokens: readonly string[];
  /** Whether any request has such a header, its value not taken out. */
  readonly hasAuthorization: boolean;
  readonly hasSignature: boolean;
  readonly hasTimestamp: boolean;
  /** Whether tokens are whole: some tools take out their signature alone. */
  readonly hasWholeTokens: boolean;
  readonly clock: RecorderClock;
  /** The entries are in no order that can be mended. */
  readonly isDisordered: boolean;
}

const MOST_SERVICES = 50;
const MOST_TOKENS = 48;
/** Shorter ones would be found in everything. */
const SHORTEST_TOKEN = 8;
const MOST_LISTED = 10;
/**
 * Goes through a recording once, to find the service and what of its traffic was taken out.
 *
 * @param baseUrl - `null`: the only one whose operations are in the recording
 * @param baseUrlFrom - where it was set, in words for people
 * @throws SuiteError where that is none, or several
 */
export async function surveyHar(
  reader: HarReader,
  path: string,
  baseUrl: string | null,
  baseUrlFrom = '--base-url',
): Promise<Survey> {
  const services = new Map<string, ServiceSurvey>();
  /** Base URLs of what is not wanted. */
  const others = new Set<string>();
  let entries = 0;
  const wanted = baseUrl === null ? null : normalBaseUrl(baseUrl);
  for await (const picked of reader.entries()) {
    entries += 1;
    const url = readEntryUrl(textOf(picked.value['request'], 'url'));
    const own = url === null ? null : baseUrlOf(url);
    if (own === null) continue;
    if (wanted !== null && own !== wanted) {
      if (others.size <= MOST_LISTED) others.add(own);
      continue;
    }
    const entry = readEntry(picked);
    if ('wrong' in entry) continue;
    let service = services.get(own);
    if (service === undefined) {
      if (services.size >= MOST_SERVICES) continue;
      services.set(own, (service = new ServiceSurvey(own)));
    }
    service.see(entry);
  }
  const [service, another] = services.values();
  if (service !== undefined && another === undefined) return service;
  if (service === undefined) throw noTraffic({ path, entries, baseUrl, baseUrlFrom, others: [...others] });
  throw new SuiteError(
    `The recording has the operations of several services: ${listed([...services.keys()])}.`,
    path,
    'choose one with --base-url',
  );
}

interface Missed {
  readonly path: string;
  readonly entries: number;
  readonly baseUrl: string | null;
  readonly baseUrlFrom: string;
  /** Where the operations are instead. */
  readonly others: readonly string[];
}

function noTraffic({ path, entries, baseUrl, baseUrlFrom, others }: Missed): SuiteError {
  if (entries === 0) {
    const remedy =
      'record the requests that a page sends; Playwright leaves out those of context.request and page.request';
    return new SuiteError('The recording is empty: it has no entry at all.', path, remedy);
  }
  const what = 'No entry of the recording is a request for /orders/modify or /stocks/orders';
  if (baseUrl === null) return new SuiteError(`${what}.`, path, 'record traffic of the service');
  const below = `${what} below the base URL ${withoutTokens(baseUrl)}, which is that of ${baseUrlFrom}`;
  if (others.length === 0)
    return new SuiteError(`${below}, nor below any other.`, path, 'record traffic of the service');
  return new SuiteError(
    `${below}. It has them below ${listed(others)}.`,
    path,
    `give the base URL as the recording has it: --base-url ${shown(others[0] ?? '')}; a flag goes before the environment and the profile`,
  );
}

function listed(baseUrls: readonly string[]): string {
  const more = baseUrls.length > MOST_LISTED ? ', …' : '';
  return `${baseUrls.slice(0, MOST_LISTED).map(shown).join(', ')}${more}`;
}

/** What a recording says is on one line, and bounded. */
function shown(baseUrl: string): string {
  return wholeBeginning(withoutTokens(baseUrl), 120);
}

class ServiceSurvey implements Survey {
  readonly baseUrl: string;
  readonly clock = new RecorderClock();
  hasAuthorization = false;
  hasSignature = false;
  hasTimestamp = false;
  hasWholeTokens = true;
  private readonly seenTokens = new Set<string>();
  private readonly order = new AnswerOrder<null>();

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  get tokens(): readonly string[] {
    return [...this.seenTokens];
  }

  get isDisordered(): boolean {
    return this.order.isDisordered;
  }

  see(entry: HarEntry): void {
    const { requestHeaders, startedAtMs, endedAfterMs } = entry;
    this.clock.see(entry);
    this.seeAuthorization(requestHeaders);
    this.hasSignature ||= hasHeader(requestHeaders, 'x-signature');
    this.hasTimestamp ||= hasHeader(requestHeaders, 'x-timestamp');
    this.order.add(null, startedAtMs + endedAfterMs, sizeOf(entry));
  }

  private seeAuthorization(headers: Headers): void {
    for (const value of headerValues(headers, 'authorization')) {
      const token = credentialIn(value);
      if (isTakenOut(token)) continue;
      this.hasAuthorization = true;
      const last = token.split('.').at(-1) ?? '';
      if (token.includes('.') && (last === '' || isTakenOut(last))) this.hasWholeTokens = false;
      if (token.length >= SHORTEST_TOKEN && this.seenTokens.size < MOST_TOKENS) this.seenTokens.add(token);
    }
  }
}

/** What an entry takes up until it is judged, in bytes. */
export function sizeOf({ requestBody, responseBody }: HarEntry): number {
  return 1_000 + (requestBody.text?.length ?? 0) + (responseBody.text?.length ?? 0);
}

/** A member that is a text; otherwise an empty one. */
export function textOf(value: unknown, name: string): string {
  const member = typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : '';
  return typeof member === 'string' ? member : '';
}
