import type { Fault } from '../behaviour.js';
import { refuse } from '../refusal.js';
import { acceptAt, fault } from './make-fault.js';

/** Faults in reading the body, sections 2.3 and 4.2. */
export const BODY_FAULTS: readonly Fault[] = [
  acceptAt(
    ['body-optional', 'MOD-061', 'Answers a modify without a body with success.'],
    'parseBody',
    ({ cause }) => cause === 'body-missing',
  ),
  acceptAt(
    ['body-need-not-be-json', 'MOD-062', 'Answers a body that is no JSON with success.', { also: ['MOD-064'] }],
    'parseBody',
    ({ cause }, { incoming }) =>
      (cause === 'body-json' && !/:-?(?:NaN|Infinity)\b/.test(incoming.body.toString('utf8'))) ||
      cause === 'body-encoding',
  ),
  acceptAt(
    ['plain-text-body', 'MOD-062', 'Answers a body of plain text with success.'],
    'parseBody',
    ({ cause }, { incoming }) => cause === 'body-json' && /^[a-z\s]+$/i.test(incoming.body.toString('utf8')),
  ),
  fault(['text-after-body', 'MOD-064', 'Reads a body up to its last brace and overlooks what follows.'], (before) => ({
    parseBody: (call) => {
      const { body } = call.incoming;
      const end = body.lastIndexOf('}') + 1;
      const cut = { ...call, incoming: { ...call.incoming, body: body.subarray(0, end === 0 ? body.length : end) } };
      const refusal = before.parseBody(cut);
      call.body = cut.body;
      return refusal;
    },
  })),
  acceptAt(
    [
      'body-need-not-be-object',
      'MOD-063',
      'Answers a JSON body that is no object with success.',
      { also: ['MOD-083', 'MOD-087'] },
    ],
    'parseBody',
    ({ cause }) => cause === 'body-object',
  ),
  fault(['one-spelling-only', 'MOD-010', 'Refuses a body that is not in the shortest JSON spelling.'], (before) => ({
    parseBody: (call) => {
      const refusal = before.parseBody(call);
      const isShortest = JSON.stringify(call.body) === call.incoming.body.toString('utf8');
      return refusal ?? (isShortest ? null : refuse('body-json'));
    },
  })),
  fault(['no-escapes', 'MOD-010', 'Refuses a body with escapes.'], (before) => ({
    parseBody: (call) => before.parseBody(call) ?? (call.incoming.body.includes('\\') ? refuse('body-json') : null),
  })),
];
