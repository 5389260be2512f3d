import { spawn } from 'node:child_process';
import type { ReferenceService } from '../../../src/mock/reference-service.js';

/** How a client is started. */
export interface Start {
  readonly command: string;
  readonly args: readonly string[];
}

/** What a client said: the value on standard output, `undefined` where that is no JSON, and its exit status. */
export interface Told {
  readonly value: unknown;
  readonly status: number | null;
  readonly stderr: string;
}

/** The variables with which a client is started for a task. */
export function variables(service: ReferenceService, task: unknown): Record<string, string> {
  return {
    TRADECERT_BASE_URL: service.baseUrl,
    TRADECERT_TOKEN: service.token,
    TRADECERT_SIGNING_KEY: service.signingKey,
    TRADECERT_SIGNING_KEY_ENCODING: service.signingKeyEncoding,
    TRADECERT_SIGNATURE_TEMPLATE: service.signatureTemplate,
    TRADECERT_TASK: JSON.stringify(task),
  };
}

/** Starts a client once and waits for its end. */
export async function runClient({ command, args }: Start, env: Readonly<Record<string, string>>): Promise<Told> {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return { value: parsed(stdout), status, stderr };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
