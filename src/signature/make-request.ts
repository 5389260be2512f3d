import { Buffer } from 'node:buffer';
import { SuiteError } from '../contract/suite-error.js';
import type { Headers } from '../wire/exchange.js';
import type { SignedRequest } from './signed-request.js';

/** A request in the words of people. */
export interface TypedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: Buffer | null;
}

/**
 * A request by its absolute URL. Path and query stay as they are written, since a signature may cover them so.
 *
 * @throws SuiteError where the URL is none
 */
export function makeRequest({ url, method, headers, body }: TypedRequest): SignedRequest {
  const [, origin, rest] = /^(https?:\/\/[^/?#\s]+)([^#\s]*)(?:#.*)?$/i.exec(url) ?? [];
  if (origin === undefined || !URL.canParse(url)) {
    throw new SuiteError('The URL of the request is no http or https URL.', 'the signed request', 'give the whole URL');
  }
  const target = rest === undefined || rest === '' ? '/' : rest.startsWith('?') ? `/${rest}` : rest;
  const withoutCredentials = origin.replace(/\/\/[^@]*@/, '//');
  return { origin: withoutCredentials, request: { method: method.toUpperCase(), target, headers, body } };
}

/**
 * Headers as a file or a browser shows them, `Name: value` on a line each. A request line before them is left out, and so
 * are pseudo headers.
 */
export function parseHeaderLines(text: string): Headers {
  return text
    .split(/\r?\n/)
    .map((line) => /^\s*([!#$%&'*+.^_`|~\w-]+)\s*:\s*(.*?)\s*$/.exec(line))
    .filter((match) => match !== null)
    .map(([, name = '', value = '']) => [name, value] as const);
}
