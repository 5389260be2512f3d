import { wholeBeginning } from '../../contract/whole-characters.js';
import type { Exchange } from '../../wire/exchange.js';
import { decodeUtf8, parseJson } from '../../wire/json.js';
import { rule, type Sight } from './sight.js';

const LONGEST_PLACE = 120;

/**
 * Judges whether a body that is a JSON object names a member twice, here or further in. Equal values make no difference:
 * whether a reader takes the first one, the last one or none is up to it.
 *
 * @returns names of the body's own members that it has twice
 * @clause CLI-017
 */
export function judgeNamedTwice(sight: Sight, bytes: Uint8Array): readonly string[] {
  const pointers = namedTwiceIn(decodeUtf8(bytes));
  if (pointers === null) return [];
  const breach = {
    cause: 'an object names a member twice',
    at: placeOf(sight.exchange),
    expected: 'each member once',
    actual: pointers.length === 1 ? 'twice' : `twice; so with ${pointers.length} members`,
  };
  rule(sight, 'CLI-017', pointers.length === 0 ? null : breach);
  return pointers.filter((pointer) => pointer.lastIndexOf('/') === 0).map((pointer) => pointer.slice(1));
}

/** As JSON pointers; `null` where it cannot be told. */
function namedTwiceIn(text: string | null): readonly string[] | null {
  const json = parseJson(text ?? '');
  return json.ok ? json.duplicateMembers : null;
}

/** Where the first one is, as it was recorded: redacted. */
function placeOf({ request }: Exchange): string {
  const [first = ''] = namedTwiceIn(request.text) ?? [];
  return `request body ${wholeBeginning(first, LONGEST_PLACE)}`.trim();
}
