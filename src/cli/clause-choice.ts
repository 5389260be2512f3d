import type { Clause, Role } from '../contract/clause.js';
import type { Profile } from '../contract/profile.js';
import { SuiteError } from '../contract/suite-error.js';
import { didYouMean } from '../contract/near-names.js';
import { isMeantBy } from './glob.js';
import type { ProfileFile } from './read-profile.js';

/** Ids of the clauses that `--only` means: ids and globs such as `SIG-*`, separated by commas. */
export function chooseClauses(
  patterns: string,
  catalogue: readonly Clause[],
  where = '--only',
  subject: Exclude<Role, 'both'> = 'service',
): string[] {
  const chosen = new Set<string>();
  const asked = patterns.split(',').map((pattern) => pattern.trim().toUpperCase());
  for (const pattern of asked.filter((pattern) => pattern !== '')) {
    const matching = catalogue.filter(({ id }) => isMeantBy(pattern, id));
    const examined = matching.filter(({ role }) => role === subject || role === 'both');
    if (matching.length === 0) throw unknownClause(pattern, catalogue, where);
    if (examined.length === 0) {
      throw new SuiteError(
        `The clause ${pattern} is about ${subject === 'service' ? 'clients' : 'services'}.`,
        where,
        `this command certifies a ${subject}; choose a clause about ${subject}s`,
      );
    }
    for (const { id } of examined) chosen.add(id);
  }
  if (chosen.size === 0)
    throw new SuiteError('No clause is named.', where, 'name clauses or globs, such as SIG-001 or SIG-*');
  return catalogue.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
}

function unknownClause(name: string, catalogue: readonly Clause[], where: string): SuiteError {
  const ids = catalogue.map(({ id }) => id);
  const areas = [...new Set(ids.map((id) => `${id.slice(0, 4)}*`))].join(', ');
  const shown = name.slice(0, 40);
  if (ids.some((id) => id.startsWith(`${name}-`)))
    return new SuiteError(`No clause is called ${shown}.`, where, `write ${shown}-* for all clauses of that kind`);
  return new SuiteError(`No clause is called ${shown}.`, where, didYouMean(shown, ids, `choose from ${areas}`));
}

/** Checks what a profile says of clauses: every id is known, and no waiver has run out. */
export function checkProfileClauses({ path, value }: ProfileFile, catalogue: readonly Clause[], now: Date): void {
  const known = new Set(catalogue.map(({ id }) => id));
  for (const [member, id] of clausesOf(value)) {
    if (!known.has(id)) throw unknownClause(id, catalogue, `${path}, ${member}`);
  }
  for (const { id, question, operation } of catalogue) {
    if (question === undefined && Object.hasOwn(value.pins ?? {}, id)) {
      throw new SuiteError(
        `${id} is no open question, so there is no answer to pin.`,
        `${path}, pins`,
        'pin clauses OPN-* only; kinds and waivers are for the others',
      );
    }
    if (operation === undefined && value.operations?.some(({ clause }) => clause === id) === true) {
      throw new SuiteError(
        `${id} is none of the other operations, so it cannot be bound to a path.`,
        `${path}, operations`,
        'bind clauses OPS-* only',
      );
    }
  }
  const today = now.toISOString().slice(0, 10);
  for (const { clause, expires } of value.waivers ?? []) {
    if (expires >= today) continue;
    throw new SuiteError(
      `The waiver of ${clause} ran out on ${expires}.`,
      `${path}, waivers`,
      'remove it, or decide anew until when the deviation is accepted',
    );
  }
}

/** Whether a profile names clauses at all, so that the catalogue is read only where it is needed. */
export function namesClauses(profile: Profile): boolean {
  return clausesOf(profile).length > 0;
}

function clausesOf({ waivers, pins, kinds, operations }: Profile): (readonly [member: string, id: string])[] {
  return [
    ...(waivers ?? []).map(({ clause }) => ['waivers', clause] as const),
    ...Object.keys(pins ?? {}).map((id) => ['pins', id] as const),
    ...Object.keys(kinds ?? {}).map((id) => ['kinds', id] as const),
    ...(operations ?? []).map(({ clause }) => ['operations', clause] as const),
  ];
}
