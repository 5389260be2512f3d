import { expect, test } from '@playwright/test';
import { parseTemplate } from '../../../src/wire/signature-template.js';
import { shellHint, templateHints } from '../../../src/wire/template-hints.js';

const hints = (text: string): readonly string[] => templateHints(parseTemplate(text));

test('a $ before a placeholder is told, since it is signed', () => {
  const hint =
    'the signature template has $ before {, as in a shell: the $ is signed; leave it out where it is not meant';
  for (const text of ['${timestamp}.${body}', '{timestamp}${({body}{path})|sha256|hex}'])
    expect([text, hints(text), shellHint(text)]).toEqual([text, [hint], [hint]]);
  for (const text of ['{timestamp}$|{body}', '{timestamp}$', '{body|pre(${x})}'])
    expect([text, hints(text)]).toEqual([text, []]);
});

test('a hash that is signed as raw bytes is told, with the spelling for its digits', () => {
  const hint = (placeholder: string): string =>
    `{${placeholder}} signs the raw bytes of the hash: where the service signs its digits, write {${placeholder}|hex}, or |base64`;
  expect(hints('{timestamp}{body|sha256}')).toEqual([hint('body|sha256')]);
  expect(hints('{header:X-Id|upper|pre(a)|sha512}{body}')).toEqual([hint('header:X-Id|upper|pre(…)|sha512')]);
  for (const text of [
    '{body|sha256|hex}',
    '{body|sha512|base64}',
    '{target}{({nonce}{body|sha256})|sha256}',
    'lines-hash{body}',
  ])
    expect([text, hints(text)]).toEqual([text, []]);
});
