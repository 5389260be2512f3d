import { execFileSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { TOKEN } from '../../support/conduct-builder.js';
import { writeHar, type Entry } from '../../support/har-builder.js';
import { test } from '../cli/temporary-folder.js';
import { passageIn, passagesIn } from './passages.js';

const BODY = '{"orderNo":"A-1","orderPrice":151.25}';
const ANSWER = '{"status":"ok","code":200,"data":{"success":true}}';
const START = '2026-01-05T09:00:00.400+09:00';
const START_MS = Date.parse(START);
const URL = 'https://api.example/public/v1/orders/modify';

const header = (name: string, value: string): object => ({ name, value });
const text = (bytes: Uint8Array | null | undefined): string => Buffer.from(bytes ?? []).toString('utf8');

/** As Chrome exports it, over HTTP/2. */
function ofChrome(request: object = {}, response: object = {}, entry: object = {}): Entry {
  return {
    _initiator: { type: 'script', stack: { callFrames: [{ functionName: '', url: 'https://app.example/main.js' }] } },
    _priority: 'High',
    _resourceType: 'fetch',
    cache: {},
    connection: '5213',
    pageref: 'page_1',
    request: {
      method: 'POST',
      url: URL,
      httpVersion: 'http/2.0',
      headers: [
        header(':authority', 'api.example'),
        header(':method', 'POST'),
        header(':path', '/public/v1/orders/modify'),
        header('authorization', `Bearer ${TOKEN}`),
        header('content-length', String(BODY.length)),
        header('content-type', 'application/json'),
        header('x-timestamp', '1767571200'),
      ],
      ...{ queryString: [], cookies: [], headersSize: -1, bodySize: BODY.length },
      postData: { mimeType: 'application/json', text: BODY },
      ...request,
    },
    response: {
      ...{ status: 200, statusText: '', httpVersion: 'http/2.0', cookies: [], redirectURL: '' },
      headers: [header('content-type', 'application/json'), header('content-encoding', 'gzip')],
      content: { size: ANSWER.length, mimeType: 'application/json', compression: 3, text: ANSWER },
      ...{ headersSize: -1, bodySize: -1, _transferSize: 130, _error: null, _fetchedViaServiceWorker: false },
      ...response,
    },
    serverIPAddress: '10.0.0.1',
    startedDateTime: START,
    time: 45.6,
    timings: { blocked: 10.2, dns: -1, ssl: -1, connect: -1, send: 0.4, wait: 30, receive: 5, _blocked_queueing: 9 },
    ...entry,
  };
}

test('Chrome: pseudo headers are left out, and the request arrived after what blocked it', async ({ folder }) => {
  const passage = await passageIn(await writeHar(folder, [ofChrome()]));
  expect(passage.request).toMatchObject({ method: 'POST', target: '/public/v1/orders/modify' });
  expect(passage.request.headers.map(([name]) => name)).toEqual([
    ...['authorization', 'content-length', 'content-type', 'x-timestamp'],
  ]);
  expect(text(passage.request.body)).toBe(BODY);
  expect(passage.isBodyCut).toBe(false);
  expect(text(passage.response?.body)).toBe(ANSWER);
  expect(passage.arrivedAtMs).toBe(START_MS + 11);
  expect(passage.answeredAtMs).toBe(START_MS + 46);
});

test('Chrome: a request that failed has status 0, and no answer', async ({ folder }) => {
  const failed = { status: 0, headers: [], content: { size: 0, mimeType: 'x-unknown' }, _error: 'net::ERR_FAILED' };
  const passage = await passageIn(await writeHar(folder, [ofChrome({}, failed)]));
  expect(passage.response).toBeUndefined();
  expect(passage.trouble?.kind).toBe('reset');
});

test('Chrome: a body that was no longer there when it was exported is not taken for an empty one', async ({
  folder,
}) => {
  const entries = [
    ofChrome({}, { content: { size: 51, mimeType: 'application/json' } }),
    ofChrome({}, { content: { size: 51, mimeType: 'application/json', text: ANSWER.slice(0, 20) } }),
    ofChrome({ postData: undefined }),
    ofChrome({ postData: { mimeType: 'application/json', text: BODY.slice(0, 10) } }),
  ];
  const [gone, cut, unsent, short] = await passagesIn(await writeHar(folder, entries));
  for (const passage of [gone, cut]) expect(passage).toMatchObject({ trouble: { kind: 'oversize' } });
  for (const passage of [unsent, short]) expect(passage).toMatchObject({ isBodyCut: true });
});

test('Chrome: connections are told apart by their names', async ({ folder }) => {
  const entries = ['5213', '5214', '5213'].map((connection) => ofChrome({}, {}, { connection }));
  const passages = await passagesIn(await writeHar(folder, entries));
  const [first, second, third] = passages.map((passage) => (typeof passage === 'string' ? 0 : passage.connection));
  expect(second).not.toBe(first);
  expect(third).toBe(first);
});

test('Firefox: the connection is the port of the service, which says nothing', async ({ folder }) => {
  const entry = ofChrome(
    { headersSize: 321, bodySize: BODY.length, postData: { mimeType: 'application/json', params: [], text: BODY } },
    { content: { mimeType: 'application/json; charset=utf-8', size: ANSWER.length, text: ANSWER }, bodySize: 190 },
    { connection: '443', timings: { blocked: 2, dns: 0, connect: 0, ssl: 0, send: 0, wait: 11, receive: 0 }, time: 13 },
  );
  const [one, other] = await passagesIn(await writeHar(folder, [entry, entry]));
  expect(one).toMatchObject({ isBodyCut: false, arrivedAtMs: START_MS + 2, answeredAtMs: START_MS + 13 });
  expect((one as { connection: number }).connection).not.toBe((other as { connection: number }).connection);
});

test('Firefox: a text that is called base64 and is none is taken as it is', async ({ folder }) => {
  const content = { mimeType: 'application/json', size: -1, encoding: 'base64', text: ANSWER };
  expect(text((await passageIn(await writeHar(folder, [ofChrome({}, { content })]))).response?.body)).toBe(ANSWER);
});

/** As Playwright writes it for requests of its own. */
function ofPlaywright(postData: object, content: object): Entry {
  return {
    startedDateTime: '2026-01-05T00:00:00.400Z',
    time: -1,
    request: {
      ...{ method: 'POST', url: URL, httpVersion: 'HTTP/1.1', cookies: [], queryString: [] },
      headers: [header('user-agent', 'Playwright/1.65'), header('content-type', 'application/json')],
      ...{
        headersSize: -1,
        bodySize: BODY.length,
        postData: { mimeType: 'application/json', params: [], ...postData },
      },
    },
    response: {
      ...{ status: 200, statusText: 'OK', httpVersion: 'HTTP/1.1', cookies: [], redirectURL: '', _transferSize: -1 },
      headers: [header('Content-Type', 'application/json')],
      content: { size: ANSWER.length, mimeType: 'application/json', ...content },
      ...{ headersSize: -1, bodySize: -1 },
    },
    cache: {},
    timings: { send: -1, wait: -1, receive: -1 },
    _apiRequest: true,
  };
}

test('Playwright: embedded bodies', async ({ folder }) => {
  const passage = await passageIn(await writeHar(folder, [ofPlaywright({ text: BODY }, { text: ANSWER })]));
  expect([text(passage.request.body), text(passage.response?.body)]).toEqual([BODY, ANSWER]);
  expect(passage.answeredAtMs).toBe(passage.arrivedAtMs);
});

test('Playwright: attached bodies lie in files beside the HAR', async ({ folder }) => {
  const [sent, answered] = [`${'a9'.repeat(20)}.json`, `${'0b'.repeat(20)}.dat`];
  await writeFile(join(folder, sent), BODY);
  await writeFile(join(folder, answered), ANSWER);
  const entry = ofPlaywright({ text: '', _file: sent }, { _file: answered });
  const passage = await passageIn(await writeHar(folder, [entry]));
  expect([text(passage.request.body), text(passage.response?.body)]).toEqual([BODY, ANSWER]);
  expect(passage.isBodyCut).toBe(false);
});

test('Playwright: an attached body that is missing, or is no body of Playwright, is not there', async ({ folder }) => {
  await writeFile(join(folder, 'secret.txt'), BODY);
  const names = [
    `${'a9'.repeat(20)}.json`,
    'gone.json',
    '../secret.txt',
    join(folder, 'secret.txt'),
    '/etc/hostname',
    '..',
    '.',
    'a/../secret.txt',
  ];
  const entries = names.map((name) => ofPlaywright({ text: '', _file: name }, { _file: name }));
  for (const passage of await passagesIn(await writeHar(folder, entries))) {
    expect(passage).toMatchObject({ isBodyCut: true, trouble: { kind: 'oversize' } });
  }
});

test('Playwright: what is linked to in the place of an attached body is not read, and a pipe is not waited for', async ({
  folder,
}) => {
  const [link, pipe] = [`${'a9'.repeat(20)}.json`, `${'0b'.repeat(20)}.dat`];
  await writeFile(join(folder, 'secret.txt'), BODY);
  await symlink(join(folder, 'secret.txt'), join(folder, link));
  execFileSync('mkfifo', [join(folder, pipe)]);
  const entries = [link, pipe].map((name) => ofPlaywright({ text: '', _file: name }, { _file: name }));
  const passages = await passagesIn(await writeHar(folder, entries));
  expect(passages).toHaveLength(2);
  for (const passage of passages) expect(passage).toMatchObject({ isBodyCut: true, trouble: { kind: 'oversize' } });
});

test('Playwright: with bodies left out, none is taken for empty', async ({ folder }) => {
  const passage = await passageIn(await writeHar(folder, [ofPlaywright({ text: '' }, {})]));
  expect(passage).toMatchObject({ isBodyCut: true, trouble: { kind: 'oversize' } });
});

/** As mitmproxy exports it. */
function ofMitmproxy(request: object, content: object): Entry {
  return {
    startedDateTime: '2026-01-05T00:00:00.400123+00:00',
    time: 31.25,
    request: {
      ...{ method: 'POST', url: URL, httpVersion: 'HTTP/2.0', cookies: [], queryString: [], headersSize: 412 },
      headers: [header('content-type', 'application/json'), header('Content-Length', String(BODY.length))],
      ...{ bodySize: BODY.length, postData: { mimeType: 'application/json', text: BODY, params: [] } },
      ...request,
    },
    response: {
      ...{ status: 200, statusText: 'OK', httpVersion: 'HTTP/2.0', cookies: [], redirectURL: '', headersSize: 190 },
      headers: [
        header('content-type', 'application/json'),
        header('content-encoding', 'br'),
        header('content-length', '31'),
      ],
      content: { size: 31, compression: ANSWER.length - 31, mimeType: 'application/json', text: ANSWER, ...content },
      bodySize: 31,
    },
    cache: {},
    timings: { connect: null, ssl: -1.0, send: 1.25, receive: 10.0, wait: 20.0 },
    serverIPAddress: '10.0.0.1',
  };
}

test('mitmproxy: times to the microsecond, durations that are null, sizes as they were packed', async ({ folder }) => {
  const passage = await passageIn(await writeHar(folder, [ofMitmproxy({}, {})]));
  expect(passage).toMatchObject({ isBodyCut: false, arrivedAtMs: START_MS + 1, answeredAtMs: START_MS + 31 });
  expect([text(passage.request.body), text(passage.response?.body)]).toEqual([BODY, ANSWER]);
});

test('mitmproxy: a GET has no postData, and a POST without a body an empty one', async ({ folder }) => {
  const bare = { headers: [header('accept', '*/*')], bodySize: 0 };
  const get = ofMitmproxy({ ...bare, method: 'GET', postData: undefined }, {});
  const post = ofMitmproxy({ ...bare, postData: { mimeType: '', text: '', params: [] } }, {});
  for (const passage of await passagesIn(await writeHar(folder, [get, post]))) {
    expect(passage).toMatchObject({ isBodyCut: false, request: { body: null } });
  }
});

test('mitmproxy: bytes that were no text are not taken for what was sent', async ({ folder }) => {
  const lossy = [BODY.replace('A-1', 'A\ufffd'), BODY.replace('A-1', 'A\udc80')];
  for (const spelling of lossy) {
    const entry = ofMitmproxy({ postData: { text: spelling } }, { text: ANSWER.replace('ok', 'o\ufffd') });
    expect(await passageIn(await writeHar(folder, [entry]))).toMatchObject({
      isBodyCut: true,
      trouble: { kind: 'oversize' },
    });
  }
});

/** As Charles, Fiddler and their like export it. */
function ofProxy(different: object): Entry {
  const base64 = Buffer.from(ANSWER).toString('base64');
  return {
    startedDateTime: '2026-01-05T09:00:00.4001234+09:00',
    time: 40,
    connection: 51_234,
    timings: { blocked: -1, dns: 1, connect: 4, ssl: 2, send: 1, wait: 30, receive: 4 },
    comment: '[#17]',
    request: {
      ...{ method: 'POST', url: 'https://api.example:443/public/v1/orders/modify', headersSize: 300 },
      headers: [header('Content-Type', 'application/json'), header('Content-Length', String(BODY.length))],
      ...{ bodySize: BODY.length, postData: { mimeType: 'application/json', text: BODY } },
      ...different,
    },
    response: {
      status: 200,
      headers: [header('Content-Type', 'application/json')],
      content: { size: ANSWER.length, mimeType: 'application/json', text: base64, encoding: 'base64' },
    },
  };
}

test('proxies: base64 on either side, a connection that is a number, a port that is the usual one', async ({
  folder,
}) => {
  const postData = { mimeType: 'application/json', text: Buffer.from(BODY).toString('base64'), encoding: 'BASE64' };
  const [plain, coded] = await passagesIn(await writeHar(folder, [ofProxy({}), ofProxy({ postData })]));
  for (const passage of [plain, coded]) {
    if (passage === undefined || typeof passage === 'string') throw new Error(passage);
    expect([text(passage.request.body), text(passage.response?.body)]).toEqual([BODY, ANSWER]);
    expect(passage).toMatchObject({ isBodyCut: false, arrivedAtMs: START_MS + 6, answeredAtMs: START_MS + 40 });
    expect(passage.connection).toBe((plain as { connection: number }).connection);
  }
});

test('proxies: a form that is told as its parameters was not kept as it was sent', async ({ folder }) => {
  const postData = { mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'orderNo', value: 'A-1' }] };
  const forms = [postData, { ...postData, text: '' }].map((form) => ofProxy({ postData: form, bodySize: -1 }));
  for (const passage of await passagesIn(await writeHar(folder, forms)))
    expect(passage).toMatchObject({ isBodyCut: true });
});

test('proxies: an answer that is still packed is unpacked', async ({ folder }) => {
  const packed = gzipSync(ANSWER);
  const content = { size: packed.length, text: packed.toString('base64'), encoding: 'base64' };
  const passage = await passageIn(await writeHar(folder, [ofChrome({}, { content })]));
  expect(text(passage.response?.body)).toBe(ANSWER);
});

test('a request body that is packed, or another length than it says, is not taken for what was sent', async ({
  folder,
}) => {
  const packed = ofProxy({ headers: [header('Content-Encoding', 'gzip')] });
  const longer = ofProxy({ headers: [header('Content-Length', String(BODY.length - 1))] });
  for (const passage of await passagesIn(await writeHar(folder, [packed, longer]))) {
    expect(passage).toMatchObject({ isBodyCut: true });
  }
});

test('answers without headers have their type alone, or are not judged', async ({ folder }) => {
  const content = { size: ANSWER.length, text: ANSWER };
  const typed = ofChrome({}, { headers: [], content: { ...content, mimeType: 'application/json' } });
  const bare = ofChrome({}, { headers: [], content: { ...content, mimeType: 'x-unknown' } });
  const [first, second] = await passagesIn(await writeHar(folder, [typed, bare]));
  expect(first).toMatchObject({ response: { headers: [['content-type', 'application/json']] } });
  expect(second).toMatchObject({ trouble: { kind: 'oversize' } });
});

test('answers that have no body, whoever says so, have an empty one', async ({ folder }) => {
  const none = [
    { status: 400, content: { size: 0, mimeType: 'x-unknown' } },
    { status: 400, content: { mimeType: '' }, headers: [header('content-length', '0')] },
    { status: 204, content: {} },
    { status: 400, content: { size: -1, text: '' }, headers: [header('date', 'x')] },
  ];
  for (const passage of await passagesIn(
    await writeHar(
      folder,
      none.map((answer) => ofChrome({}, answer)),
    ),
  )) {
    expect(passage).toMatchObject({ response: { body: Buffer.alloc(0) } });
  }
});

test('a URL is taken as written, but for what no request line can hold', async ({ folder }) => {
  const urls: readonly (readonly [url: string, target: string])[] = [
    ['https://api.example/a/b?x=%2B+%3d&y={"z"}', '/a/b?x=%2B+%3d&y={"z"}'],
    ['https://api.example/a?x=1#frag?y', '/a?x=1'],
    ['https://api.example', '/'],
    ['https://api.example?x', '/?x'],
    ['HTTPS://user:secret@API.example/a b/ü€', '/a%20b/%C3%BC%E2%82%AC'],
    ['https://api.example/a?\ud800', '/a?%EF%BF%BD'],
  ];
  const passages = await passagesIn(
    await writeHar(
      folder,
      urls.map(([url]) => ofChrome({ url })),
    ),
  );
  expect(passages).toMatchObject(urls.map(([, target]) => ({ request: { target } })));
});
