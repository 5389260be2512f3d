import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Depth } from '../../../src/contract/profile.js';
import type { ClauseResult, Results } from '../../../src/contract/results.js';
import type { Settings } from '../../../src/contract/settings.js';
import { openCertification } from '../../../src/examine/certification.js';
import {
  startReferenceService,
  type ReferenceOptions,
  type ReferenceService,
} from '../../../src/mock/reference-service.js';

/** Certifies a reference service of its own, every clause, in this process. */
export async function certify(options: ReferenceOptions, depth: Depth, seed = 42): Promise<Results> {
  const service = await startReferenceService(options);
  const outDir = await mkdtemp(join(tmpdir(), 'tradecert-proof-'));
  try {
    const certification = await openCertification({
      settings: settingsFor(service, depth, outDir, seed),
      toolVersion: 'proof',
    });
    const ids = certification.examinable.map(({ id }) => id);
    certification.plan(ids);
    await Promise.all(ids.map((id) => certification.examine(id)));
    await certification.close();
    return certification.results('not examined');
  } finally {
    await service.close();
    await rm(outDir, { recursive: true, force: true });
  }
}

function settingsFor(service: ReferenceService, depth: Depth, outDir: string, seed: number): Settings {
  const { baseUrl, ordersUrl, token, signingKey, signingKeyEncoding, signatureTemplate } = service;
  return {
    baseUrl,
    embedded: false,
    environment: 'loopback',
    token,
    signingKey,
    signingKeyEncoding,
    signatureTemplate,
    orders: { kind: 'url', url: ordersUrl },
    rate: null,
    profile: {},
    profileFile: null,
    seed,
    depth,
    only: null,
    readOnly: false,
    strict: false,
    outDir,
    env: {},
  };
}

/** Ids of the clauses that were found broken, sorted. */
export function brokenIn({ clauses }: Results): string[] {
  return clauses
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    .map(({ id }) => id)
    .sort();
}

/** The result of one clause. */
export function clauseOf({ clauses }: Results, id: string): ClauseResult {
  const found = clauses.find((clause) => clause.id === id);
  if (found === undefined) throw new Error(`The results have no clause ${id}.`);
  return found;
}
