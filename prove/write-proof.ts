import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Proof } from './proof.js';
import { renderMatrix } from './render-matrix.js';

/** Writes results.json and the matrix, index.html, into the folder. */
export function writeProof(proof: Proof, outDir: string): void {
  mkdirSync(outDir, { recursive: true });
  writeFileSync(join(outDir, 'results.json'), `${JSON.stringify(proof, null, 1)}\n`);
  writeFileSync(join(outDir, 'index.html'), renderMatrix(proof));
}
