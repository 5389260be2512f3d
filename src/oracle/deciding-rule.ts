import { clauseById } from '../contract/catalogue.js';
import { ASPECTS, type AspectName, type Aspects } from '../contract/aspects.js';

/** One valid modify with what became of it. */
export interface Trial {
  readonly aspects: Aspects;
  readonly isAccepted: boolean;
  /** Names its order; the same for all of its trials. */
  readonly order: string;
}

/** Which valid modifies a service refuses, by one aspect of them. */
export interface Rule {
  readonly aspect: AspectName;
  readonly is: 'one of' | 'at least' | 'at most';
  readonly values: readonly (string | number)[];
}

/** How many bits what was seen has to be worth beyond what it takes to say the rule, and to choose the aspect. */
const MARGIN_BITS = 6;
const ASPECT_BITS = Math.log2(Object.keys(ASPECTS).length);
/** More values than these are a list and no rule. */
const MOST_VALUES = 3;
/** Each value was refused on so many orders. */
const LEAST_OF_EACH = 2;

interface Candidate {
  readonly rule: Rule;
  /** Bits that it takes to say it. */
  readonly cost: number;
}

/** Whether the rule refuses a modify of this kind. */
export function isRefusedBy({ aspect, is, values }: Rule, aspects: Aspects): boolean {
  const value = aspects[aspect];
  const [bound] = values;
  if (value === undefined || bound === undefined) return false;
  if (is === 'one of') return values.includes(value);
  return is === 'at least' ? value >= bound : value <= bound;
}

/**
 * Finds what decides whether a valid modify is accepted: the aspect that the verdict follows in every trial, both ways, on
 * several orders, so often that it is no coincidence. Of several, that which takes the fewest words; one that is left to the
 * service before one that the document settles.
 *
 * @returns `null` where none does, or too little was seen
 */
export function decidingRule(trials: readonly Trial[]): Rule | null {
  const candidates = (Object.keys(ASPECTS) as AspectName[]).flatMap((aspect) => candidatesOf(aspect, trials));
  candidates.sort((a, b) => a.cost - b.cost || rankOf(a.rule) - rankOf(b.rule));
  return candidates[0]?.rule ?? null;
}

/** A rule in words: completes "refused where …". */
export function describeRule({ aspect, is, values }: Rule): string {
  const { words } = ASPECTS[aspect];
  if (words.startsWith(WHETHER))
    return `${values[0] === 'no' ? 'it is not so that ' : ''}${words.slice(WHETHER.length)}`;
  const listed = values.map((value) => (value === '' ? 'empty' : String(value))).join(' or ');
  return `${words} is ${is === 'one of' ? '' : `${is} `}${listed}`;
}

const WHETHER = 'whether ';

function rankOf({ aspect }: Rule): number {
  const { clause } = ASPECTS[aspect];
  return clause === null ? 0 : clauseById(clause).kind === 'observe' ? 1 : 2;
}

interface Unit {
  readonly value: string | number | undefined;
  readonly isAccepted: boolean;
  readonly order: string;
}

function candidatesOf(aspect: AspectName, trials: readonly Trial[]): Candidate[] {
  const units = unitsOf(aspect, trials);
  const refused = units.filter(({ isAccepted }) => !isAccepted);
  const accepted = units.filter(({ isAccepted }) => isAccepted);
  const budget = bitsOfChoice(units.length, refused.length) - MARGIN_BITS - ASPECT_BITS;
  if (refused.length < LEAST_OF_EACH || budget <= 0 || refused.some(({ value }) => value === undefined)) return [];
  if (new Set(refused.map(({ order }) => order)).size < LEAST_OF_EACH) return [];
  return [...setRule(aspect, refused, accepted), ...thresholds(aspect, refused, accepted)].filter(
    ({ cost }) => cost <= budget,
  );
}

/** An aspect of orders has one value for each, which is accepted where any modify of it was. */
function unitsOf(aspect: AspectName, trials: readonly Trial[]): Unit[] {
  if (ASPECTS[aspect].of === 'request')
    return trials.map(({ aspects, isAccepted, order }) => ({ value: aspects[aspect], isAccepted, order }));
  const orders = new Map<string, Unit>();
  for (const { order, aspects, isAccepted } of trials) {
    const known = orders.get(order);
    // What is accepted once and refused at another time, no aspect of its order decides.
    if (known !== undefined && known.isAccepted !== isAccepted) return [];
    orders.set(order, { value: aspects[aspect], isAccepted, order });
  }
  return [...orders.values()];
}

function setRule(aspect: AspectName, refused: readonly Unit[], accepted: readonly Unit[]): Candidate[] {
  if (ASPECTS[aspect].isSize === true) return [];
  const orders = new Map<string | number, Set<string>>();
  for (const { value, order } of refused)
    if (value !== undefined) orders.set(value, (orders.get(value) ?? new Set()).add(order));
  const values = [...orders.keys()];
  const others = new Set(accepted.map(({ value }) => value));
  const isClear = values.every((value) => !others.has(value) && (orders.get(value)?.size ?? 0) >= LEAST_OF_EACH);
  if (!isClear || values.length > MOST_VALUES || others.size === 0) return [];
  const cost = bitsOfChoice(values.length + others.size, values.length);
  return [{ rule: { aspect, is: 'one of', values: values.sort() }, cost }];
}

function thresholds(aspect: AspectName, refused: readonly Unit[], accepted: readonly Unit[]): Candidate[] {
  const own = refused.map(({ value }) => value).filter((value) => typeof value === 'number');
  const others = accepted.map(({ value }) => value).filter((value) => typeof value === 'number');
  if (own.length < refused.length || others.length === 0) return [];
  const [least, most] = [Math.min(...own), Math.max(...own)];
  const cost = Math.log2(new Set([...own, ...others]).size) + 1;
  if (least > Math.max(...others)) return [{ rule: { aspect, is: 'at least', values: [least] }, cost }];
  if (most < Math.min(...others)) return [{ rule: { aspect, is: 'at most', values: [most] }, cost }];
  return [];
}

/** Bits that it takes to say which so many of them are. */
function bitsOfChoice(all: number, chosen: number): number {
  let bits = 0;
  for (let turn = 1; turn <= Math.min(chosen, all - chosen); turn += 1) bits += Math.log2((all - turn + 1) / turn);
  return bits;
}
