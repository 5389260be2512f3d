import { writeFile } from 'node:fs/promises';
import type { OrderRequest } from '../contract/order.js';
import { SuiteError } from '../contract/suite-error.js';
import type { ReferenceService } from '../mock/reference-service.js';
import type { WireRequest } from '../wire/exchange.js';
import { shellWord } from '../wire/shell-word.js';
import { signRequest } from '../signature/sign-request.js';
import { decodeKey } from '../wire/decode-key.js';
import { resolveTemplate } from '../wire/signature-template.js';
import type { Variables } from './setting-sources.js';

const PLAIN_ORDER: OrderRequest = {
  ...{ orderTypeCd: 'LIMIT', sideCd: 'BUY', state: 'unfilled' },
  ...{ takeProfit: false, stopLoss: false, trailing: false },
};

/**
 * Writes one modify that the service accepts, as a curl command of its client. Needs the token and the signature of it, so
 * that only its owner may read it.
 *
 * @throws SuiteError where the service has no order, or the file cannot be written
 */
export async function writeAcceptedRequest(service: ReferenceService, path: string, env: Variables): Promise<void> {
  const order = service.makeOrder(PLAIN_ORDER);
  if (order === null)
    throw new SuiteError('The service has no order to modify.', '--curl', 'leave out --fault or --curl');
  const command = renderCurl(service, signedModify(service, JSON.stringify(order), env));
  await writeFile(path, command, { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw code === 'EEXIST'
      ? new SuiteError(`The file ${path} is there already.`, '--curl', 'name a new file, or remove it first')
      : new SuiteError(
          `The file ${path} cannot be written (${code}).`,
          '--curl',
          'name a file in a folder that is there',
        );
  });
}

function signedModify(service: ReferenceService, body: string, env: Variables): WireRequest {
  const { origin, host, pathname } = new URL(service.baseUrl);
  const request: WireRequest = {
    method: 'POST',
    target: `${pathname}/orders/modify`,
    headers: [
      ['Host', host],
      ['Authorization', `Bearer ${service.token}`],
      ['Content-Type', 'application/json'],
    ],
    body: Buffer.from(body),
  };
  const made = signRequest(
    { request, origin },
    {
      template: resolveTemplate(service.signatureTemplate),
      key: decodeKey(service.signingKey, service.signingKeyEncoding),
      ...{ env, nowS: Math.floor(Date.now() / 1_000), makeNonce: () => crypto.randomUUID() },
    },
  );
  return { ...request, headers: [...request.headers, ...made] };
}

function renderCurl({ baseUrl }: ReferenceService, { target, headers, body }: WireRequest): string {
  const lines = headers
    .filter(([name]) => name !== 'Host')
    .map(([name, value]) => ` \\\n  -H ${shellWord(`${name}: ${value}`)}`);
  const data = Buffer.from(body ?? []).toString('utf8');
  return `curl ${shellWord(new URL(target, baseUrl).href)}${lines.join('')} \\\n  --data-raw ${shellWord(data)}\n`;
}
