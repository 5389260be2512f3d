import type { Fault } from '../behaviour.js';
import { refuse } from '../refusal.js';
import { acceptAt, pricesBeforeSwitches, refuseAlso, reread } from './make-fault.js';

/** Faults of readers that take for JSON what is none, or that do not take all of JSON, sections 2.3 and 4.2. */
export const JSON_FAULTS: readonly Fault[] = [
  reread(['trailing-comma', 'MOD-064', 'Overlooks a comma after the last member.'], (text) =>
    text.replace(/,\s*\}$/, '}'),
  ),
  reread(['comments', 'MOD-064', 'Overlooks comments.'], (text) =>
    text.replace(/\/\*.*?\*\//gs, '').replace(/\/\/.*\n/g, ''),
  ),
  reread(['single-quotes', 'MOD-064', 'Takes single quotes for double ones.'], (text) =>
    text.includes('"') ? text : text.replaceAll("'", '"'),
  ),
  reread(['bare-names', 'MOD-064', 'Takes names of members without quotes.'], (text) =>
    text.replace(/([{,])([a-z]+):/gi, '$1"$2":'),
  ),
  reread(['leading-zeros', 'MOD-064', 'Overlooks zeros before a number.'], (text) => text.replace(/":0+(?=\d)/g, '":')),
  reread(['plus-sign', 'MOD-064', 'Overlooks a plus before a number.'], (text) => text.replaceAll('":+', '":')),
  reread(['bare-point', 'MOD-064', 'Takes a number with nothing after its point.'], (text) =>
    text.replace(/(\d)\.(?=[,}])/g, '$1'),
  ),
  reread(['any-space', 'MOD-064', 'Takes a no-break space for white space.'], (text) => text.replaceAll('\u00a0', ' ')),
  reread(['first-of-two-bodies', 'MOD-064', 'Reads a body up to its first closing brace.'], (text) =>
    text.slice(0, text.indexOf('}') + 1 || undefined),
  ),
  reread(['broken-bytes-dropped', 'MOD-064', 'Leaves out bytes that are no UTF-8.'], (text) =>
    text.replaceAll('\ufffd', ''),
  ),
  reread(['utf-16', 'MOD-064', 'Reads a body in UTF-16 as well.'], (_, bytes) =>
    bytes[1] === 0 ? bytes.toString('utf16le') : bytes,
  ),
  reread(['closing-brace-optional', 'MOD-062', 'Reads a body that lacks its last brace.'], (text) =>
    /^\{.*[^}\s]\s*$/s.test(text) ? `${text}}` : text,
  ),
  acceptAt(
    ['form-body', 'MOD-062', 'Answers the fields of a form with success.'],
    'parseBody',
    ({ cause }, { incoming }) => cause === 'body-json' && /^\w+=[^&]*&/.test(incoming.body.toString('utf8')),
  ),
  reread(['body-in-a-string', 'MOD-063', 'Reads a string that holds the body.'], (text) =>
    /^"\{.*\}"$/s.test(text) ? (JSON.parse(text) as string) : text,
  ),
  refuseAlso(['no-exponents', 'MOD-010', 'Refuses numbers with an exponent.'], 'modify', ({ incoming }) =>
    /":-?[\d.]+e/i.test(incoming.body.toString('utf8')) ? refuse('body-json') : null,
  ),
  refuseAlso(['members-in-one-order', 'MOD-010', 'Wants stockCd first.'], 'modify', ({ body }) =>
    Object.keys(body)[0] === 'stockCd' ? null : refuse('body-json'),
  ),
  refuseAlso(
    ['no-exponents-in-conditions', 'MOD-010', 'Refuses the price of a condition with an exponent.'],
    'modify',
    ({ incoming }) =>
      /(?:profitRealization|lossCut)BarrierPrice":-?[\d.]+e/i.test(incoming.body.toString('utf8'))
        ? refuse('body-json')
        : null,
  ),
  refuseAlso(
    ['switch-before-its-price', 'MOD-010', 'Refuses the price of a condition before its switch.'],
    'modify',
    ({ body }) => (pricesBeforeSwitches(body).length > 0 ? refuse('body-json') : null),
  ),
  refuseAlso(['no-line-breaks', 'MOD-010', 'Refuses a body of more than one line.'], 'modify', ({ incoming }) =>
    incoming.body.includes('\n') ? refuse('body-json') : null,
  ),
];
