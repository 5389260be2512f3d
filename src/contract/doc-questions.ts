import { stringify } from 'yaml';
import type { ClauseBook } from './doc-clauses.js';
import type { Clause } from './clause.js';
import type { AnswerExample } from './clause-examples-source.js';
import { anchorOf, block, GENERATED_NOTE, plain, table } from './doc-markdown.js';
import { toPaste } from './to-paste.js';

/** Longest answer that is shown whole. */
const MOST_CHARACTERS = 1_200;

/** `docs/open-questions.md`: what the document does not say, how a run finds it out, and how to hold a service to it. */
export function renderQuestionPage(book: ClauseBook): string {
  const questions = book.clauses.filter(({ question }) => question !== undefined);
  const rows = questions.map(({ id, question = '', section }) => [
    `[${id}](#${id.toLowerCase()})`,
    plain(question),
    section,
  ]);
  return `${GENERATED_NOTE}
# Open questions

Where the document is silent, nothing can fail. A run finds out what your service does, and records it: in the report, and under
\`questions\` in \`results.json\`. There are ${questions.length} such questions.

An answer is worth keeping when clients rely on it. Pin it in your [profile](profile.md#pins), and each later run tells you when
it changes: as drift, which is a note, and with \`--strict\` a failure. Pin all answers of a run at once, or one by hand:

\`\`\`sh
${toPaste('run --write-profile staging.yaml')}
\`\`\`

The better end of a question is a sentence in the document. The report proposes one for each answer; what stands here is proposed
for the reference service's answer. Read it as a draft: what a service does is not what it should do.

${table(['question', 'what is not said', 'section'], rows)}
${questions.map((question) => renderQuestion(question, book)).join('\n')}`;
}

function renderQuestion({ id, question = '', section, basis, role, modifies }: Clause, book: ClauseBook): string {
  const side = role === 'client' ? 'client' : 'service';
  const title = book.sections.get(section) ?? '';
  const heading = section.includes('.') ? `${section} ${title}` : `${section}. ${title}`;
  const answer = book.examples.answers[id];
  return `## ${id}

**${plain(question)}**

- [section ${section}](../specs/interface.md#${anchorOf(heading)}), ${plain(title)}: ${plain(basis)}
${role === 'client' ? '- asked of clients: `tradecert client`\n' : ''}${modifies ? '- modifies orders of the order source: not observed in a read-only run\n' : ''}
**How it is observed.** ${book.how[side].get(id) ?? ''}
${answer === undefined ? NEVER_PINNED : renderAnswer(id, answer, side)}`;
}

const NEVER_PINNED = '\nThere is nothing to pin.\n';

function renderAnswer(id: string, { observed, proposed }: AnswerExample, side: 'service' | 'client'): string {
  const pin = stringify({ pins: { [id]: observed } }, { lineWidth: 0, singleQuote: true }).trimEnd();
  const shown =
    pin.length > MOST_CHARACTERS
      ? `The answer is too long for this page; \`--write-profile\` writes it.\n`
      : `To pin what the ${side === 'client' ? 'sample client' : 'reference service'} does:\n\n${block('yaml', pin)}`;
  const drafts = proposed.map((sentence) => `\n> ${plain(sentence)}\n`).join('');
  return `
**How to pin it.** ${shown}${drafts === '' ? '' : `\n**What the document could say**, for this answer:\n${drafts}`}`;
}
