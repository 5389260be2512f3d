import type { Check } from '../behaviour.js';
import type { Call } from '../call.js';
import { refuse } from '../refusal.js';

const NAMES = new Set(['stockGroupCd', 'stockCd', 'nextKey']);
const GROUPS = new Set(['ALL', 'FOREIGN', 'INDEX', 'COMMODITY', 'CRYPTO']);

/** Reads the query as a form: percent-decoded, `+` is a space. */
export const readQuery: Check = ({ incoming, parameters }) => {
  if (incoming.query === '') return null;
  for (const pair of incoming.query.split('&')) {
    const [, rawName = '', rawValue = ''] = /^([^=]*)(?:=(.*))?$/s.exec(pair) ?? [];
    const [name, value] = [decode(rawName), decode(rawValue)];
    if (name === null || value === null) return refuse('query-form');
    if (!NAMES.has(name)) return refuse('parameter-unknown');
    if (parameters.has(name)) return refuse('parameter-duplicate', name);
    parameters.set(name, value);
  }
  return null;
};

export const checkGroup: Check = (call) => (GROUPS.has(groupOf(call)) ? null : refuse('group-unknown', 'stockGroupCd'));

export const readPosition: Check = (call) => {
  const key = call.parameters.get('nextKey') ?? '';
  const position = key === '' ? 0 : call.service.behaviour.readKey(call, key);
  if (position === null) return refuse('key-unknown', 'nextKey');
  call.position = position;
  return null;
};

/** The group asked for; all of them where none is. */
export const groupOf = ({ parameters }: Call): string => parameters.get('stockGroupCd') ?? 'ALL';

/** The instrument asked for; empty where none is. */
export const codeOf = ({ parameters }: Call): string => parameters.get('stockCd') ?? '';

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
