import { expect, test } from '@playwright/test';
import { certifySubject } from '../../../prove/certify-subject.js';
import { brokenIn } from '../../../prove/proof-run.js';
import { allSubjects } from '../../../prove/subjects.js';
import { withFolder } from '../../support/certify-reference.js';

async function certifyByOwnClauses(name: string): Promise<{ readonly broken: string[]; readonly isInFull: boolean }> {
  const subject = allSubjects().find(({ id }) => id === name);
  if (subject === undefined) throw new Error(`There is no ${name}.`);
  return withFolder(async (folder) => {
    const run = await certifySubject(subject, { subject: name, seed: 1, depth: 'smoke', isInFull: false }, folder);
    return { broken: brokenIn(run), isInFull: run.isInFull };
  });
}

test('a fault that its own clauses show is certified by them alone', async () => {
  expect(await certifyByOwnClauses('signature-optional')).toEqual({ broken: ['SIG-001'], isInFull: false });
  expect(await certifyByOwnClauses('no-future')).toEqual({ broken: ['CLK-005'], isInFull: false });
});

test('a fault of what is judged on every answer is certified by every clause', async () => {
  expect(await certifyByOwnClauses('stale-refused-in-html')).toEqual({ broken: ['ENV-008'], isInFull: true });
});
