import type { TestDetails } from '@playwright/test';
import { clauseById } from '../../src/contract/catalogue.js';
import type { ClauseId } from '../../src/contract/generated/clause-ids.js';
import type { Fixtures, WorkerFixtures } from './fixtures.js';

type Tag = `@${string}`;

/** Title and details of a clause's test, from the catalogue: `@required`, `@signature`, and its section. */
export function clause(id: ClauseId): [title: string, details: TestDetails] {
  const { sentence, kind, area, section, basis } = clauseById(id);
  const tag: Tag[] = [`@${kind}`, `@${area}`];
  return [`${id} ${sentence}`, { tag, annotation: { type: `section ${section}`, description: basis } }];
}

type Body = (fixtures: Fixtures & WorkerFixtures) => Promise<void>;

/** All of a clause's test: `test(...certify('SIG-001'))` examines the clause and fails by its verdict. */
export function certify(id: ClauseId): [title: string, details: TestDetails, body: Body] {
  return [...clause(id), async ({ examine, judge }) => judge(await examine(id))];
}
