import { expect, test } from '@playwright/test';
import { INDEPENDENT_SERVICES } from '../../../prove/services/independent-services.js';
import { allSubjects } from '../../../prove/subjects.js';
import { FAULTS } from '../../../src/mock/faults.js';
import { LEGAL_TWINS } from '../../../src/mock/legal/legal-twins.js';

const subjects = allSubjects();

test('no two services of the proof have the same id', () => {
  const ids = subjects.map(({ id }) => id);
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
});

test('every fault, every legal twin and every independent service is part of the proof', () => {
  const changes = subjects.map(({ service, change }) => `${service} ${change ?? 'as it is'}`);
  const expected = [
    ...[...FAULTS, ...LEGAL_TWINS].map(({ name }) => `reference ${name}`),
    ...INDEPENDENT_SERVICES.flatMap(({ name, faults }) => [
      `${name} as it is`,
      ...faults.map((fault) => `${name} ${fault.name}`),
    ]),
  ];
  expect(changes).toEqual(expect.arrayContaining(expected));
  expect(changes).toHaveLength(expected.length + 2);
});

test('a faulty service names the clause that it breaks, a legal one breaks none', () => {
  for (const { group, clause, also, atTimes } of subjects) {
    expect(clause !== null).toBe(group === 'faulty');
    const named = [clause, ...also, ...atTimes];
    expect(new Set(named).size).toBe(named.length);
  }
});

test('each independent service has ten faults or more', () => {
  for (const { faults } of INDEPENDENT_SERVICES) expect(faults.length).toBeGreaterThanOrEqual(10);
});
