import type { Check } from '../behaviour.js';
import { headerValuesOf, soleHeader } from '../call.js';
import { refuse } from '../refusal.js';
import { readJson } from './strict-json.js';

/** `application/json`, at most with `charset=utf-8`. */
const JSON_TYPE = /^application\/json[\t ]*(?:;[\t ]*charset=(?:utf-8|"utf-8")[\t ]*)?$/i;

export const checkSize: Check = ({ incoming }) => (incoming.oversize ? refuse('body-too-large') : null);

export const checkNoQuery: Check = ({ incoming }) => (incoming.query === '' ? null : refuse('query-unexpected'));

export const checkNoBody: Check = ({ incoming }) =>
  incoming.body.length > 0 || incoming.oversize ? refuse('body-unexpected') : null;

export const checkContentType: Check = ({ incoming }) => {
  const type = soleHeader(incoming, 'content-type');
  const encodings = headerValuesOf(incoming, 'content-encoding');
  if (type === null || !JSON_TYPE.test(type)) return refuse('body-type', 'Content-Type');
  return encodings.every((encoding) => encoding.toLowerCase() === 'identity')
    ? null
    : refuse('body-encoding', 'Content-Encoding');
};

export const parseBody: Check = (call) => {
  const { body } = call.incoming;
  if (body.length === 0) return refuse('body-missing');
  const read = readJson(body);
  if ('cause' in read) return refuse(read.cause);
  const { value } = read;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse('body-object');
  call.body = value as Readonly<Record<string, unknown>>;
  return null;
};
