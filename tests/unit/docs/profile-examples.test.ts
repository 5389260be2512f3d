import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { parse, stringify } from 'yaml';
import { checkProfileClauses } from '../../../src/cli/clause-choice.js';
import { parseProfile } from '../../../src/cli/read-profile.js';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import { packageRoot } from '../../../src/contract/package-root.js';
import { loadSchema } from '../../../src/contract/schemas.js';
import { parseTemplate, PRESETS } from '../../../src/wire/signature-template.js';

const read = (path: string): string => readFileSync(join(packageRoot, path), 'utf8');
const page = read('docs/profile.md');
const [prose = '', reference = ''] = page.split('\n## Reference\n');
const blocksOf = (text: string): string[] =>
  [...text.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);

/** @throws SuiteError where the text is no profile, or names a clause that does not fit */
function profileOf(text: string): ReturnType<typeof parseProfile> {
  const value = parseProfile(text, 'docs');
  const catalogue = [...loadCatalogue(), ...loadCatalogue('client')];
  checkProfileClauses({ path: 'docs', sha256: '', value }, catalogue, new Date(0));
  return value;
}

/** What is needed beside an example of one member. */
const BESIDE: Readonly<Record<string, object>> = {
  operations: { clause: 'OPS-009', path: '/other' },
  waivers: { clause: 'PAG-005', reason: 'Known.', expires: '2030-06-30' },
};

/** The examples of the reference, each in its place in a profile: `limits.priceBand`, `waivers[].clause`. */
function examplesInPlace(): { readonly name: string; readonly profile: string }[] {
  return [...reference.matchAll(/^### `([^`]+)`\n([\s\S]*?)(?=^### |^<!-- end)/gm)].flatMap(
    ([, name = '', text = '']) =>
      blocksOf(text).map((code) => {
        const [outer = '', inner] = name.split(/\[\]\.|\./);
        const example = parse(code) as object;
        if (inner === undefined) return { name, profile: code };
        const isList = name.includes('[]');
        return { name, profile: stringify({ [outer]: isList ? [{ ...BESIDE[outer], ...example }] : example }) };
      }),
  );
}

test('every profile of the prose is one', () => {
  expect(blocksOf(prose).length).toBeGreaterThan(6);
  for (const text of blocksOf(prose)) expect(() => profileOf(text), text).not.toThrow();
});

test('the reference has each member of the schema, with examples that hold', () => {
  const { properties } = loadSchema('profile') as { properties: Record<string, unknown> };
  const examples = examplesInPlace();
  const names = new Set(examples.map(({ name }) => name));
  expect(Object.keys(properties).filter((member) => !names.has(member))).toEqual([]);
  expect([...names].filter((name) => /[.[]/.test(name))).toHaveLength(11);
  for (const { name, profile } of examples) expect(() => profileOf(profile), name).not.toThrow();
  const templates = examples.map(({ profile }) => (parse(profile) as { signatureTemplate?: string }).signatureTemplate);
  for (const template of templates) {
    if (template !== undefined && !(template in PRESETS)) expect(() => parseTemplate(template)).not.toThrow();
  }
});

test('every pin of the page on open questions is one', () => {
  const pins = blocksOf(read('docs/open-questions.md'));
  expect(pins.length).toBeGreaterThan(40);
  for (const text of pins) expect(Object.keys(profileOf(text).pins ?? {}), text).toHaveLength(1);
});
