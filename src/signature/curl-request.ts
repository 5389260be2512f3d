import { Buffer } from 'node:buffer';
import { SuiteError } from '../contract/suite-error.js';
import type { SignedRequest } from './signed-request.js';
import { makeRequest } from './make-request.js';
import { cmdWords, isForCmd } from './cmd-words.js';
import { manyRequests, shellWords } from './shell-words.js';

/** Short flags that take no value; any other short one that is not known is taken to have one. */
const SHORT_SWITCHES = 'sSkvLiIgfGNq0O#aJjRZ46';
/** Long flags that have a value and say nothing of the request. */
const OTHERS_WITH_VALUE =
  /^--(?:connect-timeout|max-time|output|write-out|retry.*|cacert|cert.*|key.*|resolve|proxy.*|interface|user-agent|referer|cookie.*|dump-header|limit-rate|ciphers|tls.*|(?:abstract-)?unix-socket|stderr|trace(?:-ascii|-config)?|range|continue-at|time-cond|max-redirs|noproxy|connect-to|local-port|dns-.*|doh-url|keepalive-time|speed-.*|proto.*|capath|crlfile|pinnedpubkey|pass|netrc-file|output-dir|preproxy|socks.*|alt-svc|hsts|etag-.*|max-filesize|login-options|sasl-authzid|service-name|delegation|engine|ech|curves|rate|parallel-max|happy-eyeballs.*|haproxy-clientip|expect100-timeout|create-file-mode|random-file|egd-file|libcurl|quote)$/;
/** Flags that make a part of the request of something that is not in the command, or is not followed here. */
const NOT_FOLLOWED =
  /^(?:-[GTFK]|--(?:data-urlencode|get|url-query|upload-file|form|form-string|form-escape|config|request-target|aws-sigv4|variable|expand-.*))$/;

/** Comments, the prompt of a shell, and variables that are set for the command alone. */
const LEAD = /^\s*(?:#[^\n]*\n\s*)*(?:[$>%]\s+)?(?:[A-Z_]+=[^\s'"$`]*\s+)*(?=\S*curl)/;

interface Given {
  url: string | null;
  method: string | null;
  headers: (readonly [string, string])[];
  body: Buffer | null;
  /** What a flag of its own makes; a header of that name overrules it. */
  authorization: string | null;
  isJson: boolean;
  /** Braces and brackets in the URL are meant. */
  isLiteral: boolean;
}

/**
 * Reads a request out of a curl command, as people and browsers write it.
 *
 * @param readFile - reads what `--data @FILE` names
 * @throws SuiteError where it is no such command, or the request is not all in it
 */
export function parseCurl(command: string, readFile: (path: string) => Buffer): SignedRequest {
  const text = command
    .replace(/^\ufeff/, '')
    .replace(LEAD, '')
    .trim();
  if (/^(?:\$session\b|(?:Invoke-(?:WebRequest|RestMethod)|iwr|irm)\s)/i.test(text))
    throw notCurl('a command for PowerShell');
  if (/^(?:await\s+)?fetch\(/.test(text)) throw notCurl('a call of fetch');
  const [first, ...words] = isForCmd(text) ? cmdWords(text) : shellWords(text);
  if (first === undefined || !/(?:^|[/\\])curl(?:\.exe)?$/.test(first)) {
    throw new SuiteError('This is no curl command.', 'the curl command', 'give one that begins with curl');
  }
  const given: Given = {
    ...{ url: null, method: null, headers: [], body: null, authorization: null, isJson: false },
    isLiteral: words.some((word) => word === '--globoff' || /^-[a-zA-Z]*g/.test(word)),
  };
  for (let at = 0; at < words.length; at += 1) {
    const [flag = '', joined] = splitFlag(words[at] ?? '');
    if (/^[–—−]/.test(flag)) throw refused('has a dash where a hyphen belongs', 'write its flags with - or --');
    if (!flag.startsWith('-')) takeUrl(given, flag);
    else if (takeFlag(given, flag, joined ?? words[at + 1] ?? '', readFile) && joined === undefined) at += 1;
  }
  if (given.url === null) throw refused('has no URL', 'copy the whole command');
  const { url, method, body, isJson } = given;
  if (!given.isLiteral && /^[^{[]*(?:\{|(?<!\/\/)\[)/.test(url)) throw manyRequests();
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

function refused(what: string, remedy: string): SuiteError {
  return new SuiteError(`The curl command ${what}.`, 'the curl command', remedy);
}

function takeUrl(given: Given, url: string): void {
  if (given.url !== null) throw manyRequests();
  given.url = url;
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
      takeUrl(given, value);
      return true;
    case '-I':
    case '--head':
      given.method ??= 'HEAD';
      return false;
    case '-:':
    case '--next':
      throw manyRequests();
    case '-H':
    case '--header':
      if (value.startsWith('@')) throw refused('has headers in a file', 'give each with -H of its own');
      given.headers.push(...headerOf(value));
      return true;
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
      add(given, value.startsWith('@') ? withoutLineEnds(readFile(fileIn(value))) : Buffer.from(value));
      return true;
    case '--data-binary':
    case '--json':
      given.isJson ||= flag === '--json';
      add(given, value.startsWith('@') ? readFile(fileIn(value)) : Buffer.from(value));
      return true;
    case '--data-raw':
      add(given, Buffer.from(value));
      return true;
    default:
      if (NOT_FOLLOWED.test(flag)) throw notFollowed(flag);
      return (/^-[^-]$/.test(flag) && !SHORT_SWITCHES.includes(flag.slice(1))) || OTHERS_WITH_VALUE.test(flag);
  }
}

function notFollowed(flag: string): SuiteError {
  return new SuiteError(
    `The flag ${flag.slice(0, 40)} makes a part of the request in a way that is not followed here.`,
    'the curl command',
    'give the body with --data-raw, or headers and body in files',
  );
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

/** Of `@FILE`. */
function fileIn(value: string): string {
  if (value === '@-')
    throw refused('reads its body from standard input', 'write the body into a file, and give -d @FILE');
  return value.slice(1);
}

function add(given: Given, bytes: Buffer): void {
  const joint = Buffer.from(given.isJson ? '' : '&');
  given.body = given.body === null ? bytes : Buffer.concat([given.body, joint, bytes]);
}

/** What `--data` does to a file. */
function withoutLineEnds(bytes: Buffer): Buffer {
  return Buffer.from(bytes.filter((byte) => byte !== 10 && byte !== 13 && byte !== 0));
}
