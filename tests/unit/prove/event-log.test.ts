import { expect, test } from '@playwright/test';
import { EVENT_LOG_SERVICE } from '../../../prove/services/event-log/event-log-service.js';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import { certifyService } from '../../../src/examine/certify-service.js';
import { withFolder } from '../../support/certify-reference.js';
import { someSettings } from '../../support/some-settings.js';

test('a service that keeps orders as event logs and answers late is conformant', async () => {
  const service = await EVENT_LOG_SERVICE.start(null);
  try {
    const { baseUrl, ordersUrl, token, signingKey, signingKeyEncoding, signatureTemplate } = service;
    const access = { baseUrl, token, signingKey, signingKeyEncoding, signatureTemplate };
    const results = await withFolder((outDir) => {
      const settings = { ...access, outDir, depth: 'smoke', orders: { kind: 'url', url: ordersUrl } } as const;
      return certifyService({ settings: someSettings(settings), toolVersion: 'test' });
    });
    const stated = results.clauses.filter(({ kind }) => kind !== 'observe');
    const open = stated.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'inapplicable');
    expect(open.map(({ id, verdict, reason }) => `${id} ${verdict}: ${reason}`)).toEqual([]);
    expect(results.verdict).toBe('conformant');
  } finally {
    await service.close();
  }
});

test('each of its faults has a name of its own and names clauses of the catalogue', () => {
  const clauses = new Set(loadCatalogue().map(({ id }) => id));
  const names = EVENT_LOG_SERVICE.faults.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(10);
  for (const { name, clause, also = [], does } of EVENT_LOG_SERVICE.faults) {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect([clause, ...also].filter((id) => !clauses.has(id))).toEqual([]);
    expect(does).toMatch(/^[A-Z].*\.$/);
  }
});

test('a fault that it does not have is refused', async () => {
  await expect(EVENT_LOG_SERVICE.start('no-such-fault')).rejects.toThrow('no fault no-such-fault');
});
