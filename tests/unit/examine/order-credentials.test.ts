import { expect, test } from '@playwright/test';
import { orderCredentials } from '../../../src/examine/order-credentials.js';
import { secretsOf } from '../../../src/examine/secrets.js';
import { Redactor } from '../../../src/wire/redaction.js';
import { someSettings } from '../../support/some-settings.js';

const credentialsOf = (query: string): string[] =>
  orderCredentials({ kind: 'url', url: `https://orders.example/o?${query}` });

test('credentials in the query of the order source are taken out of answers', () => {
  const orders = { kind: 'url', url: 'https://orders.example/o?api_key=ordcred-55TTggHH22kk&account=1' } as const;
  const redactor = new Redactor(secretsOf(someSettings({ orders })));
  expect(redactor.text('{"saw":"ordcred-55TTggHH22kk","account":1}')).toBe(
    '{"saw":"[redacted:order-source]","account":1}',
  );
});

test('what is named like a secret, or is long and has letters and digits, is a credential', () => {
  expect(credentialsOf('key=correcthorse')).toEqual(['correcthorse']);
  expect(credentialsOf('who=ordcred55TTggHH2')).toEqual(['ordcred55TTggHH2']);
  expect(credentialsOf('ordcred55TTggHH2')).toEqual(['ordcred55TTggHH2']);
  expect(credentialsOf('api_key=a%2Fb+c123456')).toEqual(['a/b c123456', 'a/b+c123456']);
});

test('a parameter may end at a semicolon', () => {
  expect(credentialsOf('account=1;token=correcthorse;type=LIMIT')).toContain('correcthorse');
});

test('a short credential is found in upper and lower case throughout, and percent-encoded twice', () => {
  const orders = { kind: 'url', url: 'https://orders.example/o?token=Tok/55-ab' } as const;
  const redactor = new Redactor(secretsOf(someSettings({ orders })));
  for (const spelling of ['Tok/55-ab', 'TOK/55-AB', 'tok/55-ab', 'Tok%252F55-ab', 'Tok%252f55-ab'])
    expect(redactor.text(`saw ${spelling} here`), spelling).toBe('saw [redacted:order-source] here');
});

test('what may stand in any answer is none', () => {
  for (const query of [
    '',
    'account=1',
    'account=12345678',
    'account=TEST-ACCT-001',
    'symbol=US0378331005',
    'type=STOP_LIMIT',
    'mode=correcthorse',
  ])
    expect(credentialsOf(query), query).toEqual([]);
  for (const query of ['key=LIMIT', 'token=orderPrice', 'stockCd=US0378331005'])
    expect(credentialsOf(query), query).toEqual([]);
});

test('a file and a command have no query', () => {
  expect(orderCredentials(null)).toEqual([]);
  expect(orderCredentials({ kind: 'file', path: '/a?key=ordcred55' })).toEqual([]);
});
