import { expect, test } from '@playwright/test';
import { shownValue } from '../../../src/signature/explain-template.js';
import { renderExplanation } from '../../../src/signature/render-explanation.js';
import { decodeKey } from '../../../src/wire/decode-key.js';
import { parseTemplate } from '../../../src/wire/signature-template.js';
import { KEY, signedOver, TOKEN, unsigned } from './some-requests.js';

const key = decodeKey(KEY, 'utf8');

function explain(text: string, request = signedOver(text, unsigned(), key, { APP: 'application-7' })) {
  const template = parseTemplate(text);
  return renderExplanation({ template, name: text, isAssumed: false, request, key, env: { APP: 'application-7' } });
}

test('each piece is shown with every step, and what is signed with its line ends', () => {
  const { text, value } = explain('{method}\\n{body|minify|sha256|hex}');
  expect(value.isSame).toBe(true);
  expect(value.bytes).toBe(4 + 1 + 64);
  expect(value.pieces[2]?.steps.map(({ name }) => name)).toEqual(['minify', 'sha256', 'hex']);
  expect(value.pieces[2]?.steps[0]?.shown).toContain('{"stockCd":"EUR/USD",');
  expect(text).toMatch(/\n {2}\[POST\]\[\\n\]\[[0-9a-f]{64}\]\n/);
  expect(text).toContain('It is the X-Signature of the request.');
});

test('a signature over something else is told', () => {
  const { text, value } = explain('{body}', signedOver('{timestamp}{body}'));
  expect(value.isSame).toBe(false);
  expect(text).toContain('It is not the X-Signature of the request');
});

test('without a key nothing is said of the signature', () => {
  const { text, value } = renderExplanation({
    ...{ template: parseTemplate('{body}'), name: '{body}', isAssumed: false },
    ...{ request: unsigned(), key: null, env: {} },
  });
  expect(value).toMatchObject({ signatureBegins: null, isSame: null });
  expect(text).toContain('TRADECERT_SIGNING_KEY is not set');
});

test('no secret is shown, in whatever it is covered', () => {
  const { text, value } = explain(
    '{token}{env:APP|base64}{header:Authorization}{token|sha256|hex}{({body}{token})|sha256|hex}{body}',
  );
  const all = text + JSON.stringify(value);
  for (const secret of [TOKEN, 'application-7', Buffer.from('application-7').toString('base64'), KEY]) {
    expect(all).not.toContain(secret);
  }
  expect(all).not.toMatch(/[0-9a-f]{64}/);
});

test('control characters, bytes that are no text, and long values are shown as far as they can be', () => {
  expect(shownValue('a\n\t\0\x1b[31m\u202e')).toBe('a\\n\\t\\0\\u{1b}[31m\\u{202e}');
  expect(shownValue(new Uint8Array([0xff, 0x00]))).toBe('<ff00>');
  expect(shownValue('x'.repeat(3_000))).toBe(`${'x'.repeat(2_000)}… (3000 characters)`);
});

test('what may be a slip in a template is told where the signature is another one', () => {
  const other = signedOver('{timestamp}{body}');
  expect(explain('{timestamp}{body|sha256}', other).text).toMatch(
    /\n {11}Perhaps: \{body\|sha256\} signs the raw bytes .*\n$/,
  );
  expect(explain('${timestamp}{body}', other).text).toContain('Perhaps: the signature template has $ before {');
  expect(explain('{timestamp}{body|sha256}').text).not.toContain('Perhaps');
});
