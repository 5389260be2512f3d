import { PRICES_OF, type OrderType } from '../../contract/order.js';
import { isJsonObject, parseJson } from '../../wire/json.js';
import { describeValue, kindOf } from '../describe-value.js';
import { rule, type Sight } from './sight.js';

/** Members of a JSON object. */
export type Body = Readonly<Record<string, unknown>>;

/** The prices of 2.1. */
export const PRICES = ['barrierPrice', 'orderPrice'] as const;

/** The body of a modify, with what is needed to judge it. */
export class SeenBody {
  readonly sight: Sight;
  readonly body: Body;
  /** Members that break a clause of the document: they are blamed once. */
  readonly blamed: ReadonlySet<string>;
  private recorded: Body | null | undefined;

  constructor(sight: Sight, body: Body, blamed: ReadonlySet<string>) {
    this.sight = sight;
    this.body = body;
    this.blamed = blamed;
  }

  has(field: string): boolean {
    return Object.hasOwn(this.body, field);
  }

  /** A member in one short line, as it was recorded: redacted. Where that cannot be read, its kind alone. */
  shown(field: string): string {
    this.recorded ??= recordedBody(this.sight);
    if (this.recorded !== null && Object.hasOwn(this.recorded, field)) return describeValue(this.recorded[field]);
    return kindOf(this.body[field]);
  }

  /** Rules on a clause that the first of these members breaks, if there is one. */
  rule(
    clause: string,
    field: string | undefined,
    cause: (field: string) => string,
    expected: (field: string) => string,
  ): void {
    const breach =
      field === undefined
        ? null
        : { cause: cause(field), at: `request body /${field}`, expected: expected(field), actual: this.shown(field) };
    rule(this.sight, clause, breach);
  }
}

/** The members of a body as they were recorded: redacted. `null` where they cannot be read. */
export function recordedBody({ exchange }: Sight): Body | null {
  const json = parseJson(exchange.request.text ?? '');
  return json.ok && isJsonObject(json.value) ? json.value : null;
}

/** Which prices a type needs; `null` for what is no type. */
export function neededBy(type: unknown): (typeof PRICES_OF)[OrderType] | null {
  return typeof type === 'string' && Object.hasOwn(PRICES_OF, type) ? PRICES_OF[type as OrderType] : null;
}
