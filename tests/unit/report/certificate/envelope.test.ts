import { expect, test } from '@playwright/test';
import { parsePrivateKey } from '../../../../src/report/certificate/certificate-key.js';
import {
  addSignature,
  parseEnvelope,
  PAYLOAD_TYPE,
  renderEnvelope,
  type Envelope,
} from '../../../../src/report/certificate/envelope.js';
import { OPERATOR, PARTNER } from './certified-run.js';

const unsigned: Envelope = { payloadType: PAYLOAD_TYPE, payload: Buffer.from('{"~":"ÿ?>"}'), signatures: [] };
const partner = addSignature(unsigned, parsePrivateKey(PARTNER.privateKey, 'test'));
const both = addSignature(partner, parsePrivateKey(OPERATOR.privateKey, 'test'));

test('an envelope is read as it was written, however many signed it', () => {
  for (const envelope of [unsigned, partner, both]) {
    const read = parseEnvelope(renderEnvelope(envelope));
    expect(read).toEqual(envelope);
    expect(renderEnvelope(read as Envelope)).toBe(renderEnvelope(envelope));
  }
  expect(both.signatures).toHaveLength(2);
});

test('either alphabet of base64, any order and any white space are read', () => {
  const { payload, signatures } = JSON.parse(renderEnvelope(both)) as {
    payload: string;
    signatures: { sig: string }[];
  };
  const url = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  const other = {
    signatures: signatures.map((one) => ({ ...one, sig: url(one.sig) })),
    payload: url(payload),
    payloadType: PAYLOAD_TYPE,
  };
  expect(payload).not.toBe(url(payload));
  expect(parseEnvelope(JSON.stringify(other))).toEqual(both);
});

const refused: readonly (readonly [text: string, why: string])[] = [
  ['', 'it is empty'],
  ['[]', 'it is no JSON object'],
  ['{"payload":"","signatures":[]}', 'it has no payloadType'],
  ['{"payloadType":"x","signatures":[]}', 'its payload is no base64'],
  ['{"payloadType":"x","payload":"a b","signatures":[]}', 'its payload is no base64'],
  ['{"payloadType":"x","payload":""}', 'it has no list of signatures'],
  ['{"payloadType":"x","payload":"","signatures":[1]}', 'one of its signatures is no object'],
  [
    '{"payloadType":"x","payload":"","signatures":[{"sig":1}]}',
    'one of its signatures is no base64, or its keyid no text',
  ],
  ['{"payloadType":"x","payload":"","signatures":[{"publicKey":"?","sig":""}]}', 'one of its public keys is no base64'],
  ['{"payloadType":"x","payload":"","payload":"","signatures":[]}', 'it names a member twice (/payload)'],
  [`{"payloadType":"x","payload":"","signatures":[${'{},'.repeat(64)}{}]}`, 'it has more than 64 signatures'],
  ['['.repeat(100_000), 'it is nested more than 200 levels deep'],
];

for (const [text, why] of refused) {
  test(`is no envelope: ${text.slice(0, 70)}`, () => {
    expect(parseEnvelope(text)).toBe(why);
  });
}
