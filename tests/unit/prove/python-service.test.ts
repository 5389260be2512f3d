import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from '@playwright/test';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import { PYTHON_FAULTS } from '../../../prove/services/python/python-faults.js';
import { PYTHON_SERVICE, SERVICE_PY } from '../../../prove/services/python/python-service.js';
import { certifyIndependent, expectConformant } from './certify-independent.js';

test('the service in Python is conformant, and nothing that must be tested is left out', async () => {
  expectConformant(await certifyIndependent(PYTHON_SERVICE));
});

test('the list of its faults is the one that the service prints', () => {
  const printed = execFileSync('python3', ['-B', SERVICE_PY, '--list-faults'], { encoding: 'utf8' });
  expect(PYTHON_FAULTS).toEqual(JSON.parse(printed));
});

test('its faults have names of their own, in kebab-case, and break clauses of the catalogue', () => {
  const names = PYTHON_FAULTS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[a-z]+(?:-[a-z]+)*$/.test(name))).toEqual([]);
  const known = new Set<string>(loadCatalogue().map(({ id }) => id));
  const named = PYTHON_FAULTS.flatMap(({ clause, also = [] }) => [clause, ...also]);
  expect(named.filter((id) => !known.has(id))).toEqual([]);
});

test('it is gone when it was closed, and closing it again does nothing', async () => {
  const service = await PYTHON_SERVICE.start('zipped-digest');
  expect((await fetch(service.baseUrl)).status).toBe(404);
  await service.close();
  await service.close();
  await expect(fetch(service.baseUrl)).rejects.toThrow();
});

test('it ends with its standard input', async () => {
  const child = spawn('python3', ['-B', SERVICE_PY], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  child.stdin.end();
  expect((await ended)[0]).toBe(0);
});

test('a fault that it does not have is told of', async () => {
  await expect(PYTHON_SERVICE.start('no-such-fault')).rejects.toThrow('ended before it listened');
});

test('where there is no Python, it says so', async () => {
  const { PATH } = process.env;
  process.env['PATH'] = '/nowhere';
  try {
    await expect(PYTHON_SERVICE.start(null)).rejects.toThrow('cannot be started');
  } finally {
    process.env['PATH'] = PATH;
  }
});
