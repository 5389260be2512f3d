import { createPrivateKey } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { secretsOf } from '../../../../src/examine/secrets.js';
import { Redactor } from '../../../../src/wire/redaction.js';
import { someSettings } from '../../../support/some-settings.js';
import { PARTNER } from './certified-run.js';

const pem = PARTNER.privateKey;
const secret = Buffer.from(createPrivateKey(pem).export({ format: 'jwk' }).d ?? '', 'base64url');

const spellings: Readonly<Record<string, string>> = {
  'as it is': pem,
  'on one line': pem.replaceAll('\n', '\\n'),
  'its base64': pem.split('\n')[1] ?? '',
  'its 32 bytes in hexadecimal': secret.toString('hex'),
  'its 32 bytes in base64': secret.toString('base64'),
};

for (const [name, text] of Object.entries(spellings)) {
  for (const given of [pem, pem.replaceAll('\n', '\\n')]) {
    test(`the key is taken out of what is recorded: ${name}, ${given === pem ? 'given as PEM' : 'given on one line'}`, () => {
      const settings = someSettings({ certificate: { key: given, days: 90 } });
      const shown = new Redactor(secretsOf(settings)).text(`{"said": ${JSON.stringify(text)}}`);
      expect(shown).toContain('[redacted:certificate-key]');
      for (const part of [secret.toString('hex'), secret.toString('base64').slice(4, 40)])
        expect(shown).not.toContain(part);
    });
  }
}
