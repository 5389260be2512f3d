import { decodeForm, decodePercent, textOf, type Parameter } from './request-query.js';

/**
 * How a nextKey that was sent is not the one that was given, in plain words without values.
 *
 * @param given - bytes, one character each; empty where none was given
 */
export function explainKey({ bytes, raw }: Parameter, given: string): string {
  if (/^(?:null|undefined|none|nil|nan|false|\[object Object\])$/i.test(bytes)) {
    return 'a word for nothing is sent as nextKey';
  }
  if (given === '') return 'a nextKey is sent where none was given';
  if (decodePercent(raw) === given) return 'a + of the nextKey is sent without percent-encoding, and so means a space';
  if (decodeForm(bytes) === given || decodePercent(bytes) === given) return 'the nextKey is percent-encoded twice';
  if (bytes === decodeForm(given) || bytes === decodePercent(given)) {
    return 'the nextKey is decoded, or sent without percent-encoding';
  }
  if (given.trim() === bytes.trim()) return 'the white space around the nextKey is not as it was given';
  if (given.startsWith(bytes)) return 'the nextKey is cut short, or has a character without percent-encoding';
  if (textOf(given).normalize() === textOf(bytes).normalize()) return 'letters of the nextKey are composed otherwise';
  if (textOf(given) === bytes) return 'the nextKey is encoded in Latin-1, and not in UTF-8';
  if (given.toLowerCase() === bytes.toLowerCase()) return 'letters of the nextKey are in another case';
  if (Number(given) === Number(bytes)) return 'the nextKey is sent as a number';
  return 'another nextKey is sent than that of the answer before';
}
