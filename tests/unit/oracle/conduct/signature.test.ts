import { createHmac, createSecretKey } from 'node:crypto';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { MODIFY_FIELDS } from '../../../../src/contract/order.js';
import type { ClientFacts } from '../../../../src/oracle/conduct/client-judge.js';
import { withHeader, withoutHeader } from '../../../../src/wire/headers.js';
import type { Passage } from '../../../../src/wire/passage.js';
import { parseTemplate, PRESETS, resolveTemplate } from '../../../../src/wire/signature-template.js';
import { sign, signingInputOf, type SigningInput } from '../../../../src/wire/signing.js';
import {
  conductOf,
  FULL_ORDER,
  KEY_TEXT,
  modifyPassage,
  NOW_S,
  ORIGIN,
  PREFIX,
  signed,
  someFacts,
  TOKEN,
  withSignature,
} from '../../../support/conduct-builder.js';

const FACTS = someFacts({ template: parseTemplate('{timestamp}{method}{target}{token}{body}') });
const BODY =
  '{"orderNo": "2026000001", "stockCd": "EUR/USD", "orderDateTime": "2026-01-05T09:00:00.120+09:00", "x": 1.50}';

/** A modify that is signed over something else than what it is. */
function signedOver(different: Partial<SigningInput>, facts = FACTS, body = BODY, key = KEY_TEXT): Passage {
  const passage = modifyPassage(body);
  const input = { ...signingInputOf(passage.request, { origin: ORIGIN }), ...different };
  return withSignature(passage, sign(facts.template, createSecretKey(Buffer.from(key)), input));
}

function brokenBy(passage: Passage, facts: ClientFacts = FACTS): readonly string[] {
  return conductOf([passage], facts).broken.filter((clause) => clause.startsWith('SIG'));
}

/** The one finding on the signature. */
function found(passage: Passage, facts: ClientFacts = FACTS): string {
  const findings = conductOf([passage], facts).findings.filter((finding) => finding.startsWith('SIG'));
  return findings.join('\n');
}

const right = (facts = FACTS, body = BODY): Passage => signed(modifyPassage(body, {}, facts.template), facts.template);
const signatureOf = ({ request }: Passage): string =>
  request.headers.find(([name]) => name === 'X-Signature')?.[1] ?? '';

test('a right signature is let pass, and puts every clause to the test', () => {
  const conduct = conductOf([right()], FACTS);
  expect(conduct.passed.filter((clause) => clause.startsWith('SIG'))).toEqual(
    Array.from({ length: 11 }, (_, index) => `SIG-${String(index + 1).padStart(3, '0')}`),
  );
  expect(brokenBy(right())).toEqual([]);
});

test('the case of the digits, identical headers and white space are open', () => {
  const passage = right();
  const signature = signatureOf(passage);
  expect(brokenBy(withSignature(passage, signature.toUpperCase()))).toEqual([]);
  expect(brokenBy(withSignature(passage, ` ${signature} `))).toEqual([]);
  const { request } = passage;
  const twice = {
    ...passage,
    request: { ...request, headers: [...request.headers, ['X-Signature', signature] as const] },
  };
  expect(brokenBy(twice)).toEqual([]);
});

test('SIG-001 SIG-002: X-Signature is there, and is not empty', () => {
  const passage = right();
  const headers = withoutHeader(passage.request.headers, 'X-Signature');
  expect(brokenBy({ ...passage, request: { ...passage.request, headers } })).toEqual(['SIG-001']);
  expect(brokenBy(withSignature(passage, ''))).toEqual(['SIG-002']);
});

test('SIG-003: signed with another key, or with the key in another reading', () => {
  const hexKey = someFacts({ ...FACTS, key: createSecretKey(Buffer.from(KEY_TEXT, 'hex')) });
  expect(found(signedOver({}), hexKey)).toMatch(/^SIG-003: .* the characters of the key as it was given/);
  for (const encoding of ['hex', 'base64'] as const) {
    const passage = modifyPassage(BODY);
    const key = createSecretKey(Buffer.from(KEY_TEXT, encoding));
    const signature = sign(FACTS.template, key, signingInputOf(passage.request, { origin: ORIGIN }));
    expect(brokenBy(withSignature(passage, signature)), encoding).toEqual(['SIG-003']);
  }
  expect(brokenBy(signedOver({}, FACTS, BODY, TOKEN))).toEqual(['SIG-003']);
  expect(brokenBy(signedOver({}, FACTS, BODY, `${KEY_TEXT}\n`))).toEqual(['SIG-003']);
});

test('SIG-004: what is not explained otherwise is not the signature', () => {
  const passage = right();
  const signature = signatureOf(passage);
  const others = [
    signature.slice(0, 64),
    signature.slice(0, -2),
    signature.slice(64),
    `${signature}00`,
    `0x${signature}`,
    signature.replace(/../g, '$& ').trim(),
    '0'.repeat(128),
    'z'.repeat(128),
    'none',
    createHmac('sha256', KEY_TEXT).update('x').digest('hex'),
    createHmac('sha512', 'x').update('x').digest('hex'),
    signature.slice(0, -1) + ((parseInt(signature.slice(-1), 16) + 1) % 16).toString(16),
  ];
  for (const other of others) expect(brokenBy(withSignature(passage, other)), other).toEqual(['SIG-004']);
  expect(brokenBy(signedOver({}, FACTS, BODY, 'some other key'))).toEqual(['SIG-004']);
});

test('SIG-004: another hash, and another template that goes by a name, are named', () => {
  const passage = modifyPassage(BODY);
  const input = signingInputOf(passage.request, { origin: ORIGIN });
  const key = createSecretKey(Buffer.from(KEY_TEXT));
  expect(found(withSignature(passage, sign(FACTS.template, key, input, 'sha256')))).toContain('SHA-256');
  expect(found(withSignature(passage, sign(resolveTemplate('url-hash'), key, input)))).toContain('"url-hash"');
});

test('SIG-005: the right signature in base64', () => {
  const signature = signatureOf(right());
  const bytes = Buffer.from(signature, 'hex');
  for (const text of [
    bytes.toString('base64'),
    bytes.toString('base64url'),
    Buffer.from(signature).toString('base64'),
    bytes.toString('base64').replace(/=+$/, ''),
  ]) {
    expect(brokenBy(withSignature(right(), text)), text).toEqual(['SIG-005']);
  }
});

test('SIG-006: signed over another spelling of the body', () => {
  const value: unknown = JSON.parse(BODY);
  const spelled: readonly (readonly [way: string, text: string])[] = [
    ['nothing', ''],
    ['an empty object', '{}'],
    ['written anew', JSON.stringify(value)],
    ['indented by two', JSON.stringify(value, null, 2)],
    ['indented by four', JSON.stringify(value, null, 4)],
    ['minified', BODY.replaceAll('": ', '":').replaceAll(', "', ',"')],
    ['with a line end', `${BODY}\n`],
    [
      'sorted',
      JSON.stringify({
        orderDateTime: '2026-01-05T09:00:00.120+09:00',
        orderNo: '2026000001',
        stockCd: 'EUR/USD',
        x: 1.5,
      }),
    ],
    ['with slashes escaped', JSON.stringify(value).replaceAll('/', '\\/').replace('1.5', '1.50')],
    ['in a string', JSON.stringify(BODY)],
  ];
  for (const [way, text] of spelled) {
    expect(brokenBy(signedOver({ body: Buffer.from(text) })), way).toEqual(['SIG-006']);
  }
});

test('SIG-006: members signed in the order of the document and sent sorted, or the other way about, are told in words', () => {
  const written = JSON.stringify(FULL_ORDER, [...MODIFY_FIELDS]);
  const sorted = JSON.stringify(FULL_ORDER, [...MODIFY_FIELDS].sort());
  expect(written).not.toBe(sorted);
  const told = (signed: string, sent: string): string => found(signedOver({ body: Buffer.from(signed) }, FACTS, sent));
  const another =
    'SIG-006: the signature is over another body than the one that was sent | the signature of the body with its';
  expect(told(written, sorted)).toBe(`${another} members in the order of the document`);
  expect(told(sorted, written)).toBe(`${another} members sorted`);
  const python = (text: string): string => text.replaceAll('":', '": ').replaceAll(/,(?=")/g, ', ');
  expect(told(python(written), sorted)).toBe(
    `${another} members in the order of the document, blanks after commas and colons`,
  );
  expect(told(written, python(sorted))).toBe(`${another} members in the order of the document`);
  expect(told(sorted, python(written))).toBe(`${another} members sorted`);
});

test('a wrong signature over a large body is not explained', () => {
  const large = `{"a": "${'x'.repeat(70_000)}"}`;
  expect(brokenBy(signedOver({ body: Buffer.alloc(0) }, FACTS, large))).toEqual(['SIG-004']);
  expect(brokenBy(right(FACTS, large))).toEqual([]);
});

test('SIG-006: a body as Python writes it, signed for one as JavaScript does', () => {
  const sent = JSON.stringify({ stockCd: 'é/ö', orderPrice: 1.5 });
  const python = '{"stockCd": "\\u00e9/\\u00f6", "orderPrice": 1.5}';
  expect(brokenBy(signedOver({ body: Buffer.from(python) }, FACTS, sent))).toEqual(['SIG-006']);
  expect(brokenBy(signedOver({ body: Buffer.from(sent) }, FACTS, python))).toEqual(['SIG-006']);
});

test('SIG-007: signed over another time', () => {
  for (const timestamp of [NOW_S - 1, NOW_S + 1, NOW_S - 3, NOW_S + 3, NOW_S - 30, NOW_S * 1000]) {
    expect(brokenBy(signedOver({ timestamp: String(timestamp) })), String(timestamp)).toEqual(['SIG-007']);
  }
  expect(brokenBy(signedOver({ timestamp: '' }))).toEqual(['SIG-007']);
});

test('SIG-008: signed over another path', () => {
  const full = `${PREFIX}/orders/modify`;
  for (const target of [
    '/orders/modify',
    '/v1/orders/modify',
    `${full}/`,
    `${full}?`,
    full.slice(1),
    'orders/modify',
    `/${full}`,
    ORIGIN + full,
    '',
    `${PREFIX}/stocks/orders`,
  ]) {
    expect(brokenBy(signedOver({ target })), target).toEqual(['SIG-008']);
  }
});

test('SIG-008: signed over another path than the one that the template writes out', () => {
  const facts = someFacts({ template: parseTemplate('{timestamp}|/orders/modify|{body}') });
  const conduct = conductOf([right(facts)], facts);
  expect(conduct.passed).toContain('SIG-008');
  const pathInstead = { of: `${PREFIX}/orders/modify`, path: `${PREFIX}/stocks/orders` };
  expect(brokenBy(signedOver({ pathInstead }, facts), facts)).toEqual(['SIG-008']);
});

test('SIG-008: signed without the query that was sent', () => {
  const passage = modifyPassage(BODY, { target: `${PREFIX}/orders/modify?x=1` });
  const input = { ...signingInputOf(passage.request, { origin: ORIGIN }), target: `${PREFIX}/orders/modify` };
  const signature = sign(FACTS.template, createSecretKey(Buffer.from(KEY_TEXT)), input);
  const { broken } = conductOf([withSignature(passage, signature)], FACTS);
  expect(broken).toEqual(expect.arrayContaining(['CLI-002', 'SIG-008']));
});

test('SIG-009: signed over another method', () => {
  for (const method of ['post', 'Post', 'GET', 'PUT', '']) {
    expect(brokenBy(signedOver({ method })), method).toEqual(['SIG-009']);
  }
});

test('SIG-010: signed over another token', () => {
  for (const token of [`Bearer ${TOKEN}`, '']) expect(brokenBy(signedOver({ token })), token).toEqual(['SIG-010']);
});

test('SIG-011: two signatures of which one is wrong', () => {
  const passage = right();
  const wrong = '0f'.repeat(64);
  const add = (headers: Passage['request']['headers']): Passage => ({
    ...passage,
    request: { ...passage.request, headers },
  });
  const { headers } = passage.request;
  expect(brokenBy(add([...headers, ['X-Signature', wrong]]))).toEqual(['SIG-011']);
  expect(brokenBy(add([['x-signature', wrong], ...headers]))).toEqual(['SIG-011']);
  expect(brokenBy(withSignature(passage, `${wrong}, ${signatureOf(passage)}`))).toEqual(['SIG-011']);
});

test('what the template does not cover cannot be signed wrongly', () => {
  const facts = someFacts({ template: resolveTemplate('ts-dot-body') });
  const { outcomes, broken } = conductOf([right(facts)], facts);
  expect(broken.filter((clause) => clause.startsWith('SIG'))).toEqual([]);
  for (const clause of ['SIG-008', 'SIG-009', 'SIG-010']) {
    expect(
      outcomes.get(clause)?.map(({ outcome }) => outcome),
      clause,
    ).toEqual(['inapplicable']);
  }
  expect(brokenBy(signedOver({ timestamp: String(NOW_S - 2) }, facts), facts)).toEqual(['SIG-007']);
});

test('without the key, with a cut body or an unset variable, signatures are unverified', () => {
  const open = (facts: ClientFacts, passage = right()): readonly string[] => {
    const conduct = conductOf([passage], facts);
    expect(conduct.broken.filter((clause) => clause.startsWith('SIG'))).toEqual([]);
    return conduct.open;
  };
  expect(open(someFacts({ ...FACTS, key: null }))).toContain('SIG-004');
  expect(open(FACTS, { ...right(), isBodyCut: true })).toContain('SIG-006');
  expect(open(someFacts({ template: parseTemplate('{env:SALT}{body}') }))).toContain('SIG-004');
  expect(open(someFacts({ template: resolveTemplate('url-hash'), origins: [] }))).toContain('SIG-004');
});

test('any origin that the client may know the service by is right', () => {
  const template = resolveTemplate('url-hash');
  const facts = someFacts({ template, origins: ['https://api.example', ORIGIN, 'http://localhost:4010'] });
  expect(brokenBy(right(facts), facts)).toEqual([]);
  expect(brokenBy(signedOver({ origin: 'https://127.0.0.1:4010' }, facts), facts)).toEqual(['SIG-008']);
});

test('a signature with the token and the time taken from headers is explained, too', () => {
  const facts = someFacts({ template: parseTemplate('{header:Authorization}{header:X-Timestamp}{body}') });
  const passage = modifyPassage(BODY);
  const { headers } = passage.request;
  expect(brokenBy(signedOver({ headers: withHeader(headers, 'Authorization', TOKEN) }, facts), facts)).toEqual([
    'SIG-010',
  ]);
  const later = withHeader(headers, 'X-Timestamp', String(NOW_S + 1));
  expect(brokenBy(signedOver({ headers: later }, facts), facts)).toEqual(['SIG-007']);
});

test('any request that is signed by any template is right', () => {
  const templates = [...Object.values(PRESETS), '{host|upper}|{query|sort|pre(?)}\\n{body|sortkeys|sha256|base64}'];
  fc.assert(
    fc.property(
      fc.constantFrom(...templates),
      fc.oneof(fc.json(), fc.string({ unit: 'binary' })),
      fc.nat({ max: 2 ** 33 }),
      (text, body, timestamp) => {
        const template = parseTemplate(text);
        const passage = modifyPassage(body, { arrivedAtMs: timestamp * 1000 }, template);
        expect(brokenBy(passage, someFacts({ template }))).toEqual([]);
      },
    ),
    { seed: 7, numRuns: 200 },
  );
});

test('a signature over any other body breaks exactly one clause', () => {
  fc.assert(
    fc.property(fc.json(), fc.json(), (sent, other) => {
      fc.pre(sent !== other);
      expect(brokenBy(signedOver({ body: Buffer.from(other) }, FACTS, sent))).toHaveLength(1);
    }),
    { seed: 7, numRuns: 50 },
  );
});

test('of many wrong signatures each that is wrong like one before is explained', () => {
  const garbage = Array.from({ length: 300 }, (_, index) =>
    withSignature(right(), index.toString(16).padStart(128, '0')),
  );
  const early = [signedOver({ method: 'post' }), signedOver({ timestamp: String(NOW_S - 7) })];
  const late = [...early, ...early, signedOver({ method: 'post' })];
  const conduct = conductOf([...early, ...garbage, ...late], FACTS);
  const count = (clause: string): number => conduct.broken.filter((id) => id === clause).length;
  expect(count('SIG-004')).toBe(300);
  expect(count('SIG-007')).toBe(3);
  expect(count('SIG-009')).toBe(4);
});

test('a flood of wrong signatures costs about as much as one of right ones', () => {
  const body = JSON.stringify({ note: 'x'.repeat(10_000) });
  const passages = (make: (index: number) => Passage): readonly Passage[] =>
    Array.from({ length: 400 }, (_, i) => make(i));
  const cpuMs = (judged: readonly Passage[]): number => {
    const before = process.cpuUsage();
    conductOf(judged, FACTS);
    return process.cpuUsage(before).user / 1_000;
  };
  const signed = cpuMs(passages(() => right(FACTS, body)));
  const wrong = cpuMs(passages((index) => withSignature(right(FACTS, body), index.toString(16).padStart(128, '0'))));
  // Held against every mistake, each of them would cost more than ten times as much.
  expect(wrong).toBeLessThan(5 * signed);
});
