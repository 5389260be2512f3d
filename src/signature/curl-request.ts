import { Buffer } from 'node:buffer';
import { SuiteError } from '../contract/suite-error.js';
import type { SignedRequest } from './signed-request.js';
import { makeRequest } from './make-request.js';
import { cmdWords, isForCmd } from './cmd-words.js';
import { shellWords } from './shell-words.js';

/** Short flags that take no value; any other short one that is not known is taken to have one. */
const SHORT_SWITCHES = 'sSkvLiIgfGNq0O#aJjRZ46';
/** Long flags that have a value and say nothing of the request. */
const OTHERS_WITH_VALUE =
  /^--(?:connect-timeout|max-time|output|write-out|retry.*|cacert|cert.*|key.*|resolve|proxy.*|interface|user-agent|referer|cookie.*|dump-header|limit-rate|ciphers|tls.*|unix-socket|stderr|trace.*|config|form.*|range|max-redirs|noproxy|connect-to|local-port|dns-.*|doh-url|keepalive-time|speed-.*|proto.*|capath|crlfile|pinnedpubkey|pass|netrc-file|output-dir|preproxy|socks.*|alt-svc|hsts|etag-.*|variable|aws-sigv4|max-filesize)$/;

interface Given {
  url: string | null;
  method: string | null;
  headers: (readonly [string, string])[];
  body: Buffer | null;
  /** What a flag of its own makes; a header of that name overrules it. */
  authorization: string | null;
  isJson: boolean;
}

/**
 * Reads a request out of a curl command, as people and browsers write it.
 *
 * @param readFile - reads what `--data @FILE` names
 * @throws SuiteError where it is no such command, or the request is not all in it
 */
export function parseCurl(command: string, readFile: (path: string) => Buffer): SignedRequest {
  const text = command.replace(/^\ufeff/, '').trim();
  if (/^(?:\$session\b|(?:Invoke-(?:WebRequest|RestMethod)|iwr|irm)\s)/i.test(text))
    throw notCurl('a command for PowerShell');
  if (/^(?:await\s+)?fetch\(/.test(text)) throw notCurl('a call of fetch');
  const [first, ...words] = isForCmd(text) ? cmdWords(text) : shellWords(text);
  if (first === undefined || !/(?:^|[/\\])curl(?:\.exe)?$/.test(first)) {
    throw new SuiteError('This is no curl command.', 'the curl command', 'give one that begins with curl');
  }
  const given: Given = { url: null, method: null, headers: [], body: null, authorization: null, isJson: false };
  for (let at = 0; at < words.length; at += 1) {
    const [flag = '', joined] = splitFlag(words[at] ?? '');
    if (!flag.startsWith('-')) given.url ??= flag;
    else if (takeFlag(given, flag, joined ?? words[at + 1] ?? '', readFile) && joined === undefined) at += 1;
  }
  if (given.url === null) {
    throw new SuiteError('The curl command has no URL.', 'the curl command', 'copy the whole command');
  }
  const { url, method, body, isJson } = given;
  const headers = withAuthorization(given);
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  const hasType = headers.some(([name]) => name.toLowerCase() === 'content-type');
  return makeRequest({
    url: /^[a-z]+:\/\//i.test(url) ? url : `http://${url}`,
    method: method ?? (body === null ? 'GET' : 'POST'),
    headers: body === null || hasType ? headers : [...headers, ['Content-Type', type]],
    body,
  });
}

function notCurl(what: string): SuiteError {
  return new SuiteError(
    `This is ${what}, and no curl command.`,
    'the curl command',
    'copy the request once more, as cURL (bash) or cURL (cmd)',
  );
}

/** `--data=x` and `-Hx` as two words; `-sSX` as its flags. */
function splitFlag(word: string): string[] {
  const [, long, value] = /^(--[\w-]+)=([^]*)$/.exec(word) ?? [];
  if (long !== undefined) return [long, value ?? ''];
  if (!/^-[^-]/.test(word)) return [word];
  for (let at = 1; at < word.length; at += 1) {
    const flag = `-${word.charAt(at)}`;
    if (SHORT_SWITCHES.includes(word.charAt(at))) continue;
    return at + 1 < word.length ? [flag, word.slice(at + 1)] : [flag];
  }
  return [word];
}

/** @returns whether the flag has a value */
function takeFlag(given: Given, flag: string, value: string, readFile: (path: string) => Buffer): boolean {
  switch (flag) {
    case '-X':
    case '--request':
      given.method = value;
      return true;
    case '--url':
      given.url = value;
      return true;
    case '-H':
    case '--header': {
      given.headers.push(...headerOf(value));
      return true;
    }
    case '-u':
    case '--user':
      given.authorization = `Basic ${Buffer.from(value).toString('base64')}`;
      return true;
    case '--oauth2-bearer':
      given.authorization = `Bearer ${value}`;
      return true;
    case '-d':
    case '--data':
    case '--data-ascii':
      add(given, value.startsWith('@') ? withoutLineEnds(readFile(value.slice(1))) : Buffer.from(value));
      return true;
    case '--data-binary':
    case '--json':
      given.isJson ||= flag === '--json';
      add(given, value.startsWith('@') ? readFile(value.slice(1)) : Buffer.from(value));
      return true;
    case '--data-raw':
      add(given, Buffer.from(value));
      return true;
    case '--data-urlencode':
    case '-G':
    case '--get':
    case '--url-query':
    case '-T':
    case '--upload-file':
    case '-F':
    case '--form':
      throw new SuiteError(
        `The flag ${flag} builds a body or a URL in a way that is not followed here.`,
        'the curl command',
        'give the body with --data-raw, or headers and body in files',
      );
    default:
      return (/^-[^-]$/.test(flag) && !SHORT_SWITCHES.includes(flag.slice(1))) || OTHERS_WITH_VALUE.test(flag);
  }
}

/** `Name: value`; `Name;` has an empty value, and `Name:` sends none. */
function headerOf(text: string): (readonly [string, string])[] {
  const [, empty] = /^([^:;\s]+);\s*$/.exec(text) ?? [];
  if (empty !== undefined) return [[empty, '']];
  const colon = text.indexOf(':');
  const value = text.slice(colon + 1).trim();
  return colon > 0 && value !== '' ? [[text.slice(0, colon).trim(), value]] : [];
}

function withAuthorization({ headers, authorization }: Given): Given['headers'] {
  const isGiven = headers.some(([name]) => name.toLowerCase() === 'authorization');
  return authorization === null || isGiven ? headers : [...headers, ['Authorization', authorization]];
}

function add(given: Given, bytes: Buffer): void {
  const joint = Buffer.from(given.isJson ? '' : '&');
  given.body = given.body === null ? bytes : Buffer.concat([given.body, joint, bytes]);
}

/** What `--data` does to a file. */
function withoutLineEnds(bytes: Buffer): Buffer {
  return Buffer.from(bytes.filter((byte) => byte !== 10 && byte !== 13 && byte !== 0));
}
