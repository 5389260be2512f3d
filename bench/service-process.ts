import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startReferenceService, type ReferenceOptions, type ReferenceService } from '../src/mock/reference-service.js';

/** A reference service in a process of its own, so that it does not share a thread with what is measured. */
export interface ServiceProcess extends Pick<
  ReferenceService,
  'baseUrl' | 'ordersUrl' | 'token' | 'signingKey' | 'signingKeyEncoding' | 'signatureTemplate'
> {
  stop(): Promise<void>;
}

/** Forks this file and waits until the service listens. */
export async function forkService(options: ReferenceOptions = {}): Promise<ServiceProcess> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), [JSON.stringify(options)]);
  const [described] = (await once(child, 'message')) as [Omit<ServiceProcess, 'stop'>];
  const stop = async (): Promise<void> => {
    child.disconnect();
    await once(child, 'exit');
  };
  return { ...described, stop };
}

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url)) {
  const service = await startReferenceService(JSON.parse(process.argv[2] ?? '{}') as ReferenceOptions);
  const { baseUrl, ordersUrl, token, signingKey, signingKeyEncoding, signatureTemplate } = service;
  process.send({ baseUrl, ordersUrl, token, signingKey, signingKeyEncoding, signatureTemplate });
  process.on('disconnect', () => void service.close().then(() => process.exit(0)));
}
