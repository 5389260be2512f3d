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
