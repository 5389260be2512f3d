import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { packageRoot } from '../../../src/contract/package-root.js';
import type { Alteration } from '../../../src/mock/behaviour.js';
import { FAULTS } from '../../../src/mock/faults.js';
import { LEGAL_TWINS } from '../../../src/mock/legal/legal-twins.js';

/** The alterations that a file exports, alone or in lists, whatever their names. */
async function alterationsIn(path: string): Promise<Alteration[]> {
  const exported = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
  return Object.values(exported).flat().filter(isAlteration);
}

function isAlteration(value: unknown): value is Alteration {
  return typeof value === 'object' && value !== null && 'name' in value && 'does' in value && 'apply' in value;
}

/** What the files of a folder have and the whole list does not, by file. */
async function forgotten(folder: string, all: readonly Alteration[]): Promise<string[]> {
  const files = readdirSync(join(packageRoot, folder));
  const found = await Promise.all(
    files.map(async (file) => {
      const own = await alterationsIn(join(packageRoot, folder, file));
      return own.filter((one) => !all.includes(one)).map(({ name }) => `${file}: ${name}`);
    }),
  );
  return found.flat();
}

test('every fault that a file of faults exports is one of all faults', async () => {
  expect(await forgotten('src/mock/faults', FAULTS)).toEqual([]);
  expect(await forgotten('src/mock/faults', FAULTS.slice(1))).toEqual([`token.ts: ${FAULTS[0]?.name ?? ''}`]);
});

test('every legal twin that a file of them exports is one of all twins', async () => {
  expect(await forgotten('src/mock/legal', LEGAL_TWINS)).toEqual([]);
});
