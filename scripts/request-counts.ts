import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import prettier from 'prettier';
import { loadCatalogue } from '../src/contract/catalogue.js';
import { packageRoot } from '../src/contract/package-root.js';
import type { Settings } from '../src/contract/settings.js';
import { certifyService } from '../src/examine/certify-service.js';
import { startReferenceService } from '../src/mock/reference-service.js';
import { readExchanges } from '../src/report/recorded-run.js';
import { settingsFor, withFolder } from '../tests/support/certify-reference.js';

// Writes src/examine/request-counts.ts: how many requests the reference service is sent for each clause, where it is tested alone
// and where all are, at each depth. That takes some minutes.

const FILE = 'src/examine/request-counts.ts';
const DEPTHS = ['smoke', 'standard', 'deep'] as const;
/** The label of what the first of several clauses takes on top of its own. */
const ONCE = 'once';

type ByDepth = readonly [smoke: number, standard: number, deep: number];

/** Requests by the clause on whose behalf they were sent. */
type Counts = Readonly<Record<string, number>>;

async function countRequests(depth: Settings['depth'], only: readonly string[] | null): Promise<Counts> {
  const service = await startReferenceService({ operations: true });
  try {
    return await withFolder(async (folder) => {
      await certifyService({ settings: settingsFor(service, folder, { depth, only }), toolVersion: 'counted' });
      const counts: Record<string, number> = {};
      for await (const { clause } of readExchanges(folder)) counts[clause] = (counts[clause] ?? 0) + 1;
      return counts;
    });
  } finally {
    await service.close();
  }
}

const asked = loadCatalogue().filter(({ role, passive }) => role !== 'client' && !passive);
const ids = asked.map(({ id }) => id);
const measured: { whole: Counts; alone: Map<string, Counts> }[] = [];
for (const depth of DEPTHS) {
  const alone = new Map<string, Counts>();
  for (const id of ids) alone.set(id, await countRequests(depth, [id]));
  measured.push({ whole: await countRequests(depth, null), alone });
  process.stderr.write(`${depth}\n`);
}

const byDepth = (count: (of: (typeof measured)[number]) => number): ByDepth => {
  const [smoke = 0, standard = 0, deep = 0] = measured.map(count);
  return [smoke, standard, deep];
};
const labelsOf = (id: string): string[] => [
  ...new Set(measured.flatMap(({ alone }) => Object.keys(alone.get(id) ?? {}))),
];
const shared = new Set(ids.flatMap((id) => labelsOf(id).filter((label) => label !== id)));
/** What a clause takes alone, and not where others are tested as well: any of them would have done it. */
const onceOf = (id: string): ByDepth =>
  shared.has(id)
    ? [0, 0, 0]
    : byDepth(({ whole, alone }) => Math.max(0, (alone.get(id)?.[id] ?? 0) - (whole[id] ?? 0)));

const rows = ids.map((id) => {
  const once = onceOf(id);
  const uses = labelsOf(id).map((label) => {
    const counts = byDepth(({ alone }) => alone.get(id)?.[label] ?? 0);
    return [label, label === id ? counts.map((count, at) => count - (once[at] ?? 0)) : counts];
  });
  return [id, Object.fromEntries([...uses, ...(Math.max(...once) > 0 ? [[ONCE, once]] : [])])] as const;
});
const whole = [...shared].sort().map((label) => [label, byDepth((of) => of.whole[label] ?? 0)]);
const first = byDepth(() => 0).map((_, at) => Math.max(...ids.map((id) => onceOf(id)[at] ?? 0)));

const text = `// Measured on the reference service: written by \`npm run request-counts\`, not by hand.

export type ByDepth = readonly [smoke: number, standard: number, deep: number];

/**
 * Requests for each clause where it is tested alone, by the clause on whose behalf they are sent: what stands under its own id is
 * sent for it in any run.
 */
export const REQUESTS_ALONE: Readonly<Record<string, Readonly<Record<string, ByDepth>>>> = {
${rows.map(([id, uses]) => `'${id}': ${JSON.stringify(uses)},`).join('\n')}
};

/** Requests that are sent once for several clauses, in a run of all of them. */
export const REQUESTS_SHARED: Readonly<Record<string, ByDepth>> = ${JSON.stringify(Object.fromEntries([...whole, [ONCE, first]]))};
`;
const config = await prettier.resolveConfig(join(packageRoot, FILE));
await writeFile(join(packageRoot, FILE), await prettier.format(text, { ...config, parser: 'typescript' }));
