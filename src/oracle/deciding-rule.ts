import { clauseById } from '../contract/catalogue.js';
import { ASPECTS, type Aspect, type AspectName, type Aspects } from '../contract/aspects.js';
import type { ClauseId } from '../contract/generated/clause-ids.js';

/** One valid modify with what became of it. */
export interface Trial {
  readonly aspects: Aspects;
  readonly isAccepted: boolean;
  /** Names its order; the same for all of its trials. */
  readonly order: string;
  /** It was refused, and the order source showed its order unfilled afterwards. */
  readonly isUnfilled?: true;
}

/** Which valid modifies a service refuses, by one aspect of them. */
export interface Rule {
  readonly aspect: AspectName;
  readonly is: 'one of' | 'at least' | 'at most';
  readonly values: readonly (string | number)[];
  /** Of a bound, the nearest value that was accepted: the bound itself is somewhere between. */
  readonly accepted?: number;
}

/** How many bits what was seen has to be worth beyond what it takes to say the rule, and to choose the aspect. */
const MARGIN_BITS = 6;
const ASPECT_BITS = Math.log2(Object.keys(ASPECTS).length);
/** By so many bits a rule that the document settles has to be shorter than any that is left to the service. */
const DOUBT_BITS = 6;
/** So many rules that fit equally well are told. */
export const MOST_ALIKE = 3;
/** More values than these are a list and no rule. */
const MOST_VALUES = 5;
/** Each value was refused on so many orders. */
const LEAST_OF_EACH = 2;

interface Candidate {
  readonly rule: Rule;
  /** Bits that it takes to say it. */
  readonly cost: number;
  /** What was seen is worth more, and each of its values was seen on several orders. */
  readonly isShown: boolean;
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
 * service stands before one that the document settles, also where it is not shown yet.
 *
 * @returns `null` where none does, or too little was seen
 */
export function decidingRule(trials: readonly Trial[]): Rule | null {
  return decidingRules(trials)[0] ?? null;
}

/** That which {@link decidingRule} finds, and after it those that fit as well and answer the same clause, a few at most. */
export function decidingRules(trials: readonly Trial[]): readonly Rule[] {
  const candidates = (Object.keys(ASPECTS) as AspectName[])
    .flatMap((aspect) => candidatesOf(aspect, trials))
    .filter(({ rule, isShown }) => isShown || !isSettled(rule))
    .sort((a, b) => weightOf(a) - weightOf(b) || rankOf(a.rule) - rankOf(b.rule));
  const [first] = candidates;
  if (first?.isShown !== true) return [];
  const isAsGood = (one: Candidate): boolean =>
    one.isShown && clauseOf(one.rule) === clauseOf(first.rule) && weightOf(one) - weightOf(first) <= DOUBT_BITS;
  return candidates
    .filter(isAsGood)
    .map(({ rule }) => rule)
    .slice(0, MOST_ALIKE);
}

/** The clause that a service breaks which goes by this rule, or the open question that it answers. */
export function clauseOf({ aspect, is }: Rule): ClauseId | null {
  const { clause, atMost }: Aspect = ASPECTS[aspect];
  return is === 'at most' && atMost !== undefined ? atMost : clause;
}

/** Whether the document settles that a service may not go by this rule. */
export function isSettled(rule: Rule): boolean {
  const clause = clauseOf(rule);
  return clause !== null && clauseById(clause).kind !== 'observe';
}

/** Whether it goes by how long an order was there, or how many came after it: it is refused from some moment on. */
export function isOfAge({ aspect, is }: Rule): boolean {
  const { isForUnfilled }: Aspect = ASPECTS[aspect];
  return isForUnfilled === true && is === 'at least';
}

const OF_KIND: ReadonlySet<AspectName> = new Set(['orderTypeCd', 'sideCd', 'pricesChanged', 'relation']);

/** Whether it may go by the type or the side of an order: only one type has two prices. */
export function isOfKind({ aspect }: Rule): boolean {
  return OF_KIND.has(aspect);
}

/** Whether it goes by how a modify was sent, and not by what it says. */
export function isOfSending({ aspect }: Rule): boolean {
  return ASPECTS[aspect].of === 'sending';
}

const weightOf = ({ cost, rule }: Candidate): number => cost + (isSettled(rule) ? DOUBT_BITS : 0);

/** A rule in words: completes "refused where …". */
export function describeRule({ aspect, is, values, accepted }: Rule): string {
  const { words, otherwise }: Aspect = ASPECTS[aspect];
  if (otherwise !== undefined) return values[0] === 'no' ? otherwise : words.slice('whether '.length);
  const listed = values.map((value) => (value === '' ? 'empty' : String(value))).join(' or ');
  if (is === 'one of') return `${words} is ${listed}`;
  if (accepted === undefined) return `${words} is ${is} ${listed}`;
  return is === 'at least'
    ? `${words} is above a bound somewhere between ${accepted} and ${listed}`
    : `${words} is below a bound somewhere between ${listed} and ${accepted}`;
}

/** Rules that fit equally well, in words. */
export function describeRules([first, ...others]: readonly [Rule, ...Rule[]]): string {
  const alike = others.map((rule) => `, or, which fits all that was sent as well, where ${describeRule(rule)}`);
  return `${describeRule(first)}${alike.join('')}`;
}

function rankOf(rule: Rule): number {
  return clauseOf(rule) === null ? 0 : isSettled(rule) ? 2 : 1;
}

interface Unit {
  readonly value: string | number | undefined;
  readonly isAccepted: boolean;
  readonly order: string;
}

function candidatesOf(aspect: AspectName, trials: readonly Trial[]): Candidate[] {
  const { isForUnfilled }: Aspect = ASPECTS[aspect];
  if (isForUnfilled !== true) return candidatesAmong(aspect, trials);
  const unfilled = new Set(trials.filter((trial) => trial.isUnfilled).map(({ order }) => order));
  return [
    ...candidatesAmong(aspect, trials).filter(({ rule }) => rule.is !== 'at least'),
    ...candidatesAmong(aspect, trials.filter(isOfUnfilled))
      .filter(({ rule }) => rule.is === 'at least')
      .map((one) => ({ ...one, isShown: one.isShown && unfilled.size >= LEAST_OF_EACH })),
  ];
}

/** Whether its order was not filled after it took a modify, as far as is known. */
function isOfUnfilled({ isAccepted, isUnfilled, aspects }: Trial): boolean {
  return isAccepted || isUnfilled === true || aspects.modifiesBefore === 0;
}

function candidatesAmong(aspect: AspectName, trials: readonly Trial[]): Candidate[] {
  const { isAmongSuch }: Aspect = ASPECTS[aspect];
  const units = unitsOf(aspect, trials).filter(
    ({ value, isAccepted }) => isAmongSuch !== true || value !== undefined || !isAccepted,
  );
  const refused = units.filter(({ isAccepted }) => !isAccepted);
  const accepted = units.filter(({ isAccepted }) => isAccepted);
  if (refused.length === 0 || refused.some(({ value }) => value === undefined)) return [];
  const isRepeated = new Set(refused.map(({ order }) => order)).size >= LEAST_OF_EACH;
  const budget = worthOf(units) - MARGIN_BITS - ASPECT_BITS;
  return [...setRule(aspect, refused, accepted), ...thresholds(aspect, refused, accepted)].map((found) => ({
    ...found,
    isShown: isRepeated && found.cost <= budget && found.isShown,
  }));
}

/**
 * How many bits the verdicts that were seen are worth. Modifies of one order that all came to the same are one of them: they
 * have more in common than any aspect tells.
 */
function worthOf(units: readonly Unit[]): number {
  const verdicts = new Map<string, { readonly accepted: Set<unknown>; readonly refused: Set<unknown> }>();
  for (const { order, value, isAccepted } of units) {
    const own = verdicts.get(order) ?? { accepted: new Set(), refused: new Set() };
    (isAccepted ? own.accepted : own.refused).add(value);
    verdicts.set(order, own);
  }
  let [accepted, refused] = [0, 0];
  for (const own of verdicts.values()) {
    const isMixed = own.accepted.size > 0 && own.refused.size > 0;
    accepted += isMixed ? own.accepted.size : Math.min(1, own.accepted.size);
    refused += isMixed ? own.refused.size : Math.min(1, own.refused.size);
  }
  return bitsOfChoice(accepted + refused, refused);
}

/** An aspect of orders has one value for each, which is accepted where any modify of it was. */
function unitsOf(aspect: AspectName, trials: readonly Trial[]): Unit[] {
  if (ASPECTS[aspect].of !== 'order')
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
  if (others.size === 0 || values.some((value) => others.has(value))) return [];
  const cost = bitsOfChoice(values.length + others.size, values.length);
  const isShown =
    values.length <= MOST_VALUES && values.every((value) => (orders.get(value)?.size ?? 0) >= LEAST_OF_EACH);
  return [{ rule: { aspect, is: 'one of', values: values.sort() }, cost, isShown }];
}

function thresholds(aspect: AspectName, refused: readonly Unit[], accepted: readonly Unit[]): Candidate[] {
  const own = refused.map(({ value }) => value).filter((value) => typeof value === 'number');
  const others = accepted.map(({ value }) => value).filter((value) => typeof value === 'number');
  if (own.length < refused.length || others.length === 0) return [];
  const [least, most] = [Math.min(...own), Math.max(...own)];
  const cost = Math.log2(new Set([...own, ...others]).size) + 1;
  const [lowest, highest] = [Math.min(...others), Math.max(...others)];
  const bound = (is: 'at least' | 'at most', value: number, next: number): Candidate[] => [
    { rule: { aspect, is, values: [value], accepted: next }, cost, isShown: true },
  ];
  if (least > highest) return bound('at least', least, highest);
  return most < lowest ? bound('at most', most, lowest) : [];
}

/** Bits that it takes to say which so many of them are. */
function bitsOfChoice(all: number, chosen: number): number {
  let bits = 0;
  for (let turn = 1; turn <= Math.min(chosen, all - chosen); turn += 1) bits += Math.log2((all - turn + 1) / turn);
  return bits;
}
