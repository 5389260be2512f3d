import { MODIFY_FIELDS, type Order } from '../../contract/order.js';
import { splitTarget } from '../../wire/target.js';
import { describeValue, quoteShort } from '../describe-value.js';
import { judgeBody, readBody, type Ruling } from '../modify-body.js';
import { judgeModifyHeaders } from './modify-headers.js';
import { judgeNamedTwice } from './named-twice.js';
import { neededBy, PRICES, recordedBody, SeenBody, type Body } from './seen-body.js';
import { demand, rule, type Sight } from './sight.js';
import { judgeChange } from './task-change.js';

/** What of an order a modify repeats. */
const REPEATED = ['stockCd', 'orderTypeCd', 'sideCd', 'orderQuantity'] as const;
const SWITCHED = [
  ['profitRealizationYn', 'profitRealizationBarrierPrice'],
  ['lossCutYn', 'lossCutBarrierPrice'],
] as const;

/**
 * Judges what a modify says: its headers, its lack of a query, its body against the document and against the order
 * and the task. A member that breaks a clause of the document, or is named twice, breaks none about the order or the task.
 *
 * @clause CLI-002, CLI-011, CLI-012, CLI-013, CLI-014, CLI-015, CLI-016, CLI-017, CLI-055, CLI-056
 */
export function judgeModifyRequest(sight: Sight): void {
  judgeModifyHeaders(sight);
  demand(sight, 'CLI-002', splitTarget(sight.passage.request.target).query === '', {
    cause: 'a modify has query parameters',
    at: 'request query',
    expected: 'none',
    actual: quoteShort(splitTarget(sight.exchange.request.target).query),
  });
  if (!sight.passage.isBodyCut) judgeWholeBody(sight);
}

function judgeWholeBody(sight: Sight): void {
  const bytes = sight.passage.request.body ?? new Uint8Array();
  const named = readBody(bytes) ?? {};
  const order = orderOf(sight, named);
  const { body, rulings } = judgeBody(bytes, order, order === null ? null : sight.facts.instrument(order.stockCd));
  const flawed = rulings.flatMap(({ field, flaw }) => (flaw === null ? [] : [field]));
  const blamed = new Set([...flawed, ...(body === null ? [] : judgeNamedTwice(sight, bytes))]);
  const seen = new SeenBody(sight, body ?? {}, blamed);
  reportRulings(seen, rulings);
  if (body === null) return;
  if (isUnknownOrder(sight, body)) {
    seen.rule(
      'ORD-002',
      'orderNo',
      () => 'orderNo is the one of no order',
      () => 'the orderNo of an order',
    );
  } else judgeAgainstOrder(seen, order);
  judgeZeros(seen);
  judgeMembers(seen);
}

/** The order that is meant: the one that the body names, otherwise that of the task. */
function orderOf({ facts }: Sight, { orderNo }: Body): Order | null {
  const isNamed = typeof orderNo === 'string' && orderNo !== '';
  const named = isNamed ? facts.order(orderNo) : undefined;
  if (named != null) return named;
  const asked = facts.task?.task === 'modify-order' ? facts.task.order : null;
  // Which orders there are is not known, so that this may be another one.
  return named === undefined && isNamed && orderNo !== asked?.orderNo ? null : asked;
}

/** Whether the body names an order that was never handed out, and no task says which one was meant. */
function isUnknownOrder({ facts }: Sight, { orderNo }: Body): boolean {
  if (typeof orderNo !== 'string' || orderNo === '' || facts.task?.task === 'modify-order') return false;
  return facts.order(orderNo) === null;
}

/** At most one outcome of a clause: broken, where any member breaks it. */
function reportRulings(seen: SeenBody, rulings: readonly Ruling[]): void {
  const reported = new Set<string>();
  const isFlawed = ({ flaw }: Ruling): boolean => flaw !== null;
  for (const ruling of [...rulings.filter(isFlawed), ...rulings]) {
    const { clause, field, flaw } = ruling;
    if (reported.has(clause)) continue;
    reported.add(clause);
    const whole = { at: 'request body', actual: seen.sight.exchange.request.size === 0 ? 'no body' : 'another body' };
    const member = { at: `request body /${field}`, actual: flaw === null ? '' : seen.shown(field) };
    rule(seen.sight, clause, flaw === null ? null : { ...flaw, ...(field === '' ? whole : member) });
  }
}

function judgeAgainstOrder(seen: SeenBody, order: Order | null): void {
  const { task } = seen.sight.facts;
  const asked = task?.task === 'modify-order' ? task : null;
  const meant = asked?.order ?? order;
  if (meant === null) return;
  judgeIdentity(seen, meant);
  // What the body repeats of another order is not this one's.
  if (seen.blamed.has('orderNo') || seen.body['orderNo'] !== meant.orderNo) return;
  judgeRepeated(seen, meant as unknown as Body, asked?.change ?? {});
  if (asked !== null) judgeChange(seen, asked);
}

function judgeIdentity(seen: SeenBody, order: Order): void {
  const { body, blamed } = seen;
  const fields = (['orderNo', 'orderDateTime'] as const).filter(
    (field) => seen.has(field) && body[field] !== '' && !blamed.has(field),
  );
  if (fields.length === 0) return;
  seen.rule(
    'CLI-011',
    fields.find((field) => body[field] !== order[field]),
    (field) => `${field} is not the text that was given`,
    (field) => describeValue((order as unknown as Body)[field]),
  );
}

/** Missing ones are let pass: which fields are mandatory is not shown. */
function judgeRepeated(seen: SeenBody, order: Body, change: Body): void {
  const fields = REPEATED.filter(
    (field) => seen.has(field) && !seen.blamed.has(field) && !Object.hasOwn(change, field),
  );
  if (fields.length === 0) return;
  seen.rule(
    'CLI-012',
    fields.find((field) => seen.body[field] !== order[field]),
    (field) => `${field} is not that of the order`,
    (field) => describeValue(order[field]),
  );
}

/** Whether others than those of the document may be there, and which of them may be left out, is not said. */
function judgeMembers(seen: SeenBody): void {
  demand(seen.sight, 'CLI-055', strangeIn(seen.body) === undefined, {
    cause: 'the body has a member that is none of the document',
    at: 'request body',
    expected: 'the members of 2.3',
    actual: quoteShort(strangeIn(recordedBody(seen.sight) ?? {}) ?? 'another member'),
  });
  seen.rule(
    'CLI-056',
    REPEATED.find((field) => !seen.has(field)),
    (field) => `${field} is left out`,
    (field) => `the ${field} of the order`,
  );
}

const strangeIn = (body: Body): string | undefined => Object.keys(body).find((name) => !MODIFY_FIELDS.includes(name));

function judgeZeros(seen: SeenBody): void {
  const { body, blamed } = seen;
  const needed = neededBy(body['orderTypeCd']);
  const notNeeded = PRICES.filter((field) => needed?.[field] === false && !blamed.has(field));
  judgeZero(seen, 'CLI-015', notNeeded);
  const off = SWITCHED.filter(([name, price]) => body[name] === 'N' && !blamed.has(price)).map(([, price]) => price);
  judgeZero(seen, 'CLI-016', off);
}

function judgeZero(seen: SeenBody, clause: string, fields: readonly string[]): void {
  if (fields.length === 0) return;
  seen.rule(
    clause,
    fields.find((field) => !seen.has(field)),
    (field) => `${field} is left out`,
    () => '0',
  );
}
