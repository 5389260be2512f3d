import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { clauseById, loadCatalogue } from '../../../src/contract/catalogue.js';
import { readCatalogue } from '../../../src/contract/catalogue-source.js';
import { packageRoot } from '../../../src/contract/package-root.js';

const both = loadCatalogue().filter(({ role }) => role === 'both');
const forClient = new Map(loadCatalogue('client').map((clause) => [clause.id, clause]));

test('a clause that binds both says to a client what it sends, in one short sentence of its own', () => {
  const said = both.map(({ id }) => forClient.get(id)?.sentence ?? '');
  for (const [index, { id, sentence }] of both.entries()) {
    const own = said[index] ?? '';
    expect(own, id).not.toBe(sentence);
    expect(own, id).not.toMatch(/refuse|disclose|client does not/);
    expect(own, id).toMatch(/^[A-Za-z][^\n]{5,109}\.$/);
  }
  expect(new Set(said).size).toBe(said.length);
});

test('what the document states of a request is required of a client, though it only implies that a service refuses the rest', () => {
  const stated = both.filter(({ id, kind }) => forClient.get(id)?.kind !== kind);
  expect(stated.map(({ id, kind }) => [id, kind, forClient.get(id)?.kind])).toEqual(
    [
      ...['LKP-003', 'MOD-033', 'MOD-035', 'MOD-036', 'MOD-051', 'MOD-052', 'MOD-053', 'MOD-054', 'MOD-064'],
      ...['TPS-025', 'TPS-026'],
    ].map((id) => [id, 'expected', 'required']),
  );
  for (const { id, basis } of stated) expect(forClient.get(id)?.basis, id).not.toBe(basis);
  const implied = both.filter(({ id }) => forClient.get(id)?.kind === 'expected').map(({ id }) => id);
  expect(implied).toEqual(['ORD-004', 'ORD-005', 'ORD-006', 'ORD-007', 'TPS-013', 'TPS-014', 'TPS-015', 'SIG-011']);
});

test('a price that is switched off is stated to be sent as 0, one that is not needed may be left out', () => {
  expect([clauseById('CLI-016').kind, clauseById('CLI-015').kind]).toEqual(['required', 'expected']);
});

test('all other clauses say the same to both', () => {
  const others = loadCatalogue().filter(({ role }) => role !== 'both');
  expect(others.map(({ id }) => forClient.get(id))).toEqual(others);
  expect([...forClient.keys()]).toEqual(loadCatalogue().map(({ id }) => id));
});

/** A copy of the specifications in which one text of a file is another. */
async function copyWith(file: string, from: string, to: string): Promise<string> {
  const root = test.info().outputPath('package');
  await cp(join(packageRoot, 'specs'), join(root, 'specs'), { recursive: true });
  const path = join(root, 'specs', 'clauses', file);
  const text = await readFile(path, 'utf8');
  expect(text).toContain(from);
  await writeFile(path, text.replace(from, to));
  return root;
}

const MOD_061 = '    client:\n      sentence: A modify has a body.\n';

for (const [what, to] of [
  ['no words', ''],
  ['empty words', '    client:\n'],
  ['no sentence', '    client:\n      kind: required\n'],
] as const) {
  test(`a clause that binds both and has ${what} for a client is refused, with its place`, async () => {
    const root = await copyWith('modify.yaml', MOD_061, to);
    expect(() => readCatalogue(root)).toThrow(
      expect.objectContaining({
        message: 'The clause MOD-061 binds both, and has no sentence for a client.',
        where: `${join(root, 'specs', 'clauses', 'modify.yaml')}, MOD-061`,
      }),
    );
  });
}

for (const [file, role, id] of [
  ['envelope.yaml', 'service', 'ENV-001'],
  ['client.yaml', 'client', 'CLI-001'],
] as const) {
  test(`a clause that binds the ${role} alone and has words for a client beside its own is refused`, async () => {
    const words = "    client: { sentence: 'Something else.' }\n";
    const root = await copyWith(file, `    role: ${role}\n`, `    role: ${role}\n${words}`);
    expect(() => readCatalogue(root)).toThrow(
      expect.objectContaining({
        message: `The clause ${id} has words for a client beside its own, and does not bind both.`,
        where: `${join(root, 'specs', 'clauses', file)}, ${id}, client`,
      }),
    );
  });
}
