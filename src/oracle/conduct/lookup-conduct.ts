import { STOCK_GROUPS } from '../../contract/order.js';
import { splitTarget } from '../../wire/target.js';
import { quoteShort } from '../describe-value.js';
import { readQuery, textOf, type Parameter } from './request-query.js';
import { demand, rule, type Sight } from './sight.js';

const NAMES = ['stockGroupCd', 'stockCd', 'nextKey'] as const;
const CODES: ReadonlySet<string> = new Set(STOCK_GROUPS);
const GROUP_AT = 'request query stockGroupCd';

/** The query of a lookup. */
export interface LookupQuery {
  /** `null` where there is none. */
  readonly stockGroupCd: string | null;
  readonly stockCd: string | null;
  readonly nextKey: Parameter | null;
}

/**
 * Judges what a lookup says, but for how it goes on with a walk.
 *
 * @clause CLI-003, CLI-004, LKP-002, LKP-003
 */
export function judgeLookupRequest(sight: Sight): LookupQuery {
  const { request } = sight.passage;
  const parameters = readQuery(splitTarget(request.target).query);
  const size = request.body?.length ?? 0;
  demand(sight, 'CLI-003', size === 0, {
    cause: 'a lookup has a body',
    at: 'request body',
    expected: 'no body',
    actual: `${size} bytes`,
  });
  judgeNames(sight, parameters);
  const first = (name: string): Parameter | null => parameters.find((parameter) => parameter.name === name) ?? null;
  const [group, code] = [first('stockGroupCd'), first('stockCd')];
  if (group !== null && group.bytes !== '') judgeGroup(sight, textOf(group.bytes));
  return {
    stockGroupCd: group === null ? null : textOf(group.bytes),
    stockCd: code === null ? null : textOf(code.bytes),
    nextKey: first('nextKey'),
  };
}

function judgeNames(sight: Sight, parameters: readonly Parameter[]): void {
  const names = parameters.map(({ name }) => name);
  const isStrange = names.some((name) => !NAMES.some((known) => known === name));
  const twice = NAMES.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  demand(sight, 'CLI-004', !isStrange && twice === undefined, {
    cause: isStrange ? 'a lookup has another parameter than its three' : `a lookup has ${twice ?? ''} twice`,
    at: 'request query',
    expected: 'stockGroupCd, stockCd and nextKey, each once at most',
    actual: quoteShort(splitTarget(sight.exchange.request.target).query),
  });
}

/** Whether it may be left out or empty is not shown. */
function judgeGroup(sight: Sight, group: string): void {
  const isLowerCase = !CODES.has(group) && CODES.has(group.toUpperCase());
  const breach = {
    cause: isLowerCase ? 'stockGroupCd is in lower case' : 'stockGroupCd is none of its codes',
    at: GROUP_AT,
    expected: STOCK_GROUPS.join(', '),
    actual: shownParameter(sight, 'stockGroupCd'),
  };
  const isKnown = CODES.has(group);
  if (!isLowerCase) rule(sight, 'LKP-002', isKnown ? null : breach);
  if (isKnown || isLowerCase) rule(sight, 'LKP-003', isKnown ? null : breach);
}

/** A parameter of a query as it was recorded, redacted, in one short line. */
export function shownParameter({ exchange }: Sight, name: string): string {
  const found = readQuery(splitTarget(exchange.request.target).query).find((parameter) => parameter.name === name);
  return found === undefined ? 'missing' : quoteShort(textOf(found.bytes));
}
