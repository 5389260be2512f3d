import type { Results } from '../../contract/results.js';
import type { ShownExchange } from '../../contract/verdict.js';
import { REFUSING_CLAUSES } from '../../oracle/refusal.js';
import { showExchange } from '../../oracle/show-exchange.js';
import { ORDINARY_NAMES } from '../ordinary-names.js';
import type { SeenExchange } from './seen-exchange.js';

/** Findings whose nearest request is looked for. */
const MOST_SOUGHT = 200;
const ORDINARY_WEIGHT = 1;
const TELLING_WEIGHT = 1_000;

/** A member of a body, also of one that is no JSON. */
const MEMBER = /"((?:[^"\\]|\\.){1,80})"\s*:\s*("(?:[^"\\]|\\.)*"|[^\s,[\]{}]+)/g;

/** A request as its parts: name and value of each query parameter, header and member of the body. */
type Parts = ReadonlyMap<string, string>;

interface Sought {
  readonly operation: SeenExchange['operation'];
  readonly parts: Parts;
  readonly exchange: number;
  distance: number;
  nearest: SeenExchange | null;
}

/**
 * Finds, for each request that should have been refused and is told beside an accepted one, the accepted one that differs from
 * it in the fewest parts. Where something else is wrong, the pair that a finding has is what decides, and stays. Costs one pass
 * over the exchanges for as many findings at most; one request is held for each.
 */
export class NearestGathering {
  private readonly sought: Sought[] = [];
  /** Requests that a finding shows: what is accepted of them should not have been. */
  private readonly wrong = new Set<number>();

  constructor({ clauses, subject }: Pick<Results, 'clauses' | 'subject'>) {
    for (const { id, shown, sibling } of clauses.flatMap(({ id, findings }) =>
      findings.map((one) => ({ ...one, id })),
    )) {
      if (shown === undefined) continue;
      this.wrong.add(shown.exchange);
      const isSought = sibling !== undefined && subject.role === 'service' && REFUSING_CLAUSES.has(id);
      if (!isSought || this.sought.length >= MOST_SOUGHT) continue;
      const parts = partsOfShown(shown);
      const distance = isSuccess(sibling.status) ? distanceOf(parts, partsOfShown(sibling), Infinity) : Infinity;
      this.sought.push({
        operation: shown.method === 'GET' ? 'listOrderableStocks' : 'modifyOrder',
        ...{ parts, distance },
        exchange: shown.exchange,
        nearest: null,
      });
    }
  }

  see(seen: SeenExchange): void {
    if (this.sought.length === 0 || seen.isInvalid || seen.reply !== 'accepted' || this.wrong.has(seen.number)) return;
    let parts: Parts | undefined;
    for (const one of this.sought) {
      if (one.operation !== seen.operation) continue;
      parts ??= partsOf(seen.method, seen.target, seen.requestHeaders, seen.sentText);
      const distance = distanceOf(one.parts, parts, one.distance);
      if (distance < one.distance) Object.assign(one, { distance, nearest: seen });
    }
  }

  facts(): ReadonlyMap<number, ShownExchange> {
    return new Map(
      this.sought.flatMap(({ exchange, nearest }) => (nearest === null ? [] : [[exchange, shownOf(nearest)] as const])),
    );
  }
}

function shownOf({ number, clause, operation, answer, ...seen }: SeenExchange): ShownExchange {
  const { method, target, requestHeaders: headers, sentText: text, sentAtMs, receivedAtMs } = seen;
  const json = { ok: false, because: 'it is shown as text' } as const;
  return showExchange({
    ...{ number, clause, operation },
    request: { method, target, headers, text: text === '' ? null : text, size: text.length },
    ...(answer && { response: { ...answer, size: answer.text.length, json } }),
    ...{ sentAtMs: sentAtMs ?? 0, receivedAtMs: receivedAtMs ?? sentAtMs ?? 0, waits: 0 },
  });
}

function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

function partsOfShown({ method, target, requestHeaders, requestBody }: ShownExchange): Parts {
  return partsOf(method, target, requestHeaders, requestBody ?? '');
}

function partsOf(method: string, target: string, headers: ShownExchange['requestHeaders'], body: string): Parts {
  const at = target.indexOf('?');
  const [path, query] = at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)];
  const parts = new Map<string, string>([['path', `${method} ${path}`]]);
  const add = (name: string, value: string): void => {
    parts.set(name, parts.has(name) ? `${parts.get(name)}\n${value}` : value);
  };
  for (const parameter of query === '' ? [] : query.split('&')) {
    const [name = ''] = parameter.split('=', 1);
    add(`query ${name}`, parameter);
  }
  for (const [name, value] of headers) add(`header ${name.toLowerCase()}`, value);
  if (body !== '') add('form of the body', body.replaceAll(MEMBER, ''));
  for (const [, name = '', value = ''] of body.matchAll(MEMBER)) add(`body ${name}`, value);
  return parts;
}

/** How many parts differ, those that differ between any two requests last; `Infinity` as soon as it is not below `most`. */
function distanceOf(one: Parts, other: Parts, most: number): number {
  let distance = 0;
  const weigh = (name: string): boolean => (distance += weightOf(name)) < most;
  for (const [name, value] of one) if (other.get(name) !== value && !weigh(name)) return Infinity;
  for (const name of other.keys()) if (!one.has(name) && !weigh(name)) return Infinity;
  return distance;
}

function weightOf(name: string): number {
  return ORDINARY_NAMES.has(name.slice(name.indexOf(' ') + 1).toLowerCase()) ? ORDINARY_WEIGHT : TELLING_WEIGHT;
}
