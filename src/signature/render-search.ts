import { amount } from '../contract/amount.js';
import { shellWord } from '../wire/shell-word.js';
import { unsentHeaderHints } from '../wire/template-hints.js';
import { shownValue } from './explain-template.js';
import type { FoundTemplate, Search } from './find-template.js';
import { inputOf, type SignedRequest } from './signed-request.js';

const HASH_NAMES = { sha512: 'SHA-512', sha384: 'SHA-384', sha256: 'SHA-256' } as const;
const MOST_FOUND = 8;
const MOST_MISSES = 3;

/** What a search came to, as text for a terminal. Template texts hold nothing of the key or the token. */
export function renderSearch(search: Search, requests: readonly SignedRequest[], seconds: number): string {
  const { found, tried, misses, isWhole } = search;
  const lines = [
    ...requests.map((request, index) => `${index === 0 ? 'request  ' : '         '}  ${shownRequest(request)}`),
    `signature  ${HASH_NAMES[search.signature.hash]} by its length, in ${search.signature.spelling}`,
    `tried      ${amount(tried, 'signature')} in ${seconds.toFixed(1)} s`,
    '',
    ...formNote(search),
    ...(isOfDocument(search.signature) && search.signature.isInCapitals ? CAPITALS : []),
    ...(found.length > 0 ? renderFound(search, requests.length) : renderNone(isWhole, misses, requests)),
  ];
  return `${lines.join('\n')}\n`;
}

function shownRequest(signed: SignedRequest): string {
  const { request, origin } = signed;
  const { timestamp } = inputOf(signed, {});
  const size = request.body?.length ?? 0;
  const what = `${shownValue(request.method)} ${shownValue(origin)}${shownValue(request.target.split('?')[0] ?? '')}`;
  return `${what}, a body of ${size} bytes, X-Timestamp ${timestamp === '' ? 'missing' : shownValue(timestamp).slice(0, 40)}`;
}

const CAPITALS = [
  'The signature of this request is in capitals. tradecert sends small letters, and no setting changes that:',
  'a service that takes capitals only refuses whatever tradecert signs.',
  '',
];

function hasTimestamp(signed: SignedRequest): boolean {
  return inputOf(signed, {}).timestamp !== '';
}

function renderFound({ found, signature }: Search, requests: number): string[] {
  const [best] = found;
  if (best === undefined) return [];
  return [
    'The signature comes out of',
    ...found.slice(0, MOST_FOUND).map(({ text, preset, keyEncoding }) => {
      const known = preset === null ? '' : `, the preset ${preset}`;
      return `  ${text}   with the key read as ${keyEncoding}${known}`;
    }),
    ...(isOfDocument(signature) ? settingLines(best) : []),
    ...alikeLines(best, requests),
  ];
}

function settingLines(best: FoundTemplate): string[] {
  const name = best.preset ?? best.text;
  return [
    '',
    'For the environment or .env',
    `  TRADECERT_SIGNATURE_TEMPLATE=${shellWord(name)}`,
    `  TRADECERT_SIGNING_KEY_ENCODING=${best.keyEncoding}`,
    'or for the profile, such as tradecert.yaml',
    `  signatureTemplate: ${yamlWord(name)}`,
    `  signingKeyEncoding: ${best.keyEncoding}`,
    ...unsentHeaderHints(best.text).flatMap((hint) => ['', `But ${hint}.`]),
  ];
}

/** Nothing is escaped between single quotes but these themselves. */
function yamlWord(text: string): string {
  return /^[a-z][\w-]*$/.test(text) ? text : `'${text.replaceAll("'", "''")}'`;
}

function alikeLines({ alike }: FoundTemplate, requests: number): string[] {
  const bodies = alike.flatMap(({ part, twins }) =>
    twins.filter((twin) => twin.includes('{body')).map((twin) => `${twin} would do as well as ${part}`),
  );
  if (bodies.length === 0) return [];
  return [
    '',
    `Not told apart by ${requests === 1 ? 'this request' : 'these requests'}: ${bodies.join('; ')}.`,
    'A modify whose JSON has spaces, and members in no order, would tell.',
  ];
}

/** What can be said where not even a slip that is known makes the signature come out. */
const NOTHING_NEAR = [
  'None of the templates that were tried gives the signature with this key, however it is read (as text, hexadecimal or base64),',
  'in another case or form, nor by another way to hash.',
  'So check the key first, and how it is written: with another key than that of the request, no template can be found.',
];

function renderNone(isWhole: boolean, misses: Search['misses'], requests: readonly SignedRequest[]): string[] {
  const isNearMiss = misses.length > 0;
  return [
    isWhole || isNearMiss ? 'No template comes to this signature.' : 'No template was found yet; --most N tries more.',
    ...(isNearMiss ? ['It would come out if', ...misses.slice(0, MOST_MISSES).map(renderMiss)] : NOTHING_NEAR),
    '',
    'Worth a look first',
    ...(requests.every(hasTimestamp)
      ? []
      : ['  the X-Timestamp: it is missing, and most signatures are of the timestamp that is sent with them']),
    '  the key: is it the one of this request and of its environment, whole, without quotes?',
    '  the request: are headers and body exactly those that were sent, and was it accepted?',
    '  something else may be signed, such as an application key: --env NAME signs the value of a variable as well',
    '  what is not tried, however many are: a fixed text, such as a version or the name of an application, unless --env gives it; one part twice; two different separators',
    'To ask the service’s team',
    '  whether this is the key that signed the request: compare a hash of it, not the key itself',
    '  how the key is read: as text, hexadecimal or base64',
    '  which parts of a request are signed, in which order, and what stands between them',
    '  whether there is a fixed text in what is signed, or a part twice',
    '  whether the path has the prefix of the base URL, and whether there is a line end at the end',
    '  whether the body is signed as it is sent, rewritten, or as a hash, and how that hash is written',
    '  for one example with a key that is thrown away: request, key, what is signed, and the signature',
  ];
}

function renderMiss({ differs, template }: Search['misses'][number]): string {
  return `  ${differs}: ${template}`;
}

function isOfDocument({ hash, spelling }: Search['signature']): boolean {
  return hash === 'sha512' && spelling === 'hexadecimal';
}

function formNote({ signature, found }: Search): string[] {
  if (isOfDocument(signature)) return [];
  const what = `HMAC-${HASH_NAMES[signature.hash].replace('-', '')} in ${signature.spelling}`;
  return [
    `The document says HMAC-SHA512 in hexadecimal (section 5); this is ${found.length > 0 ? what : `of the form of ${what}`}.`,
    'No setting makes tradecert sign so.',
    '',
  ];
}
