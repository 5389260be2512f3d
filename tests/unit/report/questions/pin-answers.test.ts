import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { parse } from 'yaml';
import { parseProfile } from '../../../../src/cli/read-profile.js';
import type { QuestionResult } from '../../../../src/contract/results.js';
import type { Answer } from '../../../../src/contract/verdict.js';
import { pinAnswers } from '../../../../src/report/questions/pin-answers.js';
import { HOSTILE } from '../some-results.js';

function asked(answers: Readonly<Record<string, Answer>>): QuestionResult[] {
  return Object.entries(answers).map(([id, observed]) => {
    return { id, section: '8', question: `What is ${id}?`, observed, pinned: null, drift: false };
  });
}

test('a new profile has the observed answers as pins, and is one', () => {
  const { text, added, changed } = pinAnswers('# Head\n', asked({ 'OPN-039': 10, 'OPN-040': ['a'], 'OPN-042': null }));
  expect(text).toBe('# Head\n\npins:\n  # What is OPN-039?\n  OPN-039: 10\n  # What is OPN-040?\n  OPN-040: [ a ]\n');
  expect([added, changed]).toEqual([['OPN-039', 'OPN-040'], []]);
  expect(parseProfile(text, 'new.yaml')).toEqual({ pins: { 'OPN-039': 10, 'OPN-040': ['a'] } });
});

test('of a profile that is there, members, comments, order and other pins are kept', () => {
  const before = `# Ours, do not lose this
name: staging # the old one

rate: 20
pins:
  OPN-001: { a: refused } # by hand
  # why it is so
  OPN-039: 10
  OPN-040: [ x ]
limits:
  maxPages: 5 # few
`;
  const { text, added, changed } = pinAnswers(
    before,
    asked({ 'OPN-001': { a: 'refused' }, 'OPN-039': 20, 'OPN-041': true }),
  );
  expect(text).toBe(
    before
      .replace('OPN-039: 10', 'OPN-039: 20')
      .replace('OPN-040: [ x ]\n', 'OPN-040: [ x ]\n  # What is OPN-041?\n  OPN-041: true\n'),
  );
  expect([added, changed]).toEqual([['OPN-041'], ['OPN-039']]);
});

test('a pin that holds is kept whole where a run asked only a part of it', () => {
  const before = "pins:\n  OPN-036: [ '1', '2' ] # all\n";
  const [question] = asked({ 'OPN-036': ['1'] });
  if (question === undefined) throw new Error('no question');
  const inPart = { ...question, pinned: ['1', '2'] };
  expect(pinAnswers(before, [inPart])).toEqual({ text: before, added: [], changed: [] });
  expect(pinAnswers(before, [{ ...inPart, observed: ['3'], drift: true }]).changed).toEqual(['OPN-036']);
  // Held against another profile, it says nothing of this one.
  expect(pinAnswers(before, [{ ...inPart, pinned: ['1', '4'] }]).changed).toEqual(['OPN-036']);
});

test('a profile without pins, with empty ones, or in the form of JSON takes them too', () => {
  const questions = asked({ 'OPN-039': 10 });
  for (const before of [
    '',
    '{}\n',
    'name: x\n',
    'name: x\npins: {}\n',
    '{ "name": "x", "pins": {} }',
    '{"name":"x"}',
  ]) {
    expect((parse(pinAnswers(before, questions).text) as { pins: unknown }).pins, before).toEqual({ 'OPN-039': 10 });
  }
  expect(pinAnswers('name: x\r\nrate: 5\r\n', questions).text).toMatch(/^name: x\r\nrate: 5\r\npins:\r\n/);
});

test('what stands in brackets stays as it was written, with blanks or without', () => {
  for (const before of ['claims: [a, b]\nlimits: {x: 1}\n', 'claims: [ a, b ]\nlimits: { x: 1 } # as in [c](d)\n']) {
    expect(pinAnswers(before, asked({ 'OPN-039': 10 })).text).toContain(before);
  }
});

test('pins of the profile that a new user is given come below what it says of them', () => {
  const before = readFileSync('templates/tradecert.yaml', 'utf8');
  const { text } = pinAnswers(before, asked({ 'OPN-039': 10 }));
  expect(text).toBe(before.replace('pins: {}\n', 'pins:\n  # What is OPN-039?\n  OPN-039: 10\n'));
});

test('pins that are written as a reference are written out; one that others refer to is refused', () => {
  const shared = 'kinds: &none {}\npins: *none\n';
  const { text } = pinAnswers(shared, asked({ 'OPN-039': 10 }));
  expect(parse(text)).toEqual({ kinds: {}, pins: { 'OPN-039': 10 } });
  const inside = 'pins:\n  OPN-001: &a { x: 1 }\n  OPN-002: *a\n';
  expect(() => pinAnswers(inside, asked({ 'OPN-001': 2 }))).toThrow();
});

test('what a service says is data, whatever it says', () => {
  const answers = { 'OPN-036': [HOSTILE, '\n- x: 1', '*a', '&b', '# no comment', 'true', '1e3', '', '---', '\u0000'] };
  const { text } = pinAnswers('', asked(answers));
  expect(parseProfile(text, 'p').pins).toEqual(answers);
  const hostileQuestion = asked({ 'OPN-036': 1 }).map((question) => ({ ...question, question: 'a\nname: evil' }));
  expect(parseProfile(pinAnswers('', hostileQuestion).text, 'p')).toEqual({ pins: { 'OPN-036': 1 } });
});

test('any answer is read as it was written', () => {
  const answer = fc.jsonValue({ maxDepth: 3 }).filter((value) => value !== null) as fc.Arbitrary<Answer>;
  fc.assert(
    fc.property(answer, (observed) => {
      const { pins } = parseProfile(pinAnswers('name: x\n', asked({ 'OPN-001': observed })).text, 'p');
      expect(JSON.stringify(pins?.['OPN-001'])).toBe(JSON.stringify(observed));
    }),
    { numRuns: 200 },
  );
});

test('a comment beside a pin stays where the pin becomes another one, also from one line to many', () => {
  const long = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`member${at}`, at]));
  const before = 'pins:\n  OPN-039: 10 # by hand\n  OPN-040: [ x ] # why\n  OPN-041: 1 # long\nrate: 5 # few\n';
  const { text } = pinAnswers(before, asked({ 'OPN-039': 20, 'OPN-040': ['y'], 'OPN-041': long }));
  expect(text).toContain('  OPN-039: 20 # by hand\n  OPN-040: [ y ] # why\n');
  expect(text).toContain('# long\n');
  expect(text).toContain('rate: 5 # few\n');
});

test('what YAML does not print is escaped, in values and names, and read as it was said', () => {
  const unprinted = '\ufffe\uffff\ufeff\u007f\u0085\u009f\u2028"\\\u0000';
  const answers = {
    'OPN-036': [`a${unprinted}`, unprinted.repeat(20)],
    'OPN-045': { [`/${unprinted}`]: [`- ${unprinted}`] },
  };
  const { text } = pinAnswers('name: "\\ufffe" # ours\n', asked(answers));
  expect(text).toMatch(/^[\n\x20-\x7e]*$/);
  expect(text).toContain('name: "\\ufffe" # ours\n');
  expect(parse(text)).toEqual({ name: '\ufffe', pins: answers });
});
