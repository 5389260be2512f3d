import { expect, test } from '@playwright/test';
import { EVENT_LOG_SERVICE } from '../../../prove/services/event-log/event-log-service.js';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import { certifyIndependent, expectConformant } from './certify-independent.js';

test('a service that keeps orders as event logs and answers late is conformant', async () => {
  expectConformant(await certifyIndependent(EVENT_LOG_SERVICE));
});

test('each of its faults has a name of its own and names clauses of the catalogue', () => {
  const clauses = new Set(loadCatalogue().map(({ id }) => id));
  const names = EVENT_LOG_SERVICE.faults.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(10);
  for (const { name, clause, also = [], atTimes = [], does } of EVENT_LOG_SERVICE.faults) {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect([clause, ...also, ...atTimes].filter((id) => !clauses.has(id))).toEqual([]);
    expect(does).toMatch(/^[A-Z].*\.$/);
  }
});

test('a fault that it does not have is refused', async () => {
  await expect(EVENT_LOG_SERVICE.start('no-such-fault')).rejects.toThrow('no fault no-such-fault');
});
