import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ClauseResult } from '../contract/results.js';
import { SuiteError } from '../contract/suite-error.js';
import { crashOf } from './last-resort.js';

const KEY_HEADER = 'x-examiner-key';
const PATH = '/examine';

/** Where the tests of this run ask for a clause. */
export interface Examiner {
  readonly url: string;
  /** Other programs on this machine do not know it. */
  readonly key: string;
  close(): Promise<void>;
}

type Answer = { readonly result: ClauseResult } | { readonly error: { what: string; where: string; remedy: string } };

/** Serves one question on a loopback port: `POST /examine {id}`, answered with the clause's result. */
export async function startExaminer(examine: (id: string) => Promise<ClauseResult>): Promise<Examiner> {
  const key = randomBytes(32).toString('hex');
  const server = createServer((message, response) => {
    void answer(message, key, examine).then(({ status, body }) => send(response, status, body));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`,
    key,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  message: IncomingMessage,
  key: string,
  examine: (id: string) => Promise<ClauseResult>,
): Promise<{ status: number; body: Answer | null }> {
  const given = message.headers[KEY_HEADER];
  if (message.method !== 'POST' || message.url !== PATH || typeof given !== 'string' || !isSame(given, key)) {
    return { status: 404, body: null };
  }
  try {
    const { id } = JSON.parse(await text(message)) as { id: string };
    return { status: 200, body: { result: await examine(id) } };
  } catch (error) {
    return { status: 500, body: { error: describe(error) } };
  }
}

function describe(error: unknown): { what: string; where: string; remedy: string } {
  const { message, where, remedy } = crashOf(error);
  return { what: message, where, remedy };
}

function send(response: ServerResponse, status: number, body: Answer | null): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body === null ? '' : JSON.stringify(body));
}

function isSame(given: string, key: string): boolean {
  const digest = (value: string): Buffer => createHash('sha256').update(value).digest();
  return timingSafeEqual(digest(given), digest(key));
}

/**
 * Asks for one clause; waits as long as its examination takes.
 *
 * @throws SuiteError where the run has no answer, which is never the subject's doing
 */
export async function askExaminer({ url, key }: Pick<Examiner, 'url' | 'key'>, id: string): Promise<ClauseResult> {
  const { status, body } = await post(url, key, JSON.stringify({ id }));
  if (status === 404)
    throw new SuiteError(
      'The run does not answer its own tests.',
      url,
      'start the tests with Playwright or tradecert run',
    );
  const answered = JSON.parse(body) as Answer;
  if ('result' in answered) return answered.result;
  const { what, where, remedy } = answered.error;
  throw new SuiteError(what, where, remedy);
}

/** `fetch` would give up after five minutes without an answer. */
function post(url: string, key: string, body: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const options = {
      method: 'POST',
      headers: { [KEY_HEADER]: key, 'content-type': 'application/json' },
      agent: false,
    };
    const sent = request(url, options, (response) => {
      text(response).then((received) => resolve({ status: response.statusCode ?? 0, body: received }), reject);
    });
    sent.once('error', reject).end(body);
  });
}
