import { expect, test } from '@playwright/test';
import { commandSays } from '../../../src/wire/command-says.js';

const SHORT = 'Tr4d3-S3cr3t!q';
const bold = (text: string): string => Array.from(text, (char) => `\u001b[1m${char}\u001b[0m`).join('');

test('a secret is taken out of what a command says in colours, however short it is', () => {
  const said = `\u001b[31merror:\u001b[0m key ${bold(SHORT)}\ntoken ${bold('aZ9opaqueT0k')}\nWindows C:\\exec\\app`;
  const redact = (text: string): string => text.replaceAll('aZ9opaqueT0k', '[redacted:token]');
  expect(commandSays(said, { command: 'sh x', env: { TRADECERT_SIGNING_KEY: SHORT }, redact })).toEqual([
    'error: key [redacted:tradecert-signing-key]',
    'token [redacted:token]',
    'Windows C:\\exec\\app',
  ]);
});

test('the words of a message behind a name, and the working folder, are shown', () => {
  const said = [
    '/bin/sh: 1: aws-get-token: not found',
    'bash: line 1: get_token: command not found',
    'error: token: expired.',
    "can't open file '/srv/ci/work/fetch_token.py'",
  ];
  const env = { PWD: '/srv/ci/work', OLDPWD: '/srv/ci' };
  expect(commandSays(said.join('\n'), { command: 'aws-get-token --x', env })).toEqual(said);
});

test('what a name like a secret stands before is taken out, also of the variables that end in PWD', () => {
  const env = { DB_PWD: '/srv/ci/work', PWD: 'hunter22' };
  const said = 'password: nothing-like-it\ntoken=notable\n{"pin":"not0"} /srv/ci/work hunter22';
  expect(commandSays(said, { command: 'x', env })).toEqual([
    'password: [redacted]',
    'token=[redacted]',
    '{"pin":"[redacted]"} [redacted:db-pwd] [redacted:pwd]',
  ]);
});
