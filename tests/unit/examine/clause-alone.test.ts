import { expect, test } from '@playwright/test';
import { openCertification } from '../../../src/examine/certification.js';
import { LEGAL_TWINS } from '../../../src/mock/legal/legal-twins.js';
import { startReferenceService } from '../../../src/mock/reference-service.js';
import { certifyReference, resultOf, settingsFor, withFolder } from '../../support/certify-reference.js';

test('a window that is a little too wide is found by its clause alone, before other answers told the time', async () => {
  const results = await certifyReference({ faults: ['window-too-wide'] }, {}, ['CLK-006']);
  expect(resultOf(results, 'CLK-006').verdict).toBe('fail');
});

test('the window of several machines is no wider for their clocks, also where its clause alone is tested', async () => {
  const alterations = LEGAL_TWINS.filter(({ name }) => name === 'clocks-five-seconds-off');
  expect(alterations).toHaveLength(1);
  const results = await certifyReference({ alterations }, {}, ['CLK-006', 'CLK-007']);
  for (const id of ['CLK-006', 'CLK-007']) expect(resultOf(results, id).verdict).not.toBe('fail');
});

test('work that several clauses share is sent on behalf of one of them, whichever asks', async () => {
  const requestsOf = async (clause: string): Promise<number> => {
    const results = await certifyReference({}, {}, [clause, 'TPS-001']);
    return resultOf(results, 'TPS-001').requests;
  };
  expect(await requestsOf('TPS-002')).toBe(await requestsOf('TPS-004'));
});

test('what a run is asked for, and what its answers say of other clauses, is told without secrets', async () => {
  await withFolder(async (folder) => {
    const service = await startReferenceService({ faults: ['code-as-string'] });
    try {
      const profileFile = { path: `${service.token}/staging.yaml`, sha256: '0'.repeat(64) };
      const settings = settingsFor(service, folder, {
        ...{ signatureTemplate: '{timestamp}CANARY-literal{body}', profileFile },
      });
      const certification = await openCertification({ settings, toolVersion: 'test' });
      await certification.examine('LKP-001');
      await certification.close();
      expect(certification.results('').plan).toEqual({
        clauses: ['LKP-001'],
        orders: 'url',
        signature: { template: '{timestamp}…{body}', keyEncoding: settings.signingKeyEncoding },
        profile: '[redacted:token]/staging.yaml',
      });
      const { clauses, answers } = certification.watched();
      expect(clauses.find(({ id }) => id === 'ENV-005')?.verdict).toBe('fail');
      expect(clauses.find(({ id }) => id === 'MOD-007')).toBeUndefined();
      expect(answers['OPN-039']).toBeGreaterThan(0);
      expect(answers).not.toHaveProperty('OPN-036');
    } finally {
      await service.close();
    }
  });
});

test('a clause about every answer is broken as soon as one answer breaks it', async () => {
  await withFolder(async (folder) => {
    const service = await startReferenceService({ faults: ['code-as-string'] });
    try {
      const settings = settingsFor(service, folder);
      const certification = await openCertification({ settings, toolVersion: 'test' });
      certification.plan(['LKP-001', 'ENV-001', 'ENV-005']);
      await certification.examine('LKP-001');
      const { clauses } = certification.results('not run yet');
      expect(clauses.find(({ id }) => id === 'ENV-005')?.verdict).toBe('fail');
      expect(clauses.find(({ id }) => id === 'ENV-001')?.reason).toBe('not run yet');
      await certification.close();
    } finally {
      await service.close();
    }
  });
});
