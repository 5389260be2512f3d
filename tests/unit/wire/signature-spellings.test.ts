import { Buffer } from 'node:buffer';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { signatureSpellings } from '../../../src/wire/signature-spellings.js';

const signature = fc.uint8Array({ minLength: 64, maxLength: 64 }).map((bytes) => Buffer.from(bytes).toString('hex'));

/** Letters and digits alone, in lower case. */
const bared = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Base64 in something longer, without the characters that are made of other bytes as well before it. */
const base64After = (before: number, bytes: Buffer): string =>
  Buffer.concat([Buffer.alloc(before), bytes])
    .toString('base64')
    .slice([0, 2, 3][before]);

test('a signature is spelled as numbers and in base64, in whichever place of something longer', () => {
  fc.assert(
    fc.property(signature, (digits) => {
      const [text, bytes] = [Buffer.from(digits), Buffer.from(digits, 'hex')];
      const spelled = signatureSpellings(digits).map((spelling) => Buffer.from(spelling).toString('latin1'));
      expect(spelled.sort()).toEqual(
        [
          ...[text.toString('hex'), text.join(''), bytes.join('')],
          ...[0, 1, 2].flatMap((before) => [base64After(before, text), base64After(before, bytes)]),
        ]
          .map(bared)
          .sort(),
      );
    }),
  );
});
