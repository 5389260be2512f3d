import type { Exchange, Headers, ParsedJson } from '../wire/exchange.js';
import type { Recordable } from '../wire/recording.js';

/** Headers whose values say nothing of a user. */
const HARMLESS: ReadonlySet<string> = new Set([
  ...['host', 'connection', 'keep-alive', 'content-type', 'content-length', 'transfer-encoding', 'content-encoding'],
  ...[
    'accept',
    'accept-encoding',
    'accept-language',
    'accept-charset',
    'user-agent',
    'server',
    'date',
    'vary',
    'allow',
  ],
  ...['cache-control', 'retry-after', 'expect', 'upgrade', 'x-timestamp'],
]);
/** Those of which no more than a word is left already. */
const SHOWN_CLOSED = /^(?:[a-z]+[ \t]+)?\[redacted:[a-z0-9-]+\](?: \(\d+ [a-z -]+\))?$/i;
const NOT_RECORDED: ParsedJson = { ok: false, because: 'it was not recorded' };
/** Ends as a text does that was cut. */
const BODY = '[not recorded] …';

/**
 * What may be recorded of an operation that the document only names: anything may be in its bodies, such as a password, so
 * that these are left out.
 */
export function withoutBodies(recordable: Recordable): Recordable {
  const { request, response } = recordable;
  return {
    ...recordable,
    request: { ...request, body: null },
    ...(response && { response: { ...response, body: new Uint8Array() } }),
  };
}

/** The exchange with sizes alone in the place of bodies, and with values only where they are harmless. */
export function asOther(exchange: Exchange, { request: sent, response: answer }: Recordable): Exchange {
  const { request, response } = exchange;
  const size = sent.body?.length ?? 0;
  return {
    ...exchange,
    request: {
      ...request,
      target: withoutValues(request.target),
      headers: harmless(request.headers),
      text: size === 0 ? null : BODY,
      size,
    },
    ...(response && {
      response: {
        ...response,
        headers: harmless(response.headers),
        text: answer?.body.length === 0 ? '' : BODY,
        size: answer?.body.length ?? 0,
        json: NOT_RECORDED,
      },
    }),
  };
}

function harmless(headers: Headers): Headers {
  return headers.map(([name, value]) => {
    const isShown = value === '' || HARMLESS.has(name.toLowerCase()) || SHOWN_CLOSED.test(value);
    return [name, isShown ? value : '[redacted:value]'] as const;
  });
}

/** The target with placeholders for the values of its query, and of parameters in its path. */
function withoutValues(target: string): string {
  const [path = '', ...query] = target.split('?');
  const shown = path.replace(/;([^/;=]*)=[^/;]*/g, ';$1=[redacted:value]');
  if (query.length === 0) return shown;
  return `${shown}?${query.join('?').split('&').map(withoutValue).join('&')}`;
}

function withoutValue(parameter: string): string {
  const equals = parameter.indexOf('=');
  const [name, value] = [parameter.slice(0, equals + 1), parameter.slice(equals + 1)];
  return value === '' || /^\[redacted:[a-z0-9-]+\]$/.test(value) ? parameter : `${name}[redacted:value]`;
}
