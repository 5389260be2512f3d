import { stableStringify } from '../../wire/json.js';
import type { OperationId } from '../../contract/clause.js';
import type { Answer } from '../../contract/verdict.js';
import { isMembers, isPlain } from '../questions/answer-in-words.js';
import { amount, VERDICT_LABELS } from '../verdict-words.js';
import type { AnswerChange, Came, ClauseChange, Comparison, LatencyChange } from './comparison.js';

/** Lists that are longer are told by what only one of them has. */
const LONG_LIST = 6;

/** A list of clauses of a comparison, as it is headed. */
export interface ClauseList {
  readonly key:
    'newlyBroken' | 'mended' | 'stillBroken' | 'noLongerVerified' | 'newlyVerified' | 'added' | 'removed' | 'kinds';
  readonly title: string;
  readonly saying: string;
}

/** In the order in which a reader wants them. */
export const CLAUSE_LISTS: readonly ClauseList[] = [
  { key: 'newlyBroken', title: 'Newly broken', saying: 'Broken in the second run, and not known to be broken before.' },
  { key: 'mended', title: 'Mended', saying: 'Broken in the first run; they hold in the second.' },
  { key: 'noLongerVerified', title: 'No longer verified', saying: 'Judged in the first run, and not in the second.' },
  { key: 'stillBroken', title: 'Still broken', saying: 'Broken in both runs.' },
  { key: 'newlyVerified', title: 'Newly verified', saying: 'Not judged in the first run; not broken in the second.' },
  { key: 'kinds', title: 'Of another kind', saying: 'The catalogue or a profile gives them another kind now.' },
  { key: 'added', title: 'Added', saying: 'Only the catalogue of the second run has them.' },
  { key: 'removed', title: 'Removed', saying: 'Only the catalogue of the first run had them.' },
];

/** The comparison as one plain sentence. */
export function comparisonSentence({ newlyBroken, mended, noLongerVerified }: Comparison): string {
  const waived = newlyBroken.filter(({ after }) => after?.waivedUntil !== undefined).length;
  const loud = newlyBroken.length - waived;
  const also = [
    ...(waived > 0 ? [`${amount(waived, 'waived clause')} newly broken`] : []),
    ...(mended.length > 0 ? [`${amount(mended.length, 'clause')} mended`] : []),
    ...(noLongerVerified.length > 0 ? [`${amount(noLongerVerified.length, 'clause')} no longer verified`] : []),
  ];
  const first = loud === 0 ? 'Nothing is newly broken' : `${amount(loud, 'clause')} newly broken`;
  return `${[first, ...also].join(', ')}.`;
}

/** `passed, then failed`. */
export function changeText({ before, after }: Pick<ClauseChange, 'before' | 'after'>): string {
  if (before === null) return `not in the first catalogue, then ${cameText(after)}`;
  if (after === null) return `${cameText(before)}, then not in the catalogue`;
  const [was, is] = [cameText(before), cameText(after)];
  const verdicts = was === is ? is : `${was}, then ${is}`;
  return before.kind === after.kind ? verdicts : `${before.kind}, then ${after.kind}; ${verdicts}`;
}

function cameText(came: Came | null): string {
  if (came === null) return 'absent';
  const waiver = came.waivedUntil === undefined ? '' : ` (waived until ${came.waivedUntil})`;
  return `${VERDICT_LABELS[came.verdict]}${waiver}`;
}

/** What an operation is called in the document. */
export const OPERATION_LABELS: Readonly<Record<OperationId, string>> = {
  modifyOrder: 'POST /orders/modify',
  listOrderableStocks: 'GET /stocks/orders',
};

/** `about the same`, `2.4 times as long`, `in 0.5 of the time`. Times are recorded in whole milliseconds. */
export function ratioText({ before, after, ratio }: LatencyChange): string {
  if (Math.abs(after.medianMs - before.medianMs) <= 1) return 'no difference that whole milliseconds show';
  if (ratio === null) return 'longer';
  return ratio >= 1 ? `${ratio} times as long` : `${ratio} of the time`;
}

/** A part of two answers that differs: a member, or with an empty name the answers as wholes. */
export interface DifferingPart {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** What of two answers differs: of objects their members, of long lists the items that only one of them has. */
export function differingParts({ before, after }: AnswerChange): DifferingPart[] {
  if (!isMembers(before) || !isMembers(after)) return [partOf('', before, after)];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .map((name) => [name, memberOf(before, name), memberOf(after, name)] as const)
    .filter(([, was, is]) => sameness(was) !== sameness(is))
    .map((part) => partOf(...part));
}

/** Equal for equal answers; an absent member is not one that was not observed. */
function sameness(value: Answer | undefined): string {
  return value === undefined ? '' : stableStringify(value);
}

/** `undefined` where the other answer alone has the member. */
function memberOf(answer: Readonly<Record<string, Answer>>, name: string): Answer | undefined {
  return Object.hasOwn(answer, name) ? answer[name] : undefined;
}

function partOf(name: string, before: Answer | undefined, after: Answer | undefined): DifferingPart {
  if (isLongList(before) && isLongList(after)) {
    const only = (from: readonly Answer[], than: readonly Answer[]): Answer[] =>
      from.filter((item) => !than.includes(item));
    const where = name === '' ? 'only in this run' : `${name}, only in this run`;
    return { name: where, before: told(only(before, after)), after: told(only(after, before)) };
  }
  return { name, before: told(before), after: told(after) };
}

function isLongList(value: Answer | undefined): value is readonly (string | number | boolean)[] {
  return Array.isArray(value) && value.length > LONG_LIST && value.every((item) => isPlain(item as Answer));
}

function told(value: Answer | undefined): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'not observed';
  if (isPlain(value)) return String(value);
  if (Array.isArray(value) && value.every((item) => isPlain(item as Answer)))
    return value.map(String).join(', ') || 'none';
  return stableStringify(value);
}
