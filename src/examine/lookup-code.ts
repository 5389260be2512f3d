import type { StockQuery } from '../client/request-recipe.js';
import { STOCK_GROUPS, type StockGroup } from '../contract/order.js';
import { deriveSeed } from '../contract/seed.js';
import { broken, pass, unverified, type Outcome } from '../contract/verdict.js';
import { describeValue, quoteShort } from '../oracle/describe-value.js';
import { showExchange } from '../oracle/show-exchange.js';
import { whyPartial } from '../oracle/walk.js';
import { OWN_GROUPS } from '../oracle/group-walks.js';
import type { Context, Examination, Examinations } from './context.js';
import { describeAnswer } from './describe-answer.js';
import { examineLookupNegatives } from './lookup-sandwich.js';
import { isOwn, type Filtered } from './lookups.js';
import { pick } from './pick.js';
import { whyPassingRefusal } from './quiet-lookup.js';

/** An instrument as the walks show it. */
interface Known {
  readonly stockCd: string;
  /** Where it can be asked for: ALL and the group whose walks have it. */
  readonly groups: readonly StockGroup[];
}

/** How many instruments beside the telling ones are asked for by their code, at standard depth. */
const SAMPLE = 4;

/** Instruments of the walks, in their order. `isWhole`: there are no others. */
async function knownInstruments({ lookups }: Context): Promise<{ known: readonly Known[]; isWhole: boolean }> {
  const groupsOf = new Map<string, StockGroup[]>();
  let isWhole = true;
  for (const group of STOCK_GROUPS) {
    const walk = await lookups.walk(group);
    isWhole = isWhole && whyPartial(walk) === null;
    for (const stockCd of walk.instruments.keys()) {
      if (stockCd !== '') groupsOf.set(stockCd, [...(groupsOf.get(stockCd) ?? []), group]);
    }
  }
  const known = [...groupsOf].map(([stockCd, groups]) => ({ stockCd, groups: withoutDoubt(groups) }));
  return { known: known.filter(({ groups }) => groups.length > 0), isWhole };
}

/** Of several groups beside ALL, none can be relied on: groups that do not filter are for LKP-004 to tell. */
function withoutDoubt(groups: readonly StockGroup[]): readonly StockGroup[] {
  return groups.filter(isOwn).length > 1 ? groups.filter((group) => group === 'ALL') : groups;
}

/** An instrument whose code begins that of another one: there a search by prefix shows. */
function prefixOfAnother(known: readonly Known[]): Known | undefined {
  const sorted = [...known].sort((a, b) => (a.stockCd < b.stockCd ? -1 : 1));
  return sorted.find((one, index) => sorted[index + 1]?.stockCd.startsWith(one.stockCd));
}

/** The first and the last of each group: there a search that stops too early shows, and one that is right for some groups. */
function endsOf(known: readonly Known[]): readonly (Known | undefined)[] {
  return OWN_GROUPS.flatMap((group) => {
    const own = known.filter(({ groups }) => groups.includes(group));
    return [own[0], own.at(-1)];
  });
}

function sampleOf(known: readonly Known[], { seed, scale }: Context): readonly Known[] {
  const telling = prefixOfAnother(known);
  const odd = known.find(({ stockCd }) => /[^A-Za-z0-9._-]/.test(stockCd));
  const some = pick(known, Math.max(1, Math.round(SAMPLE * scale)), seed);
  return [...new Set([telling, odd, known.at(-1), ...endsOf(known), ...some])].filter((one) => one !== undefined);
}

/** What asking for one instrument by its code came to. */
interface ByCode {
  readonly outcome: 'found' | 'others' | 'nothing' | 'unknown';
  readonly because: string;
  readonly stranger: string;
  readonly filtered: Filtered;
}

async function askByCode({ lookups, clause }: Context, query: StockQuery, stockCd: string): Promise<ByCode> {
  const filtered = await lookups.filtered(clause.id, { ...query, stockCd }, (found) => found !== stockCd);
  const { exchange } = filtered.last;
  const stranger = filtered.stockCds.find((found) => found !== stockCd) ?? '';
  const because = filtered.unknown ?? describeAnswer('a lookup with a stockCd', exchange);
  const told = { because, stranger, filtered };
  if (filtered.stockCds.some((found) => found !== stockCd)) return { ...told, outcome: 'others' };
  if (filtered.stockCds.length > 0) return { ...told, outcome: 'found' };
  if (filtered.unknown !== null || (filtered.refusedWith ?? 0) >= 500) return { ...told, outcome: 'unknown' };
  return { ...told, outcome: 'nothing' };
}

const thatInstrumentOnly: Examination = async (context) => {
  const { known } = await knownInstruments(context);
  if (known.length === 0) return [unverified('no lookup returned an instrument')];
  const outcomes: Outcome[] = [];
  for (const one of sampleOf(known, context)) {
    const outcome = await examineCode(context, one);
    if (outcome !== null) outcomes.push(outcome);
  }
  return outcomes.length > 0 ? outcomes : [unverified('the instruments were gone when they were asked for')];
};

/**
 * Asked for in ALL and in its own group, if their walks have it: it has to be found in each, alone.
 *
 * @returns `null` where it has gone meanwhile
 */
async function examineCode(context: Context, { stockCd, groups }: Known): Promise<Outcome | null> {
  for (const group of groups) {
    const answer = await askByCode(context, { stockGroupCd: group }, stockCd);
    if (answer.outcome === 'found') {
      if (await isTwice(context, group, stockCd, answer)) return brokenCode(stockCd, answer, 'twice');
      continue;
    }
    if (answer.outcome === 'others') return brokenCode(stockCd, answer, 'others');
    if (answer.outcome === 'unknown') return unverified(answer.because);
    if (!(await isStillMissing(context, group, stockCd))) return null;
    const why = answer.filtered.refusedWith === null ? null : await whyPassing(context, group, stockCd);
    if (why !== null) return unverified(`${answer.because}; ${why}`);
    return brokenCode(stockCd, answer, 'nothing');
  }
  return pass;
}

/** It is in a walk made now, and asking for it still gives nothing: it is not that it has meanwhile gone. */
async function isStillMissing(context: Context, group: StockGroup, stockCd: string): Promise<boolean> {
  const walk = await context.lookups.newWalk(group, context.clause.id);
  const again = await askByCode(context, { stockGroupCd: group }, stockCd);
  return walk.instruments.has(stockCd) && again.outcome === 'nothing';
}

/** Why it tells nothing that a lookup of it was refused, if so. */
async function whyPassing(context: Context, stockGroupCd: StockGroup, stockCd: string): Promise<string | null> {
  const { lookups, clause } = context;
  const plain = await lookups.plainQuery();
  return whyPassingRefusal(
    context,
    async (ask) => (await ask(clause.id, { ...plain, stockGroupCd, stockCd })).exchange,
    async (ask) => (await ask(clause.id, plain)).exchange,
  );
}

/** It comes more than once, and so again; where walks have instruments twice as well, that is for PAG-005 to tell. */
async function isTwice(
  context: Context,
  stockGroupCd: StockGroup,
  stockCd: string,
  { filtered }: ByCode,
): Promise<boolean> {
  if (filtered.stockCds.length < 2 || (await context.lookups.walk(stockGroupCd)).repeats.length > 0) return false;
  const again = await askByCode(context, { stockGroupCd }, stockCd);
  return again.outcome === 'found' && again.filtered.stockCds.length > 1;
}

const CAUSES = {
  others: 'a lookup with a stockCd returns others',
  nothing: 'a lookup with a stockCd does not return it',
  twice: 'a lookup with a stockCd returns it twice',
} as const;

function brokenCode(stockCd: string, { stranger, filtered }: ByCode, kind: keyof typeof CAUSES): Outcome {
  const { exchange } = filtered.last;
  const actual = {
    others: `also ${quoteShort(stranger)}`,
    nothing: `no such instrument, status ${exchange.response?.status ?? 0}`,
    twice: `the same ${filtered.stockCds.length} times`,
  };
  return broken({
    cause: CAUSES[kind],
    at: 'response /data/details',
    expected: `the instrument ${quoteShort(stockCd)} alone`,
    actual: actual[kind],
    shown: showExchange(exchange, '/data/details'),
  });
}

const groupsDoNotMeet: Examination = async (context) => {
  const { known, isWhole } = await knownInstruments(context);
  if (!isWhole)
    return [unverified('not every walk came to its end, so it is not known which group has which instrument')];
  if (known.length === 0) return [unverified('no group has an instrument')];
  // One that several groups return says nothing: groups do not filter, which LKP-004 tells.
  const settled = OWN_GROUPS.map((home) => known.filter(({ groups }) => groups.includes(home)));
  if (settled.every((own) => own.length === 0)) return [unverified('no instrument is in one group only (LKP-004)')];
  const outcomes: Outcome[] = [];
  for (const [index, own] of settled.entries()) {
    outcomes.push(...(await examineMeetings(context, own, OWN_GROUPS[index] ?? 'ALL')));
  }
  return outcomes;
};

/** The instruments of one group, with one to spare for each: some may have gone since the walks. */
async function examineMeetings(context: Context, own: readonly Known[], home: StockGroup): Promise<readonly Outcome[]> {
  const wanted = Math.max(1, Math.round(context.scale));
  const tried: (readonly Outcome[])[] = [];
  const gone: Outcome[] = [];
  for (const one of pick(own, 2 * wanted, context.seed)) {
    if (tried.length === wanted) break;
    const unfit = await whyUnfit(context, one);
    if (unfit === null) tried.push(await examineMeeting(context, one.stockCd, home));
    else gone.push(unverified(unfit));
  }
  return tried.length > 0 ? tried.flat() : gone;
}

/** Asked for in ALL, if that has it: in a group of one instrument it is alone although the stockCd is ignored. */
async function whyUnfit(context: Context, { stockCd, groups }: Known): Promise<string | null> {
  const { outcome } = await askByCode(context, { stockGroupCd: groups[0] }, stockCd);
  return outcome === 'found' ? null : 'asked for where it belongs, it is not returned alone (LKP-005)';
}

async function examineMeeting(context: Context, stockCd: string, home: StockGroup): Promise<readonly Outcome[]> {
  return examineLookupNegatives(
    context,
    OWN_GROUPS.filter((group) => group !== home).map((other) => ({
      way: `${describeValue(stockCd)} is of ${home} and the lookup was for ${other}`,
      query: { stockGroupCd: other, stockCd },
    })),
    'a lookup of another group returns the instrument',
  );
}

const unknownCode: Examination = async (context) => {
  const { known, isWhole } = await knownInstruments(context);
  const [telling] = sampleOf(known, context);
  if (telling === undefined) return [unverified('no lookup returned an instrument')];
  const { group } = await context.lookups.manner();
  const own = await askByCode(context, { stockGroupCd: group }, telling.stockCd);
  if (own.outcome !== 'found') {
    return [unverified(`a lookup with a known stockCd does not return it alone (LKP-005): ${own.because}`)];
  }
  const others = isWhole ? await otherCodesOf(context) : [];
  return examineLookupNegatives(
    context,
    queriesOfNone(isWhole ? known : [], others, context.seed).map((query) => ({
      way: `no instrument has the stockCd ${describeValue(query.stockCd)}`,
      query,
    })),
    'a lookup with an unknown stockCd returns instruments',
  );
};

/** Codes of an instrument that are not its stockCd, though a search may look there, too. */
async function otherCodesOf({ lookups }: Context): Promise<readonly string[]> {
  const [first] = await lookups.instruments();
  return first === undefined ? [] : [first.symbolGroupCd, first.standardCurrencyCd].filter((code) => code !== '');
}

/** A stockCd that no instrument has. */
export function madeUpCode(seed: number): string {
  return `ZZ${deriveSeed(seed, 'code').toString(36).toUpperCase()}`;
}

/** A made-up code, in every group; a known one cut at either end or both, too long, with a quote, or as a pattern; one without its separators; a star; a list. @param others - codes that are no stockCd */
function queriesOfNone(known: readonly Known[], others: readonly string[], seed: number): readonly StockQuery[] {
  const taken = new Set(known.map(({ stockCd }) => stockCd.toLowerCase()));
  const made = madeUpCode(seed);
  const long = known.filter(({ stockCd }) => stockCd.length > 2);
  const changed = pick(long, 1, seed).flatMap(({ stockCd }) => [
    stockCd.slice(0, -1),
    stockCd.slice(1),
    `${stockCd}X`,
    // No more of a statement than that: a firewall might shut the account out.
    `${stockCd}'`,
    `${stockCd.slice(0, 1)}%`,
    `${stockCd.slice(0, -1)}_`,
    stockCd.slice(1, -1),
  ]);
  const separated = known.filter(({ stockCd }) => /[\p{L}\p{N}][^\p{L}\p{N}]+[\p{L}\p{N}]/u.test(stockCd));
  const bare = pick(separated, 1, seed).map(({ stockCd }) => stockCd.replace(/[^\p{L}\p{N}]/gu, ''));
  const several = pick(known, 2, seed).map(({ stockCd }) => stockCd);
  const all = several.length > 1 ? ['*', several.join(',')] : [];
  const codes = [made, ...others, ...changed, ...bare, ...all].filter(
    (code) => !taken.has(code.toLowerCase()) && code.trim() === code,
  );
  return [
    ...codes.map((stockCd) => ({ stockCd })),
    ...OWN_GROUPS.map((group) => ({ stockGroupCd: group, stockCd: made })),
  ];
}

/** Examinations of the filter by stockCd, section 4.3. */
export const lookupCodeExaminations: Examinations = {
  'LKP-005': thatInstrumentOnly,
  'LKP-006': groupsDoNotMeet,
  'LKP-008': unknownCode,
};
