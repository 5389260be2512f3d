import { join } from 'node:path';
import { clientOf, clientSubjects } from '../../prove/client-subjects.js';
import { certifyClient, type CertifyClientOptions } from '../../src/api/certify-client.js';
import type { ClientFunction } from '../../src/api/client-function.js';
import type { Results } from '../../src/contract/results.js';

/** A client of the proof, right or with one fault, as a function. */
export function clientNamed(id: string): ClientFunction {
  const subject = clientSubjects().find((one) => one.id === id);
  if (subject === undefined) throw new Error(`There is no client ${id}.`);
  const client = clientOf(subject);
  return async ({ task, baseUrl, token, signingKey, signingKeyEncoding, signatureTemplate }, signal) => {
    const variables = {
      ...{ TRADECERT_BASE_URL: baseUrl, TRADECERT_TOKEN: token, TRADECERT_SIGNING_KEY: signingKey },
      ...{ TRADECERT_SIGNING_KEY_ENCODING: signingKeyEncoding, TRADECERT_SIGNATURE_TEMPLATE: signatureTemplate },
      TRADECERT_TASK: JSON.stringify(task),
    };
    const { stdout, status } = await client(variables, signal);
    const told = JSON.parse(stdout) as { readonly error?: string };
    if (status !== 0 && told.error !== undefined) throw new Error(told.error);
    return told;
  };
}

/** Certifies a client in so many shards, one after another, each into a folder `1`, `2`, … */
export async function certifyClientShards(
  cwd: string,
  of: number,
  options: Omit<CertifyClientOptions, 'shard' | 'out' | 'cwd'>,
): Promise<readonly Results[]> {
  const results: Results[] = [];
  for (let index = 1; index <= of; index += 1) {
    results.push(await certifyClient({ ...options, cwd, shard: `${index}/${of}`, out: join(cwd, String(index)) }));
  }
  return results;
}
