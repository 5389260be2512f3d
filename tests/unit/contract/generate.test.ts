import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { generateAll, staleFiles, writeGenerated } from '../../../src/contract/generate.js';
import { packageRoot } from '../../../src/contract/package-root.js';
import { SuiteError } from '../../../src/contract/suite-error.js';

/** A package folder with specifications and nothing generated, apart from the checkout. */
async function bareCopy(): Promise<string> {
  const root = test.info().outputPath('package');
  await cp(join(packageRoot, 'specs'), join(root, 'specs'), { recursive: true });
  await rm(join(root, 'specs/clauses'), { recursive: true, force: true });
  await mkdir(join(root, 'specs/clauses'));
  await writeFile(
    join(root, 'specs/clauses/modify.yaml'),
    'clauses: [{ id: MOD-002, sentence: A }, { id: MOD-001, sentence: B }]\n',
  );
  await writeFile(join(root, 'specs/clauses/envelope.yaml'), 'clauses: [{ id: ENV-001, sentence: C }]\n');
  await writeFile(join(root, 'specs/clauses/coverage.yaml'), 'statements: []\n');
  return root;
}

/** Replaces text in a file that has it. */
async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  expect(text).toContain(from);
  await writeFile(file, text.replace(from, to));
}

test('the same specifications generate the same files, byte for byte', async () => {
  const root = await bareCopy();
  const first = await generateAll(root);
  expect([...(await generateAll(root))]).toEqual([...first]);
  expect([...first.keys()]).toContain('schemas/modify-request.json');
  expect([...first.keys()]).toContain('src/contract/generated/schema-types.ts');
});

test('every schema is a document of its own, in the 2020-12 dialect, that refers to nothing outside', async () => {
  const files = await generateAll(await bareCopy());
  for (const [path, content] of files) {
    if (!path.startsWith('schemas/')) continue;
    const schema = JSON.parse(content) as Record<string, unknown>;
    expect(schema['$schema']).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(schema['$id']).toBe(`urn:tradecert:schema:${path.slice('schemas/'.length, -'.json'.length)}`);
    for (const [, target = ''] of content.matchAll(/"\$ref": "([^"]*)"/g)) {
      expect(Object.keys(schema['$defs'] as object)).toContain(/^#\/\$defs\/(\w+)$/.exec(target)?.[1]);
    }
  }
});

test('keywords beside a reference stay beside it', async () => {
  const files = await generateAll(await bareCopy());
  const schema = JSON.parse(files.get('schemas/settings.json') ?? '') as { properties: Record<string, unknown> };
  expect(schema.properties['TRADECERT_SIGNING_KEY_ENCODING']).toEqual({
    description: 'How the key is written.',
    default: 'utf8',
    $ref: '#/$defs/KeyEncoding',
  });
});

test('clause ids come from every file but the coverage, in order', async () => {
  const root = await bareCopy();
  const ids = (await generateAll(root)).get('src/contract/generated/clause-ids.ts');
  expect(ids).toContain("CLAUSE_IDS = [\n  'ENV-001',\n  'MOD-002',\n  'MOD-001',\n] as const;");
});

test('files are stale when missing, changed or left over, and writing them mends that', async () => {
  const root = await bareCopy();
  const all = [...(await generateAll(root)).keys()].sort();
  expect(await staleFiles(root)).toEqual(all);
  expect(await writeGenerated(root)).toEqual(all);
  expect(await staleFiles(root)).toEqual([]);

  await edit(join(root, 'schemas/envelope.json'), '"status"', '"state"');
  await rm(join(root, 'src/contract/generated/clause-ids.ts'));
  await writeFile(join(root, 'schemas/forgotten.json'), '{}');
  const stale = ['schemas/envelope.json', 'schemas/forgotten.json', 'src/contract/generated/clause-ids.ts'];
  expect(await staleFiles(root)).toEqual(stale);
  expect(await writeGenerated(root)).toEqual(stale);
  expect(await staleFiles(root)).toEqual([]);
});

test('a change of the specification makes exactly the files stale that show it', async () => {
  const root = await bareCopy();
  await writeGenerated(root);
  await edit(join(root, 'specs/openapi.yaml'), 'enum: [BUY, SELL,', 'enum: [BUY, SELL, HOLD,');
  expect(await staleFiles(root)).toEqual([
    'schemas/modify-request.json',
    'schemas/side-code.json',
    'src/contract/generated/catalogue.ts',
    'src/contract/generated/schema-types.ts',
  ]);
});

const slips = [
  {
    file: 'specs/openapi.yaml',
    from: '/ModifyResult',
    to: '/ModifyOutcome',
    says: /refers to ModifyOutcome, which is none/,
  },
  {
    file: 'specs/openapi.yaml',
    from: 'format: iso-8601',
    to: 'format: iso',
    says: /ModifyRequest is wrong: unknown format/,
  },
  { file: 'specs/openapi.yaml', from: 'components:', to: 'parts:', says: /no object "components"/ },
  { file: 'specs/schemas.yaml', from: '  Coverage:', to: '  Envelope:', says: /Two schemas are named Envelope/ },
  { file: 'specs/schemas.yaml', from: 'files:', to: 'files: [', says: /cannot be read/ },
  { file: 'specs/clauses/modify.yaml', from: 'MOD-002', to: 'ENV-001', says: /ENV-001 occurs twice/ },
];
for (const { file, from, to, says } of slips) {
  test(`a slip in ${file} is explained: ${to.trim()}`, async () => {
    const root = await bareCopy();
    await edit(join(root, file), from, to);
    await expect(generateAll(root)).rejects.toThrow(says);
    await expect(generateAll(root)).rejects.toBeInstanceOf(SuiteError);
  });
}
