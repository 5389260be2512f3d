import { expect, test } from '@playwright/test';
import { clientSubjects } from '../../../prove/client-subjects.js';
import type { Job } from '../../../prove/proof-run.js';
import { jobsFor, turnOf } from '../../../prove/prove.js';
import { allSubjects } from '../../../prove/subjects.js';

const services = allSubjects();
const legal = new Set(services.filter(({ group }) => group === 'legal').map(({ id }) => id));
const OF = 16;
const PARTS = Array.from({ length: OF }, (_, index) => index + 1);

function jobsOf(part: number, of: number, subjects = services): readonly Job[] {
  return jobsFor(subjects, [], { seeds: [1], depth: 'smoke', inFull: { part, of } });
}

test('without a share every subject is certified in full, and what is legal at both depths', () => {
  const jobs = jobsOf(1, 1);
  expect(jobs.every(({ isInFull }) => isInFull)).toBe(true);
  expect(jobs).toHaveLength(services.length + legal.size);
});

test('each part certifies every fault, and each three of them together every legal service by every clause', () => {
  const smoke = PARTS.map((part) => jobsOf(part, OF).filter(({ depth }) => depth === 'smoke'));
  for (const [index, jobs] of smoke.entries()) {
    const faults = jobs.filter(({ subject }) => !legal.has(subject));
    expect(new Set(faults.map(({ subject }) => subject)).size).toBe(services.length - legal.size);
    expect(jobs.map(({ subject }) => subject)).toContain('reference');
    const three = Array.from({ length: 3 }, (_, ahead) => smoke[(index + ahead) % 15] ?? []).flat();
    const certified = three.flatMap(({ subject, isInFull }) => (legal.has(subject) && isInFull ? [subject] : []));
    expect(new Set(certified)).toEqual(legal);
  }
});

test('all parts together certify each fault once by every clause, and each legal service once at depth standard', () => {
  const jobs = PARTS.flatMap((part) => jobsOf(part, OF));
  const inFull = jobs.filter(({ subject, isInFull }) => isInFull && !legal.has(subject)).map(({ subject }) => subject);
  const standard = jobs.filter(({ depth }) => depth === 'standard').map(({ subject }) => subject);
  expect([...inFull].sort()).toEqual(services.flatMap(({ id }) => (legal.has(id) ? [] : [id])).sort());
  expect([...standard].sort()).toEqual([...legal].sort());
});

test('the correct clients are certified at both depths in every part', () => {
  for (const part of PARTS) {
    const correct = jobsOf(part, OF, clientSubjects()).filter(({ subject }) => !subject.startsWith('client/'));
    expect(correct.map(({ depth }) => depth).sort()).toEqual(['smoke', 'smoke', 'standard', 'standard']);
  }
});

test('what the whole command certifies as well is certified by every clause, and first', () => {
  const sample = services.filter(({ id }) => id === 'signature-optional');
  const [first, ...others] = jobsFor(services, sample, { seeds: [1], depth: 'smoke', inFull: { part: 1, of: 9999 } });
  const isOfSample = ({ subject }: Job): boolean => subject === 'signature-optional';
  expect(first?.isInFull).toBe(true);
  expect(others.find(isOfSample)).toMatchObject({ isInFull: true });
  const last = others.findLastIndex(({ isInFull }) => isInFull);
  expect(others.slice(0, last).every(({ isInFull }) => isInFull)).toBe(true);
});

test('the parts take turns with the sample, and a proof in full has all of it', () => {
  const sample = services.slice(0, 8);
  const ids = (part: number, of: number): string[] => turnOf(sample, { inFull: { part, of } }).map(({ id }) => id);
  expect(ids(1, 1)).toEqual(sample.map(({ id }) => id));
  for (const part of PARTS) expect(ids(part, OF)).toHaveLength(2);
  expect(
    PARTS.slice(0, 4)
      .flatMap((part) => ids(part, OF))
      .sort(),
  ).toEqual(ids(1, 1).sort());
});
