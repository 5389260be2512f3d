import type { Intent, LookupEdits, StockQuery } from '../client/request-recipe.js';
import type { Reply } from '../client/service-client.js';
import { broken, pass, unverified, type Outcome } from '../contract/verdict.js';
import { disclosesRecord } from '../oracle/refusal.js';
import { showExchange } from '../oracle/show-exchange.js';
import { isOfGateway } from '../wire/envelope.js';
import type { Exchange } from '../wire/exchange.js';
import type { Context } from './context.js';
import { describeAnswer } from './describe-answer.js';
import { isSuccess } from './lookups.js';
import { untilAnswered } from './resend.js';
import { triedApart } from './used-connection.js';

/** One edit of a plain lookup, which must not disclose an instrument. */
export interface LookupNegative {
  /** What is wrong with it: completes "instruments were disclosed, although …". */
  readonly way: string;
  readonly query?: StockQuery;
  /** What else is asked for, such as a later page: made anew for every try. */
  readonly place?: (context: Context) => Promise<StockQuery>;
  readonly edits?: LookupEdits;
}

/**
 * Sends each negative between two plain lookups: accepted, one edit and no instrument, accepted again. The lookup after
 * one negative is the one before the next.
 *
 * @param cause - what broke, the same words for every way
 */
export async function examineLookupNegatives(
  context: Context,
  negatives: readonly LookupNegative[],
  cause: string,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let before = await control(context);
  for (const negative of negatives) {
    if (typeof before === 'string') return [...outcomes, unverified(before)];
    const settled = await tryNegative(context, negative, before, cause);
    if (settled.outcome !== 'pass') {
      outcomes.push(settled);
      continue;
    }
    const after: Reply | string = await control(context);
    outcomes.push(typeof after === 'string' ? unverified(`after it, ${after}`) : settled);
    before = after;
  }
  return outcomes;
}

/** A plain lookup that must be accepted; words where it is not. */
async function control({ lookups, clause }: Context): Promise<Reply | string> {
  const reply = await lookups.ask(clause.id);
  return isSuccess(reply.exchange.response?.status) ? reply : describeAnswer('a plain lookup', reply.exchange);
}

async function tryNegative(context: Context, negative: LookupNegative, before: Reply, cause: string): Promise<Outcome> {
  const exchange = await untilAnswered(context.stop, () => send(context, negative));
  const judged = judgeLookupNegative(exchange, before.exchange, negative.way, cause);
  return triedApart(context, judged, {
    apart: () => send(context, negative, { isApart: true }),
    afterValid: async () => {
      await control(context);
      return send(context, negative);
    },
  });
}

const INVALID = { expects: 'refusal' } as const;

/** The answer that decides: the first page with an instrument, otherwise the last. */
async function send(
  context: Context,
  { query, edits, place }: LookupNegative,
  more: Pick<Intent, 'isApart'> = {},
): Promise<Exchange> {
  const intent = { ...INVALID, ...more };
  const { lookups, clause } = context;
  if (edits === undefined) return (await lookups.filtered(clause.id, query ?? {}, () => true, intent)).last.exchange;
  return (await lookups.ask(clause.id, { ...query, ...(await place?.(context)) }, { ...edits, ...intent })).exchange;
}

/**
 * Judges an answer that must not disclose an instrument, held against a plain lookup. An answer 200 without any
 * instrument is as good as a refusal, provided that the plain lookup had some to disclose.
 */
export function judgeLookupNegative(exchange: Exchange, plain: Exchange, way: string, cause: string): Outcome {
  const { response, trouble } = exchange;
  if (response === undefined) return unverified(trouble?.because ?? 'no answer came');
  if (disclosesRecord(exchange)) {
    return broken({
      cause,
      at: 'response /data/details',
      expected: 'a refusal, or no instrument',
      actual: `status ${response.status} with instruments, although ${way}`,
      shown: showExchange(exchange),
      sibling: showExchange(plain),
    });
  }
  if (isOfGateway(exchange)) {
    return unverified(`answered ${response.status}: neither accepted nor properly refused, where ${way}`);
  }
  if (isSuccess(response.status) && !disclosesRecord(plain)) {
    return unverified('a plain lookup discloses no instrument either, so there is nothing to tell by');
  }
  return pass;
}
