import { expect, test } from '@playwright/test';
import type { QuestionResult } from '../../../../src/contract/results.js';
import { renderQuestions } from '../../../../src/report/questions/render-questions.js';
import { HOSTILE } from '../some-results.js';

function asked(different: Partial<QuestionResult>): QuestionResult {
  return {
    id: 'OPN-039',
    section: '8',
    question: 'What is the page size?',
    observed: 10,
    pinned: null,
    drift: false,
    ...different,
  };
}

/** What a reader sees of one question. */
function shown(different: Partial<QuestionResult>, reason = ''): string {
  const question = asked(different);
  const { text } = renderQuestions([question], [{ id: question.id, reason }]);
  return text
    .slice(text.indexOf('<article'))
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

test('a question is shown with the document, the answer, its pin, and what the document could say', () => {
  expect(shown({})).toBe(
    'OPN-039 What is the page size? section 8 the document Page size: not shown. this subject 10 pinned no ' +
      'the document could say A page that is not the last one has 10 instruments.',
  );
  expect(shown({ pinned: 10 })).toContain('pinned ✓ yes, and still so the document');
  expect(shown({ pinned: { largest: 10, smallest: 7 } })).toContain('✓ yes, and still so, as far as this run asked');
  expect(shown({ pinned: 20, drift: true })).toContain('pinned ≠ drifted: it was pinned as 20 the document');
});

test('of a question that was not answered, it is said why, and no sentence is proposed', () => {
  const text = shown({ observed: null, pinned: 10 }, 'no lookup was answered');
  expect(text).toContain('this subject not observed: no lookup was answered pinned yes, and not observed in this run');
  expect(text).not.toContain('could say');
});

test('a question of another catalogue is shown without what only ours knows', () => {
  expect(shown({ id: 'OPN-999' })).toBe('OPN-999 What is the page size? section 8 this subject 10 pinned no');
});

test('of a list and of members that drifted, what was added and removed is marked, and all that was pinned folded', () => {
  const list = shown({
    id: 'OPN-036',
    pinned: ['40001', '40002', '40009'],
    observed: ['40001', '40009', '40003'],
    drift: true,
  });
  expect(list).toContain(
    'pinned ≠ drifted − as pinned, + as it is now 40002 40003 All that was pinned 40001, 40002, 40009',
  );
  const { text } = renderQuestions([
    asked({
      observed: { 'MOD-011': [422], 'MOD-012': [422], 'MOD-013': [400], new: [404] },
      pinned: { 'MOD-011': [400], 'MOD-012': [400], 'MOD-013': [400], old: [401] },
      drift: true,
    }),
  ]);
  const changes = text
    .slice(text.indexOf('class="changes"'), text.indexOf('class="pinned"'))
    .replaceAll(/<(?!\/?(?:ins|del))[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
  expect(changes).toContain('MOD-011 MOD-012 <del>400</del> <ins>422</ins> old <del>401</del> new <ins>404</ins>');
  expect(changes).not.toContain('MOD-013');
});

test('changes are bounded, and what differs in form alone is shown side by side', () => {
  const many = Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`m${index}`, index]));
  const { text } = renderQuestions([asked({ observed: many, pinned: { m0: 7 }, drift: true })]);
  expect(text).toContain('… and 50 more in results.json');
  expect(shown({ observed: ['1'], pinned: [1], drift: true })).toContain('≠ drifted: it was pinned as 1');
  expect(shown({ observed: ['a'], pinned: 'a', drift: true })).toContain('≠ drifted: it was pinned as a');
  expect(shown({ observed: { a: { b: ['x'] } }, pinned: { a: 'x y' }, drift: true })).toContain('a x y');
});

test('the place of a question in the page is not that of its clause', () => {
  expect(renderQuestions([asked({})]).text).toContain('id="question-OPN-039"');
});

test('no text of a service becomes markup', () => {
  const answers = [HOSTILE, [HOSTILE], { [HOSTILE]: HOSTILE }, { a: { [HOSTILE]: [HOSTILE] } }, [{ [HOSTILE]: 1 }]];
  for (const observed of answers) {
    const question = asked({ id: 'OPN-036', observed, pinned: observed, drift: true, question: HOSTILE });
    const { text } = renderQuestions([question], [{ id: 'OPN-036', reason: HOSTILE }]);
    expect(text).not.toMatch(/<(?:script|img)/);
    // eslint-disable-next-line no-control-regex -- the control characters are what is looked for
    expect(text).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
  }
});

test('a run without questions has no such section', () => {
  expect(renderQuestions([]).text).toBe('');
});

test('members come before their value, many of one value folded, and numbers by their size', () => {
  const observed = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`price ${index}`, index < 20 ? 'refused' : 'accepted']),
  );
  const { text } = renderQuestions([asked({ observed })]);
  expect(text).toMatch(/<dt><ul><li>price 0<[^]*<summary>and 12 more<\/summary>[^]*<\/dt><dd>refused<\/dd>/);
  const lots = renderQuestions([asked({ observed: { maxOrderQuantity: ['100', '20', '50', '500'] } })]).text;
  expect(lots).toContain('20, 50, 100 or 500');
});

test('all questions together take a bounded part of the page', () => {
  const observed = Array.from({ length: 300 }, (_, index) => `${index} ${'x'.repeat(40)}`);
  const many = Array.from({ length: 60 }, (_, index) => asked({ id: `OPN-${100 + index}`, observed }));
  const { text } = renderQuestions(many);
  expect(text.length).toBeLessThan(300_000);
  expect(text.match(/class="question"/g)).toHaveLength(60);
  expect(text).toContain('The answer is left out here; results.json has it.');
});
