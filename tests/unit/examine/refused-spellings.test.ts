import { expect, test } from '@playwright/test';
import type { Alteration } from '../../../src/mock/behaviour.js';
import { refuse } from '../../../src/mock/refusal.js';
import { certifyReference, resultOf } from '../../support/certify-reference.js';

/** Refuses a modify whose body, as it was sent, has this. */
const refusing = (spelling: RegExp): Alteration => ({
  ...{ name: 'refusing', does: '' },
  apply: (before) => ({
    parseBody: (call) =>
      before.parseBody(call) ?? (spelling.test(call.incoming.body.toString('utf8')) ? refuse('body-json') : null),
  }),
});

async function causesOf(spelling: RegExp): Promise<readonly string[]> {
  const results = await certifyReference({ alterations: [refusing(spelling)] }, {}, ['MOD-010']);
  return resultOf(results, 'MOD-010').findings.map(({ cause }) => cause);
}

const REFUSED = 'a valid body is refused in another spelling';

for (const member of ['orderDateTime', 'orderNo', 'sideCd']) {
  test(`MOD-010: where escapes are refused in ${member} alone, it is named`, async () => {
    test.slow();
    const causes = await causesOf(new RegExp(`"${member}"\\s*:\\s*"[^"]*\\\\u`));
    expect([...causes].sort()).toEqual([
      `${REFUSED}: strings in \\u escapes with capital digits, in ${member}`,
      `${REFUSED}: strings in \\u escapes, in ${member}`,
    ]);
  });
}
