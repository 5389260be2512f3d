import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { EvidenceLog } from '../../../src/examine/evidence.js';
import type { Exchange } from '../../../src/wire/exchange.js';
import { test } from '../cli/temporary-folder.js';

const exchange: Exchange = {
  number: 1,
  clause: 'INS-007',
  operation: 'listOrderableStocks',
  request: { method: 'GET', target: '/stocks/orders', headers: [['x-\ud83d', '\ud83d']], text: null, size: 0 },
  response: {
    status: 200,
    headers: [],
    text: `${'x'.repeat(64 * 1024 - 1)}😀`,
    size: 65_539,
    json: { ok: false, because: '' },
  },
  sentAtMs: 1,
  receivedAtMs: 2,
  waits: 0,
};

test('evidence can be read by strict readers of JSON, wherever a text was cut', ({ folder }) => {
  const log = new EvidenceLog(folder);
  log.write(exchange);
  log.write({
    ...exchange,
    response: { ...exchange.response, text: '{"\\ud83d":"😀"}' } as Exchange['response'] & object,
  });
  log.close();
  const text = readFileSync(join(folder, 'exchanges.jsonl'), 'utf8');
  const [cut = '', whole = ''] = text.split('\n');
  expect(text).not.toMatch(/(?<!\\)\\ud/);
  expect(cut).toContain('x\ufffd… [cut]');
  expect((JSON.parse(whole) as Exchange).response?.text).toBe('{"\\ud83d":"😀"}');
  expect(statSync(join(folder, 'exchanges.jsonl')).mode & 0o777).toBe(0o600);
});
