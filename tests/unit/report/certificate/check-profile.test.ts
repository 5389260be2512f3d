import { expect, test } from '@playwright/test';
import type { DeclaredProfile } from '../../../../src/contract/declared-profile.js';
import type { ClauseResult, QuestionResult, Results } from '../../../../src/contract/results.js';
import { NOT_CLAIMED } from '../../../../src/contract/run-verdict.js';
import { checkProfile } from '../../../../src/report/certificate/verify/check-profile.js';
import { Problems } from '../../../../src/report/certificate/verify/problems.js';
import { someClause, someResults } from '../some-results.js';

const WAIVER = { reason: 'known', expires: '2099-01-01' };
const PIN: QuestionResult = {
  id: 'OPN-001',
  section: '7',
  question: 'Which?',
  observed: 'b',
  pinned: { code: 'a' },
  drift: true,
};

interface Case {
  readonly what: string;
  readonly clause?: Partial<ClauseResult>;
  readonly question?: QuestionResult;
  /** By this it is as the profile has it. */
  readonly declares: Partial<DeclaredProfile>;
  /** By this it is not. */
  readonly otherwise: Partial<DeclaredProfile>;
  readonly says: string;
}

const cases: readonly Case[] = [
  {
    what: 'a kind',
    clause: { kind: 'observe' },
    declares: { kinds: { 'INS-007': 'observe' } },
    otherwise: { kinds: { 'INS-008': 'observe' } },
    says: 'The clause INS-007 counts as observe, is required in the catalogue',
  },
  {
    what: 'a kind that was left as it is written',
    clause: { kind: 'required' },
    declares: {},
    otherwise: { kinds: { 'INS-007': 'expected' } },
    says: 'The clause INS-007 counts as required, is required in the catalogue',
  },
  {
    what: 'a waiver',
    clause: { waiver: WAIVER },
    declares: { waivers: [{ clause: 'INS-007', ...WAIVER }] },
    otherwise: { waivers: [{ clause: 'INS-007', ...WAIVER, expires: '2098-01-01' }] },
    says: 'The clause INS-007 is waived',
  },
  {
    what: 'an operation that is not claimed',
    clause: { reason: NOT_CLAIMED.listOrderableStocks },
    declares: { claims: ['modifyOrder'] },
    otherwise: { claims: ['listOrderableStocks'] },
    says: 'The clause INS-007 is not claimed',
  },
  {
    what: 'a pin',
    question: PIN,
    declares: { pins: { 'OPN-001': { code: 'a' } } },
    otherwise: { pins: { 'OPN-001': { code: 'b' } } },
    says: 'The answer to OPN-001 is held against a pin',
  },
  {
    what: 'a pin that was left out',
    question: { ...PIN, pinned: null, drift: false },
    declares: { pins: {} },
    otherwise: { pins: { 'OPN-001': 'a' } },
    says: 'The answer to OPN-001 is held against no pin',
  },
];

function saidOf({ clause = {}, question }: Case, profile: Results['profile']): string {
  const problems = new Problems();
  const results = someResults([someClause('pass', clause)], { questions: question === undefined ? [] : [question] });
  checkProfile({ ...results, ...(profile && { profile }) }, problems);
  return problems.list.map(({ check, says }) => `${check}: ${says}`).join('\n');
}

const profileOf = (declares: Partial<DeclaredProfile>): Results['profile'] => ({
  name: 'p',
  sha256: 'b'.repeat(64),
  declares: { unsaid: [], ...declares },
});

for (const one of cases) {
  test(`${one.what} is what the profile declares, or is told`, () => {
    expect(saidOf(one, profileOf(one.declares))).toBe('');
    expect(saidOf(one, profileOf(one.otherwise))).toBe(`completeness: ${one.says}, and its profile does not say so.`);
  });
}

test('where there is no profile, or one that tells nothing, nothing is waived, pinned or left out', () => {
  for (const one of cases.filter(({ declares }) =>
    Object.values(declares).some((made) => Object.keys(made).length > 0),
  )) {
    expect(saidOf(one, undefined)).toBe(`completeness: ${one.says}, and there is no profile that says so.`);
    const silent = { name: 'p', sha256: 'b'.repeat(64) };
    expect(saidOf(one, silent)).toBe(`completeness: ${one.says}, and its profile does not say so.`);
  }
});
