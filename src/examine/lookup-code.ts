import type { StockQuery } from '../client/service-client.js';
import type { StockGroup } from '../contract/order.js';
import { deriveSeed } from '../contract/seed.js';
import { broken, pass, unverified, type Outcome } from '../contract/verdict.js';
import { describeValue } from '../oracle/describe-value.js';
import { showExchange } from '../oracle/show-exchange.js';
import type { Context, Examination, Examinations } from './context.js';
import { describeAnswer } from './describe-answer.js';
import { examineLookupNegatives } from './lookup-sandwich.js';
import { OWN_GROUPS, whyPartial, type Filtered } from './lookups.js';
import { pick } from './pick.js';

/** An instrument as the walks show it. */
interface Known {
  readonly stockCd: string;
  readonly group: string;
}

/** How many instruments are asked for by their code, at standard depth. */
const SAMPLE = 4;

/** Instruments to choose from: of ALL, or of the groups together. `isWhole`: there are no others. */
async function knownInstruments({ lookups, clause }: Context): Promise<{ known: readonly Known[]; isWhole: boolean }> {
  const known = new Map<string, string>();
  let isWhole = true;
  for (const group of ['ALL', ...OWN_GROUPS] as const) {
    if (group !== 'ALL' && known.size > 0) break;
    const walk = await lookups.walk(group, clause.id);
    isWhole = isWhole && whyPartial(walk) === null;
    for (const [stockCd, own] of walk.instruments) if (stockCd !== '') known.set(stockCd, own);
  }
  return { known: [...known].map(([stockCd, group]) => ({ stockCd, group })), isWhole };
}

/** An instrument whose code begins that of another one: there a search by prefix shows. */
function prefixOfAnother(known: readonly Known[]): Known | undefined {
  const sorted = [...known].sort((a, b) => (a.stockCd < b.stockCd ? -1 : 1));
  return sorted.find((one, index) => sorted[index + 1]?.stockCd.startsWith(one.stockCd));
}

function sampleOf(known: readonly Known[], { seed, scale }: Context): readonly Known[] {
  const telling = prefixOfAnother(known);
  const odd = known.find(({ stockCd }) => /[^A-Za-z0-9._-]/.test(stockCd));
  const some = pick(known, Math.max(1, Math.round(SAMPLE * scale)), seed);
  return [...new Set([telling, odd, ...some])].filter((one) => one !== undefined);
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
  for (const one of sampleOf(known, context)) outcomes.push(await examineCode(context, one));
  return outcomes;
};

/** Asked for with ALL and with its own group: others in either is a break, as is being in neither. */
async function examineCode(context: Context, { stockCd, group }: Known): Promise<Outcome> {
  const groups = new Set([(await context.lookups.manner(context.clause.id)).group, group]);
  const answers: ByCode[] = [];
  for (const stockGroupCd of groups) {
    if (stockGroupCd !== '') answers.push(await askByCode(context, { stockGroupCd }, stockCd));
  }
  const others = answers.find(({ outcome }) => outcome === 'others');
  if (others !== undefined) return brokenCode(stockCd, others, 'others');
  if (answers.some(({ outcome }) => outcome === 'found')) return pass;
  const open = answers.find(({ outcome }) => outcome === 'unknown');
  if (open !== undefined) return unverified(open.because);
  const [first] = answers;
  if (first === undefined || !(await isStillMissing(context, stockCd))) return unverified('the instrument was gone');
  return brokenCode(stockCd, first, 'nothing');
}

/** It is in a walk made now, and asking for it still gives nothing: it is not that it has meanwhile gone. */
async function isStillMissing(context: Context, stockCd: string): Promise<boolean> {
  const { group } = await context.lookups.manner(context.clause.id);
  const walk = await context.lookups.newWalk(group, context.clause.id);
  const again = await askByCode(context, { stockGroupCd: group }, stockCd);
  return walk.instruments.has(stockCd) && again.outcome === 'nothing';
}

function brokenCode(stockCd: string, { stranger, filtered }: ByCode, kind: 'others' | 'nothing'): Outcome {
  const { exchange } = filtered.last;
  const status = exchange.response?.status ?? 0;
  return broken({
    cause: kind === 'others' ? 'a lookup with a stockCd returns others' : 'a lookup with a stockCd does not return it',
    at: 'response /data/details',
    expected: `the instrument ${describeValue(stockCd)} alone`,
    actual: kind === 'others' ? `also ${describeValue(stranger)}` : `no such instrument, status ${status}`,
    shown: showExchange(exchange, '/data/details'),
  });
}

const groupsDoNotMeet: Examination = async (context) => {
  const { lookups, clause } = context;
  const homes = new Map<string, Set<string>>();
  for (const group of OWN_GROUPS) {
    const walk = await lookups.walk(group, clause.id);
    const partial = whyPartial(walk);
    if (partial !== null) return [unverified(partial)];
    for (const code of walk.instruments.keys()) homes.set(code, (homes.get(code) ?? new Set()).add(group));
  }
  // One that several groups return says nothing: either it is in several, or groups do not filter (LKP-004).
  const settled = [...homes].filter(([code, groups]) => code !== '' && groups.size === 1);
  if (settled.length === 0) {
    return [
      unverified(homes.size === 0 ? 'no group has an instrument' : 'no instrument is in one group only (LKP-004)'),
    ];
  }
  const outcomes: Outcome[] = [];
  for (const [stockCd, [home]] of pick(settled, Math.max(1, Math.round(2 * context.scale)), context.seed)) {
    const others = OWN_GROUPS.filter((group) => group !== home);
    for (const group of pick(others, 2, context.seed)) {
      outcomes.push(await examineMeeting(context, stockCd, home as StockGroup, group));
    }
  }
  return outcomes;
};

async function examineMeeting(
  context: Context,
  stockCd: string,
  home: StockGroup,
  other: StockGroup,
): Promise<Outcome> {
  const own = await askByCode(context, { stockGroupCd: home }, stockCd);
  if (own.outcome !== 'found') return unverified(`asked for with its own group, it is not returned alone (LKP-005)`);
  const [outcome = unverified('it was not tried')] = await examineLookupNegatives(
    context,
    [
      {
        way: `${describeValue(stockCd)} is of ${home} and the lookup was for ${other}`,
        query: { stockGroupCd: other, stockCd },
      },
    ],
    'a lookup of another group returns the instrument',
  );
  return outcome;
}

const unknownCode: Examination = async (context) => {
  const { known, isWhole } = await knownInstruments(context);
  const [telling] = sampleOf(known, context);
  if (telling === undefined) return [unverified('no lookup returned an instrument')];
  const { group } = await context.lookups.manner(context.clause.id);
  const own = await askByCode(context, { stockGroupCd: group }, telling.stockCd);
  if (own.outcome !== 'found') {
    return [unverified(`a lookup with a known stockCd does not return it alone (LKP-005): ${own.because}`)];
  }
  const codes = codesOfNone(isWhole ? known : [], context.seed);
  return examineLookupNegatives(
    context,
    codes.map((stockCd) => ({ way: `no instrument has the stockCd ${describeValue(stockCd)}`, query: { stockCd } })),
    'a lookup with an unknown stockCd returns instruments',
  );
};

/** A made-up code, one cut short and one too long, none of which an instrument has. */
function codesOfNone(known: readonly Known[], seed: number): readonly string[] {
  const taken = new Set(known.map(({ stockCd }) => stockCd.toLowerCase()));
  const [sample] = pick(
    known.filter(({ stockCd }) => stockCd.length > 2),
    1,
    seed,
  );
  const made = `ZZ${deriveSeed(seed, 'code').toString(36).toUpperCase()}`;
  const codes = sample === undefined ? [made] : [made, sample.stockCd.slice(0, -1), `${sample.stockCd}X`];
  return codes.filter((code) => !taken.has(code.toLowerCase()) && code.trim() === code);
}

/** Examinations of the filter by stockCd, section 4.3. */
export const lookupCodeExaminations: Examinations = {
  'LKP-005': thatInstrumentOnly,
  'LKP-006': groupsDoNotMeet,
  'LKP-008': unknownCode,
};
