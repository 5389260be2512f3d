import { expect, test } from '@playwright/test';
import { LiveTally } from '../../../src/cli/live-tally.js';
import { broken, pass, unverified } from '../../../src/contract/verdict.js';

const REQUIRED = { id: 'CLI-001', kind: 'required', sentence: 'A client\u202e signs.' } as const;
const EXPECTED = { id: 'CLI-002', kind: 'expected', sentence: 'A client renews.' } as const;
const OBSERVE = { id: 'OPN-048', kind: 'observe', sentence: 'What a client does.' } as const;
const BREACH = broken({ cause: 'c', at: 'request', expected: 'e', actual: 'a' });

test('the line counts requests, connections and clauses of both sides', () => {
  const tally = new LiveTally();
  expect(tally.line()).toBe('0 requests on 0 connections; client: 0 held; service: 0 held');
  tally.see({ connection: 1 });
  tally.see({ connection: 2 });
  tally.see({ connection: 2, trouble: { kind: 'reset', because: 'it was closed' } });
  for (const outcome of [pass, pass, unverified('nothing to see')]) tally.report('client', REQUIRED, outcome);
  tally.report('service', REQUIRED, BREACH);
  tally.report('service', EXPECTED, BREACH);
  tally.report('service', OBSERVE, BREACH);
  expect(tally.line()).toBe(
    '3 requests on 2 connections, 1 without a whole answer; client: 1 held; service: 0 held, 1 warned, 1 failed',
  );
});

test('a clause is told of when it is first broken, and stays so', () => {
  const tally = new LiveTally();
  expect(tally.report('client', REQUIRED, pass)).toBeNull();
  expect(tally.report('client', REQUIRED, BREACH)).toBe('client failed CLI-001 (required): A client\\u202e signs.\n');
  expect(tally.report('client', REQUIRED, BREACH)).toBeNull();
  expect(tally.report('client', REQUIRED, pass)).toBeNull();
  expect(tally.report('service', EXPECTED, BREACH)).toBe('service warned CLI-002 (expected): A client renews.\n');
  expect(tally.line()).toBe('0 requests on 0 connections; client: 0 held, 1 failed; service: 0 held, 1 warned');
});

test('why the service is not reached is told once', () => {
  const tally = new LiveTally();
  const unreached = (because: string) => tally.see({ connection: 1, trouble: { kind: 'unreachable', because } });
  expect(tally.see({ connection: 1, trouble: { kind: 'reset', because: 'it was closed' } })).toBeNull();
  expect(unreached('nobody\u001b listens')).toBe('nobody\\u001b listens; the client was answered with status 502\n');
  expect(unreached('nobody\u001b listens')).toBeNull();
  expect(unreached('no such host')).toContain('no such host');
});
