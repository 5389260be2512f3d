import { expect } from '@playwright/test';
import type { Profile } from '../../../src/contract/profile.js';
import type { Results } from '../../../src/contract/results.js';
import { makeStatement } from '../../../src/report/certificate/statement.js';
import { checkCompleteness } from '../../../src/report/certificate/verify/check-completeness.js';
import { Problems } from '../../../src/report/certificate/verify/problems.js';
import { renderClauses } from '../../../src/report/html/render-clauses.js';
import { renderCtrf } from '../../../src/report/machine/render-ctrf.js';
import { renderJunit } from '../../../src/report/machine/render-junit.js';
import { renderSarif } from '../../../src/report/machine/render-sarif.js';
import { renderSummary } from '../../../src/report/machine/render-summary.js';
import { renderTerminal } from '../../../src/report/render-terminal.js';
import { modifyPassage, NOW_MS, ORDER } from '../../support/conduct-builder.js';
import { audited, auditSettings, clauseOf, entryOf } from '../../support/har-builder.js';
import { test } from '../cli/temporary-folder.js';

const FOR_CLIENT = 'A LIMIT body has no barrierPrice other than 0.';
const FOR_SERVICE = 'A LIMIT body with a barrierPrice other than 0 is refused.';

/** A LIMIT order modified with a barrierPrice, which the service takes, as both sides come out of it. */
function bothSides(
  folder: string,
  profile: Profile = {},
): Promise<{ readonly client: Results; readonly service: Results }> {
  const passage = modifyPassage({ ...ORDER, barrierPrice: 1 }, { arrivedAtMs: NOW_MS });
  const profileFile = Object.keys(profile).length === 0 ? null : { path: 'p.yaml', sha256: 'a'.repeat(64) };
  return audited(folder, [entryOf(passage)], { settings: { ...auditSettings(`${folder}/out`), profile, profileFile } });
}

function incompleteness(results: Results): readonly string[] {
  const problems = new Problems();
  checkCompleteness(results, problems);
  return problems.list.map(({ says }) => says);
}

const withClause = (results: Results, id: string, different: object): Results => ({
  ...results,
  clauses: results.clauses.map((clause) => (clause.id === id ? { ...clause, ...different } : clause)),
});

test('each side has its own kind and sentence of a clause that binds both', async ({ folder }) => {
  const { client, service } = await bothSides(folder);
  expect(clauseOf(client, 'MOD-053')).toMatchObject({ kind: 'required', verdict: 'fail', sentence: FOR_CLIENT });
  expect(clauseOf(service, 'MOD-053')).toMatchObject({ kind: 'expected', sentence: FOR_SERVICE });
  expect([client.verdict, client.counts.fail, client.counts.warn]).toEqual(['non-conformant', 1, 0]);
});

test('a profile still changes the kind for a client', async ({ folder }) => {
  const { client } = await bothSides(folder, { kinds: { 'MOD-053': 'expected' } });
  expect(clauseOf(client, 'MOD-053')).toMatchObject({ kind: 'expected', verdict: 'warn', sentence: FOR_CLIENT });
  expect(client.counts.fail).toBe(0);
});

test('every format says it in the words for a client, as loud as it is for one', async ({ folder }) => {
  const { client } = await bothSides(folder);
  const texts = {
    terminal: renderTerminal(client, { color: false, report: 'index.html' }),
    page: renderClauses(client).text,
    summary: renderSummary(client),
    junit: renderJunit(client),
    ctrf: renderCtrf(client),
    sarif: renderSarif(client),
  };
  for (const [format, text] of Object.entries(texts)) {
    expect(text, format).toContain(FOR_CLIENT);
    expect(text, format).not.toContain(FOR_SERVICE);
  }
  expect(texts.terminal).toContain(`MOD-053 required: ${FOR_CLIENT}`);
  expect(texts.page).toContain('LIMIT; barrierPrice not needed (0), and otherwise 0 (2.3).');
  expect(texts.sarif).toContain('MOD-053 is required of the client, by section 2.1 of the document');
  const { runs } = JSON.parse(texts.sarif) as { runs: { results: { ruleId: string; level: string }[] }[] };
  expect(runs[0]?.results.find(({ ruleId }) => ruleId === 'MOD-053')?.level).toBe('error');
});

test('a certificate of a client has no changed kinds, but for those of its profile', async ({ folder }) => {
  const facts = { files: [], catalogueSha256: 'c', suiteSha256: 'd', days: 90 };
  const kindsOf = (results: Results): unknown =>
    (makeStatement(results, facts)['predicate'] as { tradecert: { kinds: unknown } }).tradecert.kinds;
  const { client, service } = await bothSides(folder);
  expect([kindsOf(client), kindsOf(service)]).toEqual([[], []]);
  const lowered = (await bothSides(folder, { kinds: { 'MOD-053': 'expected' } })).client;
  expect(kindsOf(lowered)).toEqual([{ clause: 'MOD-053', kind: 'expected', stated: 'required' }]);
});

test('a certificate that has the kind or the words of the other side is not taken', async ({ folder }) => {
  const { client, service } = await bothSides(folder);
  expect([incompleteness(client), incompleteness(service)]).toEqual([[], []]);
  expect(incompleteness(withClause(client, 'MOD-053', { sentence: FOR_SERVICE }))).toEqual([
    'The clause MOD-053 is not as the catalogue has it.',
  ]);
  expect(incompleteness(withClause(client, 'MOD-053', { kind: 'expected', verdict: 'warn' }))).toEqual([
    'The clause MOD-053 counts as expected, is required in the catalogue, and there is no profile that says so.',
  ]);
  expect(incompleteness(withClause(service, 'MOD-053', { kind: 'required' }))).toEqual([
    'The clause MOD-053 counts as required, is expected in the catalogue, and there is no profile that says so.',
  ]);
});
