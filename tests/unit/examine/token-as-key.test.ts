import { expect, test } from '@playwright/test';
import { certifyService } from '../../../src/examine/certify-service.js';
import { startReferenceService } from '../../../src/mock/reference-service.js';
import { soleHeader, type Call } from '../../../src/mock/call.js';
import { refuse } from '../../../src/mock/refusal.js';
import { expectedSignature } from '../../../src/mock/steps/check-signature.js';
import { decodeKey } from '../../../src/wire/decode-key.js';
import { resultOf, settingsFor, withFolder } from '../../support/certify-reference.js';

/** Which key signs, the document does not say: here it is the token. */
const TOKEN_AS_KEY = {
  name: 'token-as-key',
  does: 'Takes signatures made with the token as the key.',
  apply: () => ({
    verifySignature: (call: Call) => {
      const service = { ...call.service, signingKey: decodeKey(call.token, 'utf8') };
      const isRight = soleHeader(call.incoming, 'x-signature') === expectedSignature({ ...call, service });
      return isRight ? null : refuse('signature-mismatch');
    },
  }),
};

test('nothing is held against a service whose signing key is the token', async () => {
  const service = await startReferenceService({ alterations: [TOKEN_AS_KEY] });
  try {
    const results = await withFolder((folder) =>
      certifyService({
        settings: settingsFor(service, folder, { signingKey: service.token }),
        toolVersion: 'test',
        clauses: ['SIG-003', 'SIG-004'],
      }),
    );
    for (const clause of ['SIG-003', 'SIG-004']) expect(resultOf(results, clause).verdict).toBe('pass');
  } finally {
    await service.close();
  }
});
