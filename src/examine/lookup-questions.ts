import type { StockQuery } from '../client/request-recipe.js';
import { clauseById } from '../contract/catalogue.js';
import { observed, unverified, type Answer } from '../contract/verdict.js';
import { wholeBeginning } from '../contract/whole-characters.js';
import { OBSERVED_QUESTIONS, QUESTIONS_ON_REFUSALS } from '../oracle/observer.js';
import { readPage } from '../oracle/walk.js';
import { skeletonOf } from '../oracle/value-shape.js';
import { dataOf } from '../wire/envelope.js';
import type { Exchange } from '../wire/exchange.js';
import type { Context, Examination, Examinations } from './context.js';
import { keyUse } from './key-use.js';
import { isSuccess } from './lookups.js';
import { sendBound } from './operations.js';

/**
 * Makes sure that there is something to observe, and gives what has been observed so far. What the whole run shows is
 * for the observer to say at its end.
 */
const watched: Examination = async ({ lookups, clause, observer }) => {
  await lookups.walk('ALL');
  // There must be one refusal at least.
  if (QUESTIONS_ON_REFUSALS.has(clause.id)) await lookups.ask(clause.id, { stockGroupCd: 'EQUITY' });
  const answer = observer.answerOfRun(clause.id);
  if (answer !== undefined) return [observed(answer)];
  const isSeen = observer.answer(clause.id) !== undefined;
  return [
    unverified(isSeen ? 'nothing was accepted: refusals may all have one reason' : 'no answer of the run shows it'),
  ];
};

function notObservable(because: string): Examination {
  return () => Promise.resolve([unverified(because)]);
}

/** Accepted, or refused and how. */
function reactionTo({ response, trouble }: Exchange): string {
  if (response === undefined) return trouble === undefined ? 'no answer' : `no answer (${trouble.kind})`;
  return isSuccess(response.status) ? 'accepted' : `refused with ${response.status}`;
}

const mandatoryParameters: Examination = async ({ lookups, clause }) => {
  const { group } = await lookups.manner();
  const full = { stockGroupCd: group, stockCd: '', nextKey: '' };
  const control = reactionTo((await lookups.askExactly(clause.id, full)).exchange);
  if (control !== 'accepted') return [unverified(`a lookup with all parameters is ${control}`)];
  const { stockGroupCd, stockCd, nextKey } = full;
  const without: Readonly<Record<string, StockQuery>> = {
    nextKey: { stockGroupCd, stockCd },
    stockCd: { stockGroupCd, nextKey },
    stockGroupCd: { stockCd, nextKey },
    'all of them': {},
  };
  const answer: Record<string, Answer> = {};
  for (const [name, query] of Object.entries(without)) {
    answer[`without ${name}`] = reactionTo((await lookups.askExactly(clause.id, query)).exchange);
  }
  return [observed(answer)];
};

const emptyStockCd: Examination = async ({ lookups, clause }) => {
  const { stockGroupCd, nextKey } = await lookups.plainQuery();
  const { left, empty } = await lookups.inARow(async (ask) => ({
    left: (await ask(clause.id, { stockGroupCd, nextKey })).exchange,
    empty: (await ask(clause.id, { stockGroupCd, stockCd: '', nextKey })).exchange,
  }));
  const page = readPage(empty);
  const plain = readPage(left);
  if (typeof page === 'string' && typeof plain === 'string')
    return [unverified(`a lookup without stockCd is ${reactionTo(left)}, too`)];
  if (typeof page === 'string') return [observed(reactionTo(empty))];
  if (typeof plain === 'string') return [observed('accepted, while a lookup without stockCd is not')];
  const isSame = JSON.stringify(page.stockCds) === JSON.stringify(plain.stockCds);
  if (isSame) return [observed('the same as without stockCd')];
  return [observed(page.stockCds.length === 0 ? 'no instrument' : 'other instruments than without stockCd')];
};

const boundOperations: Examination = async (context) => {
  const { settings, clause } = context;
  const bound = settings.profile.operations ?? [];
  // A POST could place or cancel an order: it is never sent to see what it answers.
  const readable = bound.filter(({ clause: id }) => clauseById(id).operation?.method !== 'POST');
  if (readable.length === 0) return [unverified('no profile binds any of them to a path')];
  const answer: Record<string, Answer> = {};
  for (const operation of readable) {
    const exchange = await sendBound({ ...context, clause }, operation, 'GET');
    const data = dataOf(exchange);
    answer[operation.clause] = data === null ? reactionTo(exchange) : { data: skeletonOf(data), path: operation.path };
  }
  return [observed(answer)];
};

/**
 * Why a service that gives no page for any plain lookup tells nothing of other requests: it may refuse the token whatever
 * is asked. `undefined` where it gives one, or is not said to have lookups.
 */
async function whyShut({ lookups, settings }: Context): Promise<string | undefined> {
  if (settings.profile.claims?.includes('listOrderableStocks') === false) return undefined;
  const { openings } = await lookups.manner();
  return openings.some(({ because }) => because === '')
    ? undefined
    : `no plain lookup was accepted: ${openings[0]?.because ?? ''}`;
}

/** Tells nothing where {@link whyShut} says why. */
function unlessShut(examination: Examination): Examination {
  return async (context) => {
    const because = await whyShut(context);
    return because === undefined ? examination(context) : [unverified(because)];
  };
}

/** What the token says of itself, without any of its claims. */
const kindOfToken: Examination = ({ settings }) => {
  const [header, payload] = settings.token.split('.').map(jsonPart);
  if (header === undefined || header === null || payload === undefined)
    return Promise.resolve([observed({ jwt: false })]);
  const { exp, iat } = payload ?? {};
  const lifetimeS = typeof exp === 'number' && typeof iat === 'number' ? Math.round(exp - iat) : null;
  const answer = {
    alg: textOrNull(header['alg']),
    expires: typeof exp === 'number',
    jwt: true,
    lifetimeS,
    typ: textOrNull(header['typ']),
  };
  return Promise.resolve([observed(answer)]);
};

function jsonPart(part: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof value === 'object' ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? wholeBeginning(value, 40) : null;
}

const bearerSpellings: Examination = async (context) => {
  const { lookups, clause, settings } = context;
  const spellings: Readonly<Record<string, string>> = {
    'BEARER in upper case': `BEARER ${settings.token}`,
    'a tab for the space': `Bearer\t${settings.token}`,
    'bearer in lower case': `bearer ${settings.token}`,
    'two spaces': `Bearer  ${settings.token}`,
  };
  const control = reactionTo((await lookups.ask(clause.id)).exchange);
  if (control !== 'accepted') return [unverified(`a plain lookup is ${control}`)];
  const answer: Record<string, Answer> = {};
  for (const [name, authorization] of Object.entries(spellings)) {
    answer[name] = reactionTo((await lookups.ask(clause.id, {}, { authorization })).exchange);
  }
  return [observed(answer)];
};

/** Safe methods only (RFC 9110, 9.2.1): what a service does on a DELETE or PUT here, nobody has said. */
const otherMethods: Examination = async (context) => {
  const answer: Record<string, Answer> = {};
  answer['/orders/modify'] = await answersTo(context, '/orders/modify', ['GET', 'HEAD', 'OPTIONS']);
  answer['/stocks/orders'] = await answersTo(context, '/stocks/orders', ['HEAD', 'OPTIONS']);
  return [observed(answer)];
};

async function answersTo({ client, clause }: Context, path: string, methods: readonly string[]): Promise<Answer> {
  const answer: Record<string, Answer> = {};
  for (const method of [...methods].sort()) {
    const { exchange } = await client.send(clause.id, null, ({ prefix, token }) => ({
      method,
      target: `${prefix}${path}`,
      headers: [
        ['Authorization', `Bearer ${token}`],
        ['Accept', 'application/json'],
      ],
      body: null,
    }));
    answer[method] = exchange.response?.status ?? reactionTo(exchange);
  }
  return answer;
}

const orderOfWalks: Examination = async ({ lookups }) => {
  const { group } = await lookups.manner();
  const first = await lookups.walk(group);
  const [second] = (await lookups.laterWalks(group)).walks;
  if (second === undefined || first.instruments.size < 2) return [unverified('there are no two walks to compare')];
  const kept = [...first.instruments.keys()].filter((code) => second.instruments.has(code));
  const again = [...second.instruments.keys()].filter((code) => first.instruments.has(code));
  return [observed(kept.every((code, index) => code === again[index]))];
};

const own: Examinations = {
  'OPN-023': mandatoryParameters,
  'OPN-024': emptyStockCd,
  'OPN-025': boundOperations,
  'OPN-028': unlessShut(kindOfToken),
  'OPN-032': bearerSpellings,
  'OPN-034': notObservable('events do not show in the answers of the two operations'),
  'OPN-041': keyUse,
  'OPN-042': notObservable('version rules do not show in the answers of one version'),
  'OPN-044': unlessShut(otherMethods),
  'OPN-046': orderOfWalks,
};

/** Examinations of the open questions that lookups, and watching the run, can answer. */
export const lookupQuestionExaminations: Examinations = {
  ...Object.fromEntries(OBSERVED_QUESTIONS.map((id) => [id, watched])),
  ...own,
};
