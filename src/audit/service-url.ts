import { normalPath } from '../wire/operation-of.js';

/** A URL of a HAR, taken apart. */
export interface EntryUrl {
  /** Scheme, host and, where it is not the usual one, port, in lower case. */
  readonly origin: string;
  /** Path and query, exactly as written. */
  readonly target: string;
}

const USUAL_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };
const OPERATIONS = ['/orders/modify', '/stocks/orders'] as const;

/** Reads the URL of an entry; `null` for what is no request over HTTP, such as `data:` and `wss:`. */
export function readEntryUrl(url: string): EntryUrl | null {
  const [, scheme = '', authority = '', rest = ''] = /^(https?):\/\/([^/?#]*)([^#]*)/i.exec(url) ?? [];
  const host = authority.slice(authority.lastIndexOf('@') + 1).toLowerCase();
  if (host === '') return null;
  const usual = `:${USUAL_PORTS[scheme.toLowerCase()] ?? ''}`;
  const target = rest.startsWith('/') ? rest : `/${rest}`;
  return {
    origin: `${scheme.toLowerCase()}://${host.endsWith(usual) ? host.slice(0, -usual.length) : host}`,
    target: target.replace(/[^\x21-\x7e]+/g, asSent),
  };
}

/** Some recorders write a URL for people: what no request line can hold was sent percent-encoded. */
function asSent(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

/** The base URL of a request for one of the two operations, in its one spelling; `null` for any other request. */
export function baseUrlOf({ origin, target }: EntryUrl): string | null {
  const path = pathOf(target);
  const ending = OPERATIONS.find((operation) => path.endsWith(operation));
  return ending === undefined ? null : `${origin}${path.slice(0, -ending.length)}`;
}

/** Whether a URL is below a base URL. @param baseUrl - without a slash at the end */
export function isBelow({ origin, target }: EntryUrl, baseUrl: string): boolean {
  if (!baseUrl.startsWith(origin)) return false;
  const prefix = baseUrl.slice(origin.length);
  if (prefix !== '' && !prefix.startsWith('/')) return false;
  const [path, base] = [pathOf(target), normalPath(prefix)];
  return path === base || path.startsWith(`${base}/`);
}

/** A base URL in the spelling of {@link baseUrlOf}. */
export function normalBaseUrl(baseUrl: string): string {
  const url = readEntryUrl(baseUrl);
  return url === null ? baseUrl : `${url.origin}${url.target === '/' ? '' : normalPath(url.target)}`;
}

function pathOf(target: string): string {
  return normalPath(target.replace(/\?.*$/s, ''));
}
