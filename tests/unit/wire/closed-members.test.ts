import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { closeMembers, valuesNamed } from '../../../src/wire/closed-members.js';
import { isClosedHeader, isClosedName, isHandedOutName, isTokenName } from '../../../src/wire/closed-names.js';

const X = '[redacted:secret]';

test('names of secrets are known in every spelling, and paging keys are none', () => {
  for (const name of [
    ...['password', 'newPassword', 'PASSWD', 'secret', 'client_secret', 'clientSecret', 'token', 'access_token'],
    ...['refreshToken', 'id-token', 'api_key', 'apiKey', 'X-API-KEY', 'private_key', 'pin', 'jwt', 'tokens', 'token2'],
  ]) {
    expect(isClosedName(name), name).toBe(true);
  }
  for (const name of [
    ...['nextKey', 'stockCd', 'orderNo', 'token_type', 'key', 'nextPageToken', 'pageToken', 'continuation_token'],
    ...['secretary', 'spin', 'publicKey', 'marginTypeCode', 'tokenExpiresAt', ''],
  ]) {
    expect(isClosedName(name), name).toBe(false);
  }
  expect(['nextKey', 'stockCd', 'pageToken', 'cursor', 'stockcd', 'token'].map(isHandedOutName)).toEqual(
    [true, true, true, true, false, false], // prettier-ignore
  );
  expect(['access_token', 'token', 'idToken', 'csrfToken', 'password'].map(isTokenName)).toEqual(
    [true, true, true, false, false], // prettier-ignore
  );
});

test('headers are closed by their name, but for those that are harmless', () => {
  for (const name of ['x-api-key', 'api-key', 'x-auth-token', 'x-client-secret', 'my-key', 'x-apikey', 'token']) {
    expect(isClosedHeader(name), name).toBe(true);
  }
  for (const name of [
    ...['x-authorization', 'x-forwarded-authorization', 'x-original-authorization', 'authentication', 'x-auth'],
    ...['x-authtoken', 'x-csrftoken', 'x-hub-signature', 'x-hub-signature-256', 'x-hmac', 'x-appkey', 'x-sid'],
    ...['x-passcode', 'x-pin', 'x-xsrf-token', 'signature'],
  ]) {
    expect(isClosedHeader(name), name).toBe(true);
  }
  for (const name of [
    ...['x-timestamp', 'www-authenticate', 'access-control-allow-credentials', 'x-request-id', 'content-type', 'date'],
    ...['signature-input', 'retry-after', 'x-ratelimit-remaining', 'authority', 'x-spin', 'x-author', 'etag', 'x-side'],
  ]) {
    expect(isClosedHeader(name), name).toBe(false);
  }
  for (const name of ['idempotency-key', 'sec-websocket-key', 'x-monkey', 'keys', 'x-token-type', 'surrogate-key']) {
    expect(isClosedHeader(name), name).toBe(false);
  }
});

test('of members of JSON that are named like secrets, the value goes', () => {
  for (const [text, closed] of [
    ['{"password":"a","x":"b"}', `{"password":"${X}","x":"b"}`],
    ['{"a":{"access_token" : "t\\"\\\\", "n":1}}', `{"a":{"access_token" : "${X}", "n":1}}`],
    ['[{"pin":1234},{"pin":-1.5e3}]', `[{"pin":"${X}"},{"pin":"${X}"}]`],
    ['{"token":{"value":"}]","type":["x"]},"y":1}', `{"token":"${X}","y":1}`],
    ['{"token":["a",{"b":"c"}]}', `{"token":"${X}"}`],
    ['{"token":null,"secret":"","pin":false,"jwt":true}', '{"token":null,"secret":"","pin":false,"jwt":true}'],
    ['{"said":"{\\"password\\":\\"abc\\",\\"x\\":\\"y\\"}"}', `{"said":"{\\"password\\":\\"${X}\\",\\"x\\":\\"y\\"}"}`],
    ['{"sellPrices":{"TOKEN":"1.2"},"TOKEN":"x"}', `{"sellPrices":{"TOKEN":"1.2"},"TOKEN":"${X}"}`],
    ['{"token":"cut off', `{"token":"${X}"`],
    ['{"token":[1,2', `{"token":"${X}"`],
  ] as const) {
    expect(closeMembers(text), text).toBe(closed);
  }
});

test('parameters of a query are closed by names that are harmless elsewhere, but for what was handed out', () => {
  for (const name of ['signature', 'sig', 'X-Amz-Signature', 'key', 'auth', 'bearer', 'session', 'code', 'c%6fde']) {
    expect(closeMembers(`/a?x=1&${name}=abc&stockCd=k`), name).toBe(`/a?x=1&${name}=${X}&stockCd=k`);
    expect(closeMembers(`https://h/a?${name}=abc`), name).toBe(`https://h/a?${name}=${X}`);
  }
  const open = '/a?stockGroupCd=ALL&stockCd=c&nextKey=k&keys=1&barcode=2&side=3&X-TimeStamp=4';
  expect(closeMembers(open)).toBe(open);
  expect(closeMembers('/a?key=k1&code=c%201', (value) => ['k1', 'c 1'].includes(value))).toBe('/a?key=k1&code=c%201');
  for (const text of ['{"code":200,"key":"k","url":"/a?code=1"}', 'code=1']) expect(closeMembers(text)).toBe(text);
});

test('of fields of forms and parameters of queries as well', () => {
  expect(closeMembers('user=a&pass%77ord=b+c&x=1')).toBe(`user=a&pass%77ord=${X}&x=1`);
  expect(closeMembers('/a?access_token=abc&nextKey=k;token=1')).toBe(`/a?access_token=${X}&nextKey=k;token=${X}`);
  expect(closeMembers('<https://x/y?api_key=1>; rel="next"')).toBe(`<https://x/y?api_key=${X}>; rel="next"`);
  expect(closeMembers('token=&x=1')).toBe('token=&x=1');
  expect(closeMembers('%zz=1&token%=2')).toBe(`%zz=1&token%=${X}`);
});

test('JSON stays valid JSON, and the rest of it stays as it is', () => {
  const harmless = fc.string({ maxLength: 8 }).filter((drawn) => !isClosedName(drawn));
  const name = fc.oneof(harmless, fc.constantFrom('token', 'password', 'sellPrices', '":', ', '));
  const value = fc.letrec((tie) => ({
    any: fc.oneof({ maxDepth: 4 }, fc.constantFrom(': token', '"', '\\', 1, null, true), fc.string(), tie('made')),
    made: fc.oneof(fc.array(tie('any'), { maxLength: 4 }), fc.dictionary(name, tie('any'), { maxKeys: 4 })),
  })).made;
  fc.assert(
    fc.property(value, fc.nat(2), (made, indent) => {
      const text = JSON.stringify(made, null, indent);
      const closed = closeMembers(text);
      expect(() => JSON.parse(closed) as unknown).not.toThrow();
      if (!/token|password/.test(text)) expect(closed).toBe(text);
    }),
    { numRuns: 1000 },
  );
});

test('values are told by their names', () => {
  const text = '{"a":{"access_token":"one"},"pin":12,"refresh_token":"two","said":"{\\"token\\":\\"three\\"}"}';
  expect(valuesNamed(text, isClosedName, 9)).toEqual(['one', 'two', 'three']);
  expect(valuesNamed(text, isClosedName, 1)).toEqual(['one']);
  expect(valuesNamed('grant=x&refresh_token=four', isTokenName, 9)).toEqual(['four']);
});
