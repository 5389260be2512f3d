import { createSecretKey, type KeyObject } from 'node:crypto';
import fc from 'fast-check';
import { uncoveredReason } from '../contract/verdict-reasons.js';
import { inapplicable } from '../contract/verdict.js';
import { coverage, literalsIn, resolveTemplate, sourcesOf } from '../wire/signature-template.js';
import { withOtherPath } from '../wire/written-path.js';
import { examineAlteredBodies } from './altered-bodies.js';
import type { Context, Examination, Examinations } from './context.js';
import {
  bodyOf,
  edited,
  editedAfterwards,
  editedTwice,
  examineNegatives,
  examineOnFullOrder,
  inEachForm,
} from './negatives.js';
import { signingKeyOf } from './signing-key.js';
import type { Negative } from './sandwich.js';

/** A negative that only touches the signature header. */
function signatureEdit(way: string, signature: (computed: string) => string | null): Negative {
  return edited(way, { signature });
}

const UNSIGNED = signatureEdit('it has no X-Signature header', () => null);

const missing: Examination = async (context) => [
  ...(await examineNegatives(
    context,
    [
      edited('it has neither an X-Signature nor an X-Timestamp header', { signature: () => null, omitTimestamp: true }),
      UNSIGNED,
    ],
    'each type and side',
  )),
  ...(await examineOnFullOrder(context, inEachForm(UNSIGNED))),
];

const empty: Examination = (context) =>
  examineNegatives(context, [signatureEdit('its X-Signature is empty', () => '')]);

const otherKey: Examination = (context) => {
  const keys = fc.sample(fc.uint8Array({ minLength: 32, maxLength: 64 }), {
    seed: context.seed | 0,
    numRuns: times(context, 2),
  });
  const withKey = (way: string, key: Uint8Array): Negative => edited(way, { key: createSecretKey(key) });
  const token = Buffer.from(context.settings.token);
  const key = signingKeyOf(context.settings);
  const isTheKey = key?.equals(createSecretKey(token)) === true;
  return examineNegatives(
    context,
    [
      ...keys.map((bytes) => withKey('it is signed with another key', bytes)),
      withKey('it is signed with an empty key', Buffer.alloc(0)),
      ...(isTheKey ? [] : [withKey('it is signed with the token as the key', token)]),
      ...firstHalfOf(key).map((half) => withKey('it is signed with the first half of the key', half)),
      edited('it is signed with another key and names a charset', {
        key: createSecretKey(Buffer.from('another key')),
        contentType: 'application/json; charset=utf-8',
      }),
    ],
    'each type and side',
  );
};

/** None where it makes the same signatures: HMAC fills a key up with zeros. */
function firstHalfOf(key: KeyObject | null): Buffer[] {
  const whole = key?.export() ?? Buffer.alloc(0);
  const half = whole.subarray(0, whole.length >> 1);
  return whole.subarray(half.length).some((byte) => byte !== 0) ? [half] : [];
}

const wrongDigits: Examination = async (context) => {
  const random = fc
    .sample(fc.uint8Array({ minLength: 64, maxLength: 64 }), { seed: context.seed | 0, numRuns: times(context, 2) + 2 })
    .map((bytes) => Buffer.from(bytes).toString('hex'));
  const [first = '', second = '', ...others] = random;
  const another = OTHER_HASHES[context.seed % OTHER_HASHES.length] ?? OTHER_HASHES[0];
  const anyDigits = (hex: string): Negative => signatureEdit('its X-Signature is 128 random digits', () => hex);
  const outcomes = await examineNegatives(
    context,
    [
      signatureEdit('its X-Signature lacks the last two digits', (hex) => hex.slice(0, -2)),
      signatureEdit('its X-Signature lacks the first two digits', (hex) => hex.slice(2)),
      signatureEdit('its X-Signature is the first half of the signature', (hex) => hex.slice(0, 64)),
      signatureEdit('its X-Signature is the first 8 digits of the signature', (hex) => hex.slice(0, 8)),
      signatureEdit('its X-Signature has two more digits', (hex) => `${hex}00`),
      signatureEdit('its X-Signature has two zeros before the digits', (hex) => `00${hex}`),
      signatureEdit('its X-Signature has two letters after the digits that are no digits', (hex) => `${hex}zz`),
      edited('its X-Signature is made with SHA-256', { hash: 'sha256' }),
      edited('its X-Signature is made with SHA3-512', { hash: 'sha3-512' }),
      edited(`its X-Signature is made with ${another.name}`, { hash: another.hash }),
      edited('its X-Signature is a SHA-512 of what is signed, made without the key', { hash: 'text' }),
      edited('its X-Signature is a SHA-512 of the key and what is signed', { hash: 'key, text' }),
      edited('its X-Signature is a SHA-512 of what is signed and the key', { hash: 'text, key' }),
      signatureEdit('its X-Signature has sha512= before the digits', (hex) => `sha512=${hex}`),
      signatureEdit('its X-Signature is 128 zeros', () => '0'.repeat(128)),
      signatureEdit('its X-Signature is 128 letters that are no digits', () => 'z'.repeat(128)),
      signatureEdit(
        'its X-Signature has only the first 64 digits right',
        (hex) => hex.slice(0, 64) + flipAll(hex.slice(64)),
      ),
      signatureEdit(
        'its X-Signature has only the last 64 digits right',
        (hex) => flipAll(hex.slice(0, 64)) + hex.slice(64),
      ),
      signatureEdit('its X-Signature has its halves in the wrong order', (hex) => hex.slice(64) + hex.slice(0, 64)),
      ...wrongPlaces(context).map((at) =>
        signatureEdit(`its X-Signature has digit ${at + 1} wrong`, (hex) => flipAt(hex, at)),
      ),
      editedAfterwards('its X-Signature is 128 random digits', { signature: () => first }),
      editedTwice('its X-Signature is 128 random digits', { signature: () => second }),
      ...others.map(anyDigits),
    ],
    'all kinds',
  );
  return [...outcomes, ...(await examineOnFullOrder(context, inEachForm(anyDigits(first))))];
};

/**
 * Digits to be wrong one at a time: the first, the last, and between them every seventh, third, or each by the depth.
 * Steps that are no power of two miss no row of so many digits, and none of the usual patterns: each other digit, byte
 * or word. Where they begin depends on the seed.
 */
function wrongPlaces({ scale, seed }: Context): readonly number[] {
  const step = scale < 1 ? 7 : scale < 8 ? 3 : 1;
  const inner = Array.from({ length: SIGNATURE_DIGITS }, (_, at) => at).filter((at) => at % step === seed % step);
  return [...new Set([0, ...inner, SIGNATURE_DIGITS - 1])];
}

const SIGNATURE_DIGITS = 128;

/** Hashes with fewer digits, of which one is enough: a service that knows them by their length knows each of them. */
const OTHER_HASHES = [
  { name: 'SHA-384', hash: 'sha384' },
  { name: 'SHA-224', hash: 'sha224' },
  { name: 'SHA-1', hash: 'sha1' },
] as const;

function flipAt(hex: string, at: number): string {
  return hex.slice(0, at) + flipAll(hex.charAt(at)) + hex.slice(at + 1);
}

/** Each digit becomes another digit. */
function flipAll(hex: string): string {
  return hex.replace(/[0-9a-f]/g, (digit) => ((parseInt(digit, 16) + 7) % 16).toString(16));
}

const base64: Examination = (context) =>
  examineNegatives(context, [
    signatureEdit('its X-Signature is base64', (hex) => Buffer.from(hex, 'hex').toString('base64')),
    signatureEdit('its X-Signature is base64url', (hex) => Buffer.from(hex, 'hex').toString('base64url')),
    signatureEdit('its X-Signature is the base64 of the hexadecimal text', (hex) =>
      Buffer.from(hex).toString('base64'),
    ),
  ]);

type Source = 'body' | 'timestamp' | 'path' | 'method' | 'token';

/** Examines only where the template covers the source. */
function whereCovered(source: Source, examine: Examination): Examination {
  return (context) => {
    const covered = coverage(resolveTemplate(context.settings.signatureTemplate));
    if (!covered.has(source)) {
      return Promise.resolve([inapplicable(uncoveredReason(source, 'service'))]);
    }
    return examine(context);
  };
}

/** Examines that what the template covers cannot be altered after signing. */
function altered(source: Source, negatives: (context: Context) => Negative[]): Examination {
  return whereCovered(source, (context) => examineNegatives(context, negatives(context)));
}

const alteredBody = whereCovered('body', examineAlteredBodies);

const alteredTimestamp = altered('timestamp', () => [
  ...[-20, -1, 1, 20].map((seconds): Negative => ({
    way: 'its X-Timestamp was altered after signing',
    recipe: (order) => ({ body: bodyOf(order), signedOver: { timestamp: (now) => String(now + seconds) } }),
  })),
  edited('it is signed as if it had no X-Timestamp', { signedOver: { timestamp: '' } }),
]);

const alteredPath = altered('path', (context) => {
  const prefix = new URL(context.settings.baseUrl).pathname.replace(/\/$/, '');
  const others = ['/stocks/orders', '/orders/cancel', '/orders/modify/'].map((path) => prefix + path);
  const negatives = [...others, `${prefix}9/orders/modify`].map((path) =>
    edited('it is signed for another path', { signedOver: { path } }),
  );
  // Where no prefix is signed, it would be the right path.
  if (!signsPrefix(context, prefix)) return negatives;
  return [
    ...negatives,
    edited('it is signed for the path without its prefix', { signedOver: { path: '/orders/modify' } }),
  ];
});

/** Whether the signature covers the base URL's prefix, where it has one. */
function signsPrefix({ settings }: Context, prefix: string): boolean {
  const template = resolveTemplate(settings.signatureTemplate);
  if (sourcesOf(template).some(({ source }) => ['path', 'target', 'url'].includes(source))) return prefix !== '';
  const path = '/orders/modify';
  const bare = { of: prefix + path, path };
  return literalsIn(template.pieces).some((text) => withOtherPath(text, bare) !== text);
}

const alteredMethod = altered('method', () => [
  ...['GET', 'PUT', 'DELETE'].map((method): Negative => ({
    way: 'it is signed for another method',
    recipe: (order) => ({ body: bodyOf(order), signedOver: { method } }),
  })),
  edited('it is signed as if it had no method', { signedOver: { method: '' } }),
]);

const alteredToken = altered('token', (context) => [
  {
    way: 'it is signed for another token',
    recipe: (order) => ({ body: bodyOf(order), signedOver: { token: `${context.settings.token.slice(0, -6)}AAAAAA` } }),
  },
  {
    way: 'it is signed as if it had no token',
    recipe: (order) => ({ body: bodyOf(order), signedOver: { token: '' } }),
  },
]);

const twoHeaders: Examination = (context) => {
  const wrong = Buffer.from(
    fc.sample(fc.uint8Array({ minLength: 64, maxLength: 64 }), { seed: context.seed | 0, numRuns: 1 })[0] ?? [],
  ).toString('hex');
  return examineNegatives(context, [
    {
      way: 'a second X-Signature with a wrong value follows the right one',
      recipe: (order) => ({ body: bodyOf(order), headers: (headers) => [...headers, ['X-Signature', wrong]] }),
    },
    {
      way: 'a wrong value comes before the right one in the same X-Signature, with a comma between them',
      recipe: (order) => ({ body: bodyOf(order), signature: (hex) => `${wrong}, ${hex}` }),
    },
    {
      way: 'an X-Signature with a wrong value comes before the right one',
      recipe: (order) => ({ body: bodyOf(order), headers: (headers) => [['X-Signature', wrong], ...headers] }),
    },
  ]);
};

function times(context: Context, atStandard: number): number {
  return Math.max(1, Math.round(atStandard * context.scale));
}

/** Examinations of the signature clauses, section 5. */
export const signatureExaminations: Examinations = {
  'SIG-001': missing,
  'SIG-002': empty,
  'SIG-003': otherKey,
  'SIG-004': wrongDigits,
  'SIG-005': base64,
  'SIG-006': alteredBody,
  'SIG-007': alteredTimestamp,
  'SIG-008': alteredPath,
  'SIG-009': alteredMethod,
  'SIG-010': alteredToken,
  'SIG-011': twoHeaders,
};
