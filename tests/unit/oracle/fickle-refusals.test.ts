import { expect, test } from '@playwright/test';
import { judgeFickleRefusals, type Repeated } from '../../../src/oracle/fickle-refusals.js';
import { madeExchange } from '../../support/exchange-builder.js';

const refused = madeExchange({ number: 7, status: 400 });
const repeated = (again: boolean): Repeated => ({
  refused,
  again: madeExchange({ number: 8 }),
  isAcceptedAgain: again,
});

test('a few refusals that are accepted right after are told with their rate and a pair', () => {
  const outcome = judgeFickleRefusals({ sent: 60, repeated: [repeated(true), repeated(true), repeated(false)] });
  expect(outcome).toMatchObject({
    outcome: 'broken',
    finding: {
      actual: expect.stringContaining('3 of 60 valid modifies of orders that took others before and after'),
      shown: { exchange: 7 },
      sibling: { exchange: 8 },
    },
  });
});

test('a limit, where what is refused is refused right after as well, and every other one, are no matter of chance', () => {
  for (const series of [
    { sent: 60, repeated: [] },
    { sent: 60, repeated: [repeated(false)] },
    { sent: 60, repeated: [repeated(true), repeated(false), repeated(false)] },
    { sent: 60, repeated: Array.from({ length: 31 }, () => repeated(true)) },
  ])
    expect(judgeFickleRefusals(series)).toEqual({ outcome: 'pass' });
});
