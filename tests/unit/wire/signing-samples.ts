import { createSecretKey } from 'node:crypto';
import { SuiteError } from '../../../src/contract/suite-error.js';
import { parseTemplate } from '../../../src/wire/signature-template.js';
import { preimage, type SigningInput } from '../../../src/wire/signing.js';

/** A modification, to be signed. */
export const POST: SigningInput = {
  timestamp: '1700000000',
  method: 'POST',
  target: '/orders/modify',
  origin: 'https://api.example',
  body: Buffer.from('{"orderNo":"A1","price":"1.1050","qty":2}'),
  token: 'jwt.jwt.jwt',
};

export const key = createSecretKey(Buffer.from('test-secret'));

/** What a template signs of it, byte by byte. */
export const text = (template: string, input: Partial<SigningInput> = {}): string =>
  preimage(parseTemplate(template), { ...POST, ...input }).toString('latin1');

/** The error that a call throws. */
export function errorOf(run: () => unknown): SuiteError {
  try {
    run();
  } catch (error) {
    if (error instanceof SuiteError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
