import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { printedJson, visibleJson } from '../../../src/report/plain-text.js';

test('printed JSON is what it was to a reader, and nothing to a terminal or a CI', () => {
  const said = 'a\u009b31m\u001b[2J\u007f\u202e\u2028\ufeff\\##[group]\n::error::x';
  const printed = printedJson({ [said]: [said, 1, null] });
  expect(JSON.parse(printed)).toEqual({ [said]: [said, 1, null] });
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  expect(printed).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\ufeff]|##\[|^\s*::/m);
  expect(printed).toContain('a\\u009b31m');
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.stringify(value, null, 2);
      expect(JSON.parse(visibleJson(json))).toEqual(JSON.parse(json));
    }),
  );
});
