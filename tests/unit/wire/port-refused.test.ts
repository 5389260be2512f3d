import { expect, test } from '@playwright/test';
import { portRefused } from '../../../src/wire/port-refused.js';

for (const [code, message] of [
  ['EADDRINUSE', 'Port 80 is taken by another program.'],
  ['EACCES', 'You may not listen on port 80: most systems keep those below 1024.'],
  ['EADDRNOTAVAIL', 'Port 80 cannot be listened on (EADDRNOTAVAIL).'],
] as const) {
  test(`a port that the system refuses with ${code} is told in plain words`, () => {
    expect(portRefused(Object.assign(new Error(code), { code }), 80, '--port')).toMatchObject({
      message,
      where: '--port',
      remedy: 'give another port, or 0 for any that is free',
    });
  });
}
