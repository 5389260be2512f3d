import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Clause, Side } from './clause.js';
import { readClauseExamples, type ClauseExample, type ClauseExamples } from './clause-examples-source.js';
import { anchorOf, block, capital, GENERATED_NOTE, plain, table } from './doc-markdown.js';
import { readHowTested, type HowTested } from './how-tested-source.js';
import { sectionTitles } from './section-titles.js';
import { toPaste } from './to-paste.js';
import { BROKEN } from './verdict.js';

/** Most ways of breaking a clause that are listed. */
const MOST_WAYS = 12;

/** What the pages about clauses are made of. */
export interface ClauseBook {
  readonly clauses: readonly Clause[];
  /** Titles of the areas, and of the document's sections. */
  readonly areas: ReadonlyMap<string, string>;
  readonly sections: ReadonlyMap<string, string>;
  readonly how: HowTested;
  readonly examples: ClauseExamples;
}

/**
 * Everything about the clauses of the catalogue that the pages tell.
 *
 * @param rootDir - folder of the package, with `specs/` in it
 * @throws SuiteError where it is not said how a clause is tested
 */
export function readClauseBook(rootDir: string, clauses: readonly Clause[]): ClauseBook {
  const titleOf = (area: string): string =>
    (parse(readFileSync(join(rootDir, 'specs', 'clauses', `${area}.yaml`), 'utf8')) as { title: string }).title;
  return {
    clauses,
    areas: new Map([...new Set(clauses.map(({ area }) => area))].map((area) => [area, titleOf(area)])),
    sections: sectionTitles(),
    how: readHowTested(rootDir, clauses),
    examples: readClauseExamples(rootDir),
  };
}

/** `docs/clauses.md`, and a page for each area beside it: content by path. Open questions have a page of their own. */
export function renderClausePages(book: ClauseBook): ReadonlyMap<string, string> {
  const areas = [...book.areas].filter(([area]) => area !== 'open-questions');
  const pages = areas.map(
    ([area, title]) => [pathOf(area), renderArea(title, ofArea(book.clauses, area), book)] as const,
  );
  return new Map([['docs/clauses.md', renderIndex(areas, book)], ...pages]);
}

function pathOf(area: string): string {
  return `docs/clauses/${area}.md`;
}

function ofArea(clauses: readonly Clause[], area: string): readonly Clause[] {
  return clauses.filter((clause) => clause.area === area);
}

function renderIndex(areas: readonly (readonly [string, string])[], { clauses }: ClauseBook): string {
  const lists = areas.map(([area, title]) => {
    const rows = ofArea(clauses, area).map((clause) => [
      `[${clause.id}](clauses/${area}.md#${clause.id.toLowerCase()})`,
      plain(clause.sentence),
      kindsOf(clause),
    ]);
    return `\n## ${title}\n\n${table(['clause', 'sentence', 'kind'], rows)}`;
  });
  return `${GENERATED_NOTE}
# Clauses

A clause is one sentence that can be tested. Together they are what the document asks of a service and of a client. Each has
a paragraph of its own, behind its id: what it rests on, how it is tested, and what a failure looks like. What the
document leaves open is in [open questions](open-questions.md).

${KINDS}
A clause that binds both sides is kept by a client by sending what is right, and by a service by refusing what is wrong. The table
has the words for a service. Where a client is bound in another kind, the table has both.

A profile can raise or lower a kind, and accept a broken clause until a day: [write a profile](profile.md).
${lists.join('')}`;
}

const KINDS = table(
  ['kind', 'the document', 'where it is broken'],
  [
    ['`required`', 'states it', 'the clause fails, and the run is non-conformant'],
    ['`expected`', 'implies it', 'a warning; the run fails with `--strict` only'],
  ],
);

function kindsOf(clause: Clause): string {
  const kind = clause.client?.kind;
  if (kind === undefined || kind === clause.kind) return clause.kind;
  return `${clause.kind}; a client: ${kind}`;
}

function renderArea(title: string, clauses: readonly Clause[], book: ClauseBook): string {
  return `${GENERATED_NOTE}
# ${title}

[All clauses](../clauses.md) · [how to see a failure yourself](#see-a-failure-yourself)

${clauses.map((clause) => renderClause(clause, book)).join('\n')}
${renderSeeYourself(clauses)}`;
}

function renderClause(clause: Clause, book: ClauseBook): string {
  const sides: readonly Side[] = clause.role === 'both' ? ['service', 'client'] : [clause.role];
  return [`## ${clause.id}\n`, ...sides.map((side) => renderSide(clause, side, book))].join('\n');
}

function renderSide(clause: Clause, side: Side, book: ClauseBook): string {
  const { sentence, kind, basis } = side === 'client' ? { ...clause, ...clause.client } : clause;
  const example = book.examples[side][clause.id];
  return `**${capital(side)}: ${plain(sentence)}**

${renderFacts({ ...clause, kind, basis }, side, book)}
**How it is tested.** ${book.how[side].get(clause.id) ?? ''}
${renderWays(example?.ways ?? [])}${example === undefined ? '' : renderExample({ ...clause, kind }, side, example)}`;
}

function renderFacts(clause: Clause, side: Side, { sections }: ClauseBook): string {
  const { section, kind, basis } = clause;
  const title = sections.get(section) ?? '';
  const heading = section.includes('.') ? `${section} ${title}` : `${section}. ${title}`;
  const modifies = side === 'service' && clause.modifies;
  return `- ${kind}: ${kind === 'required' ? 'the document states it' : 'the document implies it'}, so a break is ${BROKEN[kind] === 'fail' ? 'a failure' : 'a warning'}
- rests on [section ${section}](../../specs/interface.md#${anchorOf(heading)}), ${plain(title)}: ${plain(basis)}
${modifies ? '- modifies orders of the order source: `unverified` in a read-only run\n' : ''}`;
}

function renderWays(ways: readonly string[]): string {
  if (ways.length === 0) return '';
  const more = ways.length - MOST_WAYS;
  const shown = ways.slice(0, MOST_WAYS).map((way) => `- ${plain(way)}\n`);
  return `\nWhat is wrong with the modify, for instance:\n\n${shown.join('')}${more > 0 ? `- and ${more} more\n` : ''}`;
}

function renderExample(clause: Clause, side: Side, example: ClauseExample): string {
  const { id, kind } = clause;
  const { fault, does, cause, at, expected, actual, scenario } = example;
  const subject = side === 'service' ? 'The reference service' : 'The sample client';
  const where = scenario === undefined ? '' : ` In the scenario \`${scenario}\`:`;
  const lines = [`${id} ${kind}: ${cause}`, `  at        ${at}`, `  expected  ${expected}`, `  actual    ${actual}`];
  return `
**What a failure looks like.** ${subject} with the fault \`${fault}\`: ${plain(does)}${where}

${block('text', lines.join('\n'))}
${block('sh', side === 'service' ? serviceCommands(clause, example) : clientCommand(clause, example))}`;
}

function serviceCommands({ id, operation }: Clause, { fault, whole }: ClauseExample): string {
  const only = whole === true ? '' : ` --only ${id}`;
  const profile = operation === undefined ? '' : ' --profile operations.yaml';
  return `${toPaste(`serve --fault ${fault}`)}\n${toPaste(`run${only} --seed 1 --depth smoke${profile}`)}`;
}

function clientCommand({ id }: Clause, { fault, whole, scenario }: ClauseExample): string {
  const only = whole === true ? '' : ` --only ${id}`;
  const played = scenario === undefined ? '' : ` --scenario ${scenario}`;
  return `CLIENT_FAULT=${fault} ${toPaste(`client --exec 'node examples/clients/faulty/client.mjs'${only}${played} --seed 1`)}`;
}

function renderSeeYourself(clauses: readonly Clause[]): string {
  const bindsService = clauses.some(({ role }) => role !== 'client');
  const bindsClient = clauses.some(({ role }) => role !== 'service');
  return `
## See a failure yourself
${bindsService ? SEE_SERVICE : ''}${bindsClient ? SEE_CLIENT : ''}${clauses.some(({ operation }) => operation !== undefined) ? SEE_OPERATIONS : ''}`;
}

const SEE_SERVICE = `
For a service, each example is two commands for two terminals. The first starts the reference service with that fault and prints
lines that begin with \`export\`; paste these into the second terminal, and run the second command there. The verdict is non-conformant,
or has a warning where the clause is \`expected\`.
`;

const SEE_CLIENT = `
For a client, each example is one command, in a checkout of tradecert. Where it is installed, the faulty client is in
\`node_modules/tradecert/examples/clients/faulty\`.
`;

const SEE_OPERATIONS = `
The first command also prints lines that bind the operations: put them into a file called \`operations.yaml\`.
`;
