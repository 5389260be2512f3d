import type { ModifyBody } from '../contract/order.js';

/** Name of a field of the modify body. */
export type Field = keyof ModifyBody;

/**
 * A body on its way to bytes: members in order, each value as raw JSON text, so that `1e400`, `-0` or a nesting of
 * 10,000 levels can be written down.
 */
export type Draft = ReadonlyMap<string, string>;

/** The members of a body as JSON spells them. */
export function draftOf(body: ModifyBody): Draft {
  return new Map(Object.entries(body).map(([name, value]) => [name, JSON.stringify(value)]));
}

/** The draft with a member set to raw JSON; a new one comes last. */
export function withMember(draft: Draft, name: string, raw: string): Draft {
  return new Map(draft).set(name, raw);
}

/** The draft with a member that it has before all others. */
export function withFirst(draft: Draft, name: string): Draft {
  return new Map([...draft].sort(([a], [b]) => Number(b === name) - Number(a === name)));
}

/** The draft without some members. */
export function withoutMembers(draft: Draft, ...names: readonly string[]): Draft {
  return new Map([...draft].filter(([name]) => !names.includes(name)));
}

/** JSON text of a draft, without white space. */
export function textOf(members: Iterable<readonly [name: string, raw: string]>): string {
  return `{${[...members].map(([name, raw]) => `${JSON.stringify(name)}:${raw}`).join(',')}}`;
}

const encoder = new TextEncoder();

/** UTF-8 bytes of a text. */
export function bytesOf(text: string): Uint8Array {
  return encoder.encode(text);
}

const LONGEST_SHOWN = 60;

/** A text cut to what fits into one line of a report. */
export function short(text: string): string {
  if (text.length <= LONGEST_SHOWN) return text;
  return `${text.slice(0, LONGEST_SHOWN)}… (${text.length} characters)`;
}
