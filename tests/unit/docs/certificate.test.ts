import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import { packageRoot } from '../../../src/contract/package-root.js';
import { CLIENT_CLAUSES } from '../../../src/oracle/conduct/client-clauses.js';
import { PASSIVE_CLAUSES } from '../../../src/oracle/passive.js';
import { REFUSING_CLAUSES } from '../../../src/oracle/refusal.js';
import { ACCEPTING_CLAUSES } from '../../../src/report/certificate/verify/accepted-requests.js';
import { BASE_URL_CLAUSES } from '../../../src/report/certificate/verify/rejudged-base-url.js';
import { OPERATION_CLAUSES } from '../../../src/report/certificate/verify/rejudged-operations.js';
import { WALK_CLAUSES } from '../../../src/report/certificate/verify/walks/rejudged-walks.js';
import { ONLY_COUNTED, SEEN_IN_PART } from '../../../src/report/certificate/verify/client/rejudged-conduct.js';

const GUIDE = readFileSync(join(packageRoot, 'docs', 'certificate.md'), 'utf8');

/** The clauses of a row, spelled out: `MOD-011 to 013, 031; ORD-001` are five. */
function clausesOf(row: string): string[] {
  const line = GUIDE.split('\n').find((one) => one.startsWith(`| ${row} |`));
  if (line === undefined) throw new Error(`docs/certificate.md has no row "${row}".`);
  let area = '';
  return (line.split('|')[2] ?? '').split(/[;,]/).flatMap((part) => {
    const [, named, from = '', to = from] = /^\s*(?:([A-Z]{3})-)?(\d{3})(?: to (\d{3}))?\s*$/.exec(part) ?? [];
    area = named ?? area;
    const [first, last] = [Number(from), Number(to)];
    return Array.from({ length: last - first + 1 }, (_, index) => `${area}-${String(first + index).padStart(3, '0')}`);
  });
}

const sorted = (ids: Iterable<string>): string[] => [...ids].sort();
const isQuestion = (id: string): boolean => id.startsWith('OPN-');

const OF_SERVICES = {
  'of every answer': PASSIVE_CLAUSES,
  'of what is refused': REFUSING_CLAUSES,
  'of walks over pages': WALK_CLAUSES,
  'of the base URL': BASE_URL_CLAUSES,
  'of other operations': OPERATION_CLAUSES,
  'of what is accepted, in part': ACCEPTING_CLAUSES,
};
const OF_CLIENTS = {
  'of what it sent, in part': SEEN_IN_PART,
  'of secrets: cases alone': ONLY_COUNTED,
};

for (const [row, clauses] of Object.entries({ ...OF_SERVICES, ...OF_CLIENTS })) {
  test(`docs/certificate.md names the clauses ${row} as the code has them`, () => {
    expect(sorted(clausesOf(row))).toEqual(sorted(clauses));
  });
}

test('docs/certificate.md has every clause of a service but the open questions as made again', () => {
  const again = Object.values(OF_SERVICES).flatMap((clauses) => [...clauses]);
  const binding = loadCatalogue('service').filter(({ id, role }) => role !== 'client' && !isQuestion(id));
  expect(sorted(again)).toEqual(sorted(binding.map(({ id }) => id)));
});

test('docs/certificate.md names every other clause of a client as made again', () => {
  const others = new Set([...SEEN_IN_PART, ...ONLY_COUNTED]);
  const whole = CLIENT_CLAUSES.filter((id) => !others.has(id) && !isQuestion(id));
  expect(sorted(clausesOf('of what it sent and told'))).toEqual(sorted(whole));
});
