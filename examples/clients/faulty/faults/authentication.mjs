import { Buffer } from 'node:buffer';
import { createHash, createHmac } from 'node:crypto';
import { header, oneMoreHeader } from './hooks.mjs';

const parsed = (body) => JSON.parse(body);
const sorted = (members) => Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
const MEMBERS = [
  ...['stockCd', 'orderTypeCd', 'sideCd', 'orderDateTime', 'orderNo', 'orderQuantity', 'barrierPrice', 'orderPrice'],
  ...['profitRealizationYn', 'profitRealizationBarrierPrice', 'lossCutYn', 'lossCutBarrierPrice', 'lossTrackingYn'],
];
/** In the order of the document. */
const ordered = (members) =>
  Object.fromEntries(MEMBERS.flatMap((name) => (Object.hasOwn(members, name) ? [[name, members[name]]] : [])));
const nowS = () => Math.floor(Date.now() / 1000);
const issuedAtS = (token) => JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString()).iat;

/** Mistakes with the token. */
const TOKEN_FAULTS = [
  {
    name: 'modify-without-token',
    clause: 'AUT-001',
    does: 'Sends a modify without the token, since it is signed.',
    ...header('modify', 'Authorization', () => undefined),
  },
  {
    name: 'lookup-without-token',
    clause: 'AUT-002',
    does: 'Sends a lookup without the token, since it changes nothing.',
    ...header('lookup', 'Authorization', () => undefined),
  },
  {
    name: 'modify-with-a-bare-token',
    clause: 'AUT-003',
    does: 'Sends a modify with the token alone in Authorization.',
    ...header('modify', 'Authorization', (_, { token }) => token),
  },
  {
    name: 'modify-with-two-words-bearer',
    clause: 'AUT-003',
    does: "Puts Bearer before a modify's token that has it already.",
    ...header('modify', 'Authorization', (value) => `Bearer ${value}`),
  },
  {
    name: 'modify-with-a-quoted-token',
    clause: 'AUT-003',
    does: 'Sends a modify with the token in quotation marks.',
    ...header('modify', 'Authorization', (_, { token }) => `Bearer "${token}"`),
  },
  {
    name: 'lookup-with-a-bare-token',
    clause: 'AUT-004',
    does: 'Sends a lookup with the token alone in Authorization.',
    ...header('lookup', 'Authorization', (_, { token }) => token),
  },
  {
    name: 'lookup-with-basic',
    clause: 'AUT-004',
    does: 'Sends a lookup with the token as the password of Basic.',
    ...header('lookup', 'Authorization', (_, { token }) => `Basic ${Buffer.from(`:${token}`).toString('base64')}`),
  },
  {
    name: 'lookup-with-the-word-token',
    clause: 'AUT-004',
    does: 'Sends a lookup with Token in place of Bearer.',
    ...header('lookup', 'Authorization', (_, { token }) => `Token ${token}`),
  },
];

/** A header of both operations. */
const inBoth = (name, change) => ({
  headers: (headers, about) => headers.map(([key, value]) => [key, key === name ? change(value, about) : value]),
});

/** Another spelling of what is right, and another token. */
const SPELLING_FAULTS = [
  {
    name: 'scheme-in-small-letters',
    clause: 'CLI-049',
    does: 'Writes the scheme bearer.',
    ...inBoth('Authorization', (value) => value.replace('Bearer', 'bearer')),
  },
  {
    name: 'scheme-in-capitals',
    clause: 'CLI-049',
    does: 'Writes the scheme BEARER.',
    ...inBoth('Authorization', (value) => value.replace('Bearer', 'BEARER')),
  },
  {
    name: 'two-blanks-behind-bearer',
    clause: 'CLI-049',
    does: 'Joins Bearer, which has a blank at its end, and the token with a blank.',
    ...inBoth('Authorization', (value) => value.replace(' ', '  ')),
  },
  {
    name: 'signature-in-capitals',
    clause: 'CLI-050',
    does: 'Writes the digits of X-Signature in upper case.',
    signature: (right) => right.toUpperCase(),
  },
  {
    name: 'token-cut',
    clause: 'CLI-052',
    does: 'Has room for all but the last characters of the token.',
    ...inBoth('Authorization', (value) => value.slice(0, -4)),
  },
  {
    name: 'token-of-its-own',
    clause: 'CLI-052',
    does: 'Sends the token that was built into it.',
    ...inBoth('Authorization', () => `Bearer ${TICKET}`),
  },
  {
    name: 'signature-twice',
    clause: 'CLI-053',
    does: 'Sends X-Signature twice, the same.',
    ...oneMoreHeader((_, sent) => ['X-Signature', sent.get('X-Signature')], 'modify'),
  },
  {
    name: 'signatures-in-one-line',
    clause: 'CLI-053',
    does: 'Sends the same X-Signature twice in one line, as a gateway joins two.',
    ...header('modify', 'X-Signature', (value) => `${value}, ${value}`),
  },
  {
    name: 'timestamp-twice',
    clause: 'CLI-053',
    does: 'Sends X-Timestamp twice, the same.',
    ...oneMoreHeader((_, sent) => ['X-Timestamp', sent.get('X-Timestamp')], 'modify'),
  },
];

/** Mistakes with X-Timestamp. */
const TIMESTAMP_FAULTS = [
  {
    name: 'timestamp-with-decimals',
    clause: 'CLI-048',
    does: 'Sends X-Timestamp with four decimals.',
    timestamp: () => (Date.now() / 1000).toFixed(4),
  },
  {
    name: 'timestamp-with-a-zero',
    clause: 'CLI-048',
    does: 'Sends X-Timestamp in eleven digits, the first of which is 0.',
    timestamp: (right) => right.padStart(11, '0'),
  },
  {
    name: 'timestamp-with-a-sign',
    clause: 'CLI-048',
    does: 'Sends X-Timestamp with a + before it.',
    timestamp: (right) => `+${right}`,
  },
  {
    name: 'timestamp-with-an-exponent',
    clause: 'CLI-048',
    does: 'Sends X-Timestamp with an exponent, as some libraries print a double.',
    timestamp: (right) => `${right.charAt(0)}.${right.slice(1)}E9`,
  },
  {
    name: 'timestamp-in-groups',
    clause: 'CLK-002',
    does: 'Sends X-Timestamp with blanks between groups of three digits.',
    timestamp: (right) => right.replace(/\B(?=(?:\d{3})+$)/g, ' '),
  },
  {
    name: 'timestamp-signed-with-a-blank',
    clause: 'SIG-007',
    does: 'Signs X-Timestamp with the blank behind the colon.',
    signed: (parts) => ({ ...parts, timestamp: ` ${parts.timestamp}` }),
  },
  {
    name: 'no-timestamp',
    clause: 'CLK-001',
    does: 'Sends no X-Timestamp, and signs an empty one.',
    timestamp: () => '',
    ...header('modify', 'X-Timestamp', () => undefined),
  },
  {
    name: 'timestamp-in-words',
    clause: 'CLK-002',
    does: 'Sends X-Timestamp in ISO 8601.',
    timestamp: () => new Date().toISOString(),
  },
  { name: 'empty-timestamp', clause: 'CLK-002', does: 'Sends an empty X-Timestamp.', timestamp: () => '' },
  {
    name: 'timestamp-in-milliseconds',
    clause: 'CLK-003',
    does: 'Sends X-Timestamp in milliseconds.',
    timestamp: () => String(Date.now()),
  },
  {
    name: 'timestamp-in-microseconds',
    clause: 'CLK-003',
    does: 'Sends X-Timestamp in microseconds.',
    timestamp: () => String(Date.now() * 1000),
  },
  {
    name: 'clock-behind',
    clause: 'CLK-006',
    does: 'Has a clock that is two minutes behind.',
    timestamp: () => String(nowS() - 120),
  },
  {
    name: 'timestamp-of-new-york',
    clause: 'CLK-006',
    does: 'Takes the local time of New York for UTC.',
    timestamp: () => String(nowS() - 5 * 3600),
  },
  {
    name: 'clock-ahead',
    clause: 'CLK-007',
    does: 'Has a clock that is 75 seconds ahead.',
    timestamp: () => String(nowS() + 75),
  },
  {
    name: 'timestamp-of-the-token',
    clause: 'CLI-045',
    does: 'Sends the time at which its token was issued, while that is fresh, and takes its time with some modifies.',
    timestamp: (right, { token }) => (Number(right) - issuedAtS(token) < 45 ? String(issuedAtS(token)) : right),
    pauseMs: (_, { request }) => (request.body?.includes('"BUY_TO_COVER"') ? 7_500 : 0),
  },
  {
    name: 'timestamp-of-seoul',
    clause: 'CLK-007',
    does: 'Takes the local time of Seoul for UTC.',
    timestamp: () => String(nowS() + 9 * 3600),
  },
];

/** Mistakes with X-Signature. */
const SIGNATURE_FAULTS = [
  {
    name: 'no-signature',
    clause: 'SIG-001',
    does: 'Does not sign.',
    ...header('modify', 'X-Signature', () => undefined),
  },
  { name: 'empty-signature', clause: 'SIG-002', does: 'Sends an empty X-Signature.', signature: () => '' },
  {
    name: 'key-read-as-hexadecimal',
    clause: 'SIG-003',
    does: 'Reads a key as hexadecimal that is text.',
    key: (_, { keyText }) => Buffer.from(keyText, 'hex'),
  },
  {
    name: 'key-read-as-base64',
    clause: 'SIG-003',
    does: 'Reads a key as base64 that is text.',
    key: (_, { keyText }) => Buffer.from(keyText, 'base64'),
  },
  {
    name: 'key-with-a-line-end',
    clause: 'SIG-003',
    does: 'Signs with the key as its file has it, with a line end.',
    key: (key) => Buffer.concat([key, Buffer.from('\n')]),
  },
  {
    name: 'token-for-a-key',
    clause: 'SIG-003',
    does: 'Signs with the token.',
    key: (_, { token }) => Buffer.from(token),
  },
  {
    name: 'signature-of-sha-256',
    clause: 'SIG-004',
    does: 'Signs with SHA-256.',
    signature: (_, { key, covered }) => createHmac('sha256', key).update(covered).digest('hex'),
  },
  {
    name: 'plain-hash',
    clause: 'SIG-004',
    does: 'Hashes key and text one after the other, without HMAC.',
    signature: (_, { key, covered }) => createHash('sha512').update(key).update(covered).digest('hex'),
  },
  {
    name: 'signature-cut',
    clause: 'SIG-004',
    does: 'Sends the first half of the signature.',
    signature: (right) => right.slice(0, 64),
  },
  {
    name: 'signature-with-its-algorithm',
    clause: 'SIG-004',
    does: 'Puts the name of the algorithm before the signature.',
    signature: (right) => `HMAC-SHA512=${right}`,
  },
  {
    name: 'signature-of-another-recipe',
    clause: 'SIG-004',
    does: 'Signs timestamp and body with a full stop between them.',
    signed: ({ timestamp, body }) => ({ timestamp: `${timestamp}.`, method: '', target: '', token: '', body }),
  },
  {
    name: 'signature-in-base64',
    clause: 'SIG-005',
    does: 'Sends the signature in base64.',
    signature: (right) => Buffer.from(right, 'hex').toString('base64'),
  },
  {
    name: 'signs-a-body-in-lines',
    clause: 'SIG-006',
    does: 'Signs the body in indented lines, and sends it without.',
    signed: (parts) => ({ ...parts, body: JSON.stringify(parsed(parts.body), null, 2) }),
  },
  {
    name: 'signs-a-sorted-body',
    clause: 'SIG-006',
    does: 'Signs the body with its members sorted, and sends it otherwise.',
    signed: (parts) => ({ ...parts, body: JSON.stringify(sorted(parsed(parts.body))) }),
  },
  {
    name: 'sends-a-sorted-body',
    clause: 'SIG-006',
    does: 'Signs the body in the order of the document, and sends it with its members sorted.',
    body: (text) => JSON.stringify(sorted(parsed(text))),
    signed: (parts) => ({ ...parts, body: JSON.stringify(ordered(parsed(parts.body))) }),
  },
  {
    name: 'signs-before-the-library-writes',
    clause: 'SIG-006',
    does: 'Signs a body without white space, which its HTTP library then writes anew with blanks.',
    body: (text) => text.replaceAll('":', '": ').replaceAll(',"', ', "'),
    signed: (parts) => ({ ...parts, body: JSON.stringify(parsed(parts.body)) }),
  },
  {
    name: 'signs-no-body',
    clause: 'SIG-006',
    does: 'Signs all but the body.',
    signed: (parts) => ({ ...parts, body: '' }),
  },
  {
    name: 'signs-another-second',
    clause: 'SIG-007',
    does: 'Asks for the time twice, once to sign it and once to send it, and a second goes by.',
    signed: (parts) => ({ ...parts, timestamp: String(Number(parts.timestamp) - 1) }),
  },
  {
    name: 'signs-milliseconds',
    clause: 'SIG-007',
    does: 'Signs the time in milliseconds and sends it in seconds.',
    signed: (parts) => ({ ...parts, timestamp: `${parts.timestamp}000` }),
  },
  {
    name: 'signs-without-prefix',
    clause: 'SIG-008',
    does: "Signs the path without the base URL's prefix.",
    signed: (parts, { prefix }) => ({ ...parts, target: parts.target.slice(prefix.length) }),
  },
  {
    name: 'signs-the-whole-url',
    clause: 'SIG-008',
    does: 'Signs the whole URL for the path.',
    signed: (parts, { origin }) => ({ ...parts, target: origin + parts.target }),
  },
  {
    name: 'signs-a-slash-more',
    clause: 'SIG-008',
    does: 'Signs the path with a slash at its end.',
    signed: (parts) => ({ ...parts, target: `${parts.target}/` }),
  },
  {
    name: 'signs-a-small-method',
    clause: 'SIG-009',
    does: 'Signs the method in lower case.',
    signed: (parts) => ({ ...parts, method: parts.method.toLowerCase() }),
  },
  {
    name: 'signs-get',
    clause: 'SIG-009',
    does: 'Signs GET for every method.',
    signed: (parts) => ({ ...parts, method: 'GET' }),
  },
  {
    name: 'signs-the-word-bearer',
    clause: 'SIG-010',
    does: 'Signs the whole Authorization header for the token.',
    needs: { signatureTemplate: '{timestamp}{method}{target}{token}{body}' },
    signed: (parts) => ({ ...parts, token: `Bearer ${parts.token}` }),
  },
  {
    name: 'signs-no-token',
    clause: 'SIG-010',
    does: 'Leaves the token out of what it signs.',
    needs: { signatureTemplate: '{timestamp}{method}{target}{token}{body}' },
    signed: (parts) => ({ ...parts, token: '' }),
  },
  {
    name: 'two-signatures',
    clause: 'SIG-011',
    does: 'Sends the signature of an older recipe in a second X-Signature.',
    ...oneMoreHeader(
      (_, sent) => ['X-Signature', createHash('sha512').update(sent.get('X-Timestamp')).digest('hex')],
      'modify',
    ),
  },
];

const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** A token of another kind, of which nobody told. */
const TICKET = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ for: 'prices' })}.${'c2lnbmVk'.repeat(4)}`;

/** After a modify, asks for something else, and tells what came of the modify. */
function askingBesides(target) {
  return {
    again: (_, { request, answer, attempt, token, keyText }) => {
      if (attempt > 1 || request.method !== 'POST' || answer.status !== 200) return null;
      const url = new URL(request.url);
      const [, prefix] = /^(.*)\/orders\/modify$/.exec(url.pathname) ?? [];
      if (prefix === undefined) return null;
      const headers = [['Authorization', `Bearer ${token}`]];
      const asked = target(new Map(request.headers), { token, keyText });
      return { url: url.origin + prefix + asked, method: 'GET', headers, body: null, before: answer };
    },
    answer: (answer, { request }) => request.before ?? answer,
  };
}

/** Follows a redirect of a modify without its credentials, but for what is added. */
function following(change) {
  return {
    again: (_, { request, answer, attempt, token, keyText }) => {
      const { status, headers } = answer;
      if (attempt > 1 || request.method !== 'POST' || ![307, 308].includes(status)) return null;
      const kept = request.headers.filter(([name]) => !['Authorization', 'X-Signature'].includes(name));
      const next = { ...request, url: new URL(headers.location, request.url).href, headers: kept };
      return change(next, { token, keyText, signature: new Map(request.headers).get('X-Signature') });
    },
  };
}

/** Secrets where they are not looked for: beside the two operations, and beside the headers that are theirs. */
const LEAK_FAULTS = [
  {
    name: 'ticket-in-the-url-of-another',
    clause: 'CLI-006',
    does: 'Asks for prices with a JWT in the query that nobody told of.',
    ...askingBesides(() => `/quotes/ticks?ticket=${TICKET}`),
  },
  {
    name: 'signature-in-the-url-of-another',
    clause: 'CLI-006',
    does: 'Asks what became of a modify, and names it by its signature in base64.',
    ...askingBesides((sent) => {
      const base64 = Buffer.from(sent.get('X-Signature') ?? '', 'hex').toString('base64');
      return `/executions?of=${encodeURIComponent(base64)}`;
    }),
  },
  {
    name: 'digits-in-the-path-of-another',
    clause: 'CLI-006',
    does: 'Asks what became of a modify, with its signature in the path.',
    ...askingBesides((sent) => `/executions/${sent.get('X-Signature') ?? ''}`),
  },
  {
    name: 'key-in-the-url-of-another',
    clause: 'CLI-006',
    does: 'Asks for prices with the signing key in the query.',
    ...askingBesides((_, { keyText }) => `/quotes/ticks?apiKey=${encodeURIComponent(keyText)}`),
  },
  {
    name: 'follows-with-the-token-in-the-url',
    clause: 'CLI-042',
    does: 'Follows a redirect without credentials in headers, and with the token in the query.',
    ...following((next, { token }) => ({ ...next, url: `${next.url}?access_token=${token}` })),
  },
  {
    name: 'follows-with-the-token-in-the-body',
    clause: 'CLI-042',
    does: 'Follows a redirect without credentials in headers, and with the token in the body.',
    ...following((next, { token }) => ({ ...next, body: JSON.stringify({ ...parsed(next.body), token }) })),
  },
  {
    name: 'follows-with-the-key',
    clause: 'CLI-042',
    does: 'Follows a redirect with the signing key in X-Api-Key.',
    ...following((next, { keyText }) => ({ ...next, headers: [...next.headers, ['X-Api-Key', keyText]] })),
  },
  {
    name: 'follows-with-the-signature-renamed',
    clause: 'CLI-042',
    does: 'Follows a redirect with the signature in a header of another name, in base64.',
    ...following((next, { signature }) => {
      const base64 = Buffer.from(signature ?? '', 'hex').toString('base64');
      return { ...next, headers: [...next.headers, ['X-Request-Hash', base64]] };
    }),
  },
];

export const AUTHENTICATION_FAULTS = [
  ...TOKEN_FAULTS,
  ...SPELLING_FAULTS,
  ...TIMESTAMP_FAULTS,
  ...SIGNATURE_FAULTS,
  ...LEAK_FAULTS,
];
