import type { ShownExchange } from '../../contract/verdict.js';
import { wholeBeginning } from '../../contract/whole-characters.js';
import { BEFORE_FOCUS } from '../../oracle/show-exchange.js';
import { plainText } from '../plain-text.js';
import { oddBody, spellBytes } from './odd-body.js';
import { layOutFragment, layOutJson, type JsonLine } from './laid-out-json.js';

/** One line of a request or an answer as a reader sees it. Control characters are shown as escapes. */
export interface MessageLine {
  readonly text: string;
  /** What the line is about, in the words of a finding's `at`: `header date`, `/data/hasNext`, `status`. */
  readonly place: string;
  /** What a reader calls it: the header, the parameter, the member. */
  readonly name: string;
  /** Each character counts where it is compared. */
  readonly isExact?: true;
}

const MOST_LINES = 400;
const LONGEST_LINE = 4200;
/** How many characters behind another one may decide how plain text shows it, and more. */
const FURTHEST_LOOK = 100;

/**
 * What was sent, line by line: a line for each query parameter, header and member of the body.
 *
 * @param layOutBody - default: JSON a member a line, anything else as it came
 */
export function requestLines(
  { method, target, requestHeaders, requestBody, requestBase64 }: ShownExchange,
  layOutBody = bodyLines,
): readonly MessageLine[] {
  const body = requestBase64 === undefined ? layOutBody(requestBody) : oddLines(requestBase64);
  return bounded([...targetLines(method, target), ...headerLines(requestHeaders), ...body]);
}

/**
 * Two requests that are to be held against each other. Where a body is no JSON, both bodies are laid out as mere texts, so
 * that only what differs in them does.
 */
export function pairedLines(one: ShownExchange, other: ShownExchange): readonly (readonly MessageLine[])[] {
  const isText = [one, other].some(
    ({ requestBody }) => (requestBody ?? '') !== '' && layOutJson(requestBody ?? '') === null,
  );
  return [one, other].map((shown) => requestLines(shown, isText ? textLines : bodyLines));
}

/** Before each comma, and around brackets: where a member of JSON would end. What lies in quotes stays whole. */
const PIECE = /,?(?:[{}[\]]|(?:"(?:[^"\\]|\\.)*"?|[^"{}[\],])+)|,/g;
const MEMBER = /"([^"\\]*)"\s*:/;
const WHOLE_MEMBER = /^,?\s*"[^"\\]*"\s*:\s*(?:"(?:[^"\\]|\\.)*"|[\w.+-]+)\s*$/;

/** A body as text, in pieces that can be compared; those that are members like any other have their name. */
function textLines(body: string | null): MessageLine[] {
  if (body === null || body === '') return [];
  const pieces = body.match(PIECE) ?? [body];
  const lines = pieces.map((text): MessageLine => {
    const [, member] = MEMBER.exec(text) ?? [];
    if (member === undefined) return { text, place: 'body', name: TEXT_OF_BODY, isExact: true };
    return { isExact: true, text, place: `/${member}`, name: WHOLE_MEMBER.test(text) ? member : TEXT_OF_BODY };
  });
  return [{ text: '', place: '', name: '' }, ...lines];
}

const TEXT_OF_BODY = 'the text of the body';

/**
 * What came back, line by line.
 *
 * @param pointer - of the value around which a long body was cut
 */
export function responseLines(
  { status, responseHeaders, responseBody, responseBase64 }: ShownExchange,
  pointer = '',
): readonly MessageLine[] {
  const first = status === null ? 'no whole answer' : `status ${status}`;
  return bounded([
    { text: first, place: 'status', name: 'the status' },
    ...headerLines(responseHeaders),
    ...(responseBase64 === undefined ? bodyLines(responseBody, pointer) : oddLines(responseBase64)),
  ]);
}

function targetLines(method: string, target: string): MessageLine[] {
  const [path = '', query] = splitOnce(target, '?');
  const parameters = query === undefined ? [] : query.split('&');
  return [
    { text: `${method} ${path}`, place: 'path', name: 'method and path' },
    ...parameters.map((parameter, index) => {
      const name = splitOnce(parameter, '=')[0] ?? '';
      return { text: `  ${index === 0 ? '?' : '&'}${parameter}`, place: `query ${name}`, name };
    }),
  ];
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function headerLines(headers: ShownExchange['requestHeaders']): MessageLine[] {
  return headers.map(([name, value]) => ({
    text: `${name}: ${value}`,
    place: `header ${name.toLowerCase()}`,
    name,
  }));
}

function bodyLines(body: string | null, pointer = ''): MessageLine[] {
  if (body === null || body === '') return [];
  const gap = { text: '', place: '', name: '' };
  const laidOut = layOutJson(body) ?? layOutCut(body, pointer);
  if (laidOut === null) return [gap, ...body.split('\n').map((text) => ({ text, place: 'body', name: 'the body' }))];
  return [gap, ...laidOut.map(({ text, pointer }) => ({ text, place: pointer ?? '', name: nameOf(pointer) }))];
}

/** A body that is no text: what it is, then its lines. */
function oddLines(base64: string): MessageLine[] {
  const { text, note } = oddBody(base64);
  const lines = bodyLines(text).map((line) => ({ ...line, text: spellBytes(line.text) }));
  return [{ text: '', place: '', name: '' }, { text: note, place: 'body', name: 'the body' }, ...lines.slice(1)];
}

/** A body that was cut around a value, and so begins in the middle of something. */
function layOutCut(body: string, pointer: string): JsonLine[] | null {
  if (!body.startsWith('…') || pointer === '') return null;
  // Half of a surrogate pair is left out.
  const focus = [BEFORE_FOCUS + 1, BEFORE_FOCUS].find((at) => /[:[,]\s*$/.test(body.slice(0, at)));
  if (focus === undefined) return null;
  const [first, ...lines] = layOutFragment(body.slice(1), focus - 1, pointer);
  return first === undefined ? null : [{ ...first, text: `…${first.text.trimStart()}` }, ...lines];
}

function nameOf(pointer: string | null): string {
  if (pointer === null) return '';
  return pointer === ''
    ? 'the body'
    : pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
}

function bounded(lines: readonly MessageLine[]): readonly MessageLine[] {
  const shown = lines.slice(0, MOST_LINES).map((line) => ({ ...line, text: shownLine(line.text) }));
  const more = lines.length - MOST_LINES;
  return more > 0 ? [...shown, { text: `… ${more} more lines`, place: '', name: '' }] : shown;
}

/** Nothing of what is cut off is looked at, but for what decides how the last character is shown. */
function shownLine(line: string): string {
  const text = plainText(line.slice(0, LONGEST_LINE + FURTHEST_LOOK));
  return text.length <= LONGEST_LINE ? text : `${wholeBeginning(text, LONGEST_LINE)}…`;
}
