import { expect, test } from '@playwright/test';
import { runTokenCommand } from '../../../src/cli/token.js';

test('a token command that does not end is ended, with what it started', async () => {
  const found = { value: 'sleep 600 & wait', where: 'TRADECERT_TOKEN_COMMAND in .env', level: 2 } as const;
  await expect(runTokenCommand(found, process.cwd(), 50)).rejects.toThrow(
    'The token command did not end within 0.05 s.',
  );
});

test('a token command that prints without end is ended', async () => {
  const found = { value: 'yes', where: '.env', level: 2 } as const;
  await expect(runTokenCommand(found, process.cwd())).rejects.toThrow('The token command printed more than 64 KiB.');
});
