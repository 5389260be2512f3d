import { loadSchema, type SchemaName } from '../contract/schemas.js';

/** What is shorter may stand in an answer by chance. */
const SHORTEST = 8;

/** Messages of the two operations: their members and codes are in every answer. */
const MESSAGES: readonly SchemaName[] = ['modify-request', 'modify-response', 'instruments-response'];

/** Whether a secret may stand in an answer without being one: it is short, or part of a word of the document. */
export function isWeakSecret(secret: string): boolean {
  return secret.length < SHORTEST || isOfDocument(secret);
}

/** Whether a text is a word of the document's messages, or part of one. */
export function isOfDocument(text: string): boolean {
  return wordsOfMessages().some((word) => word.includes(text));
}

function wordsOfMessages(): readonly string[] {
  return MESSAGES.flatMap((name) => JSON.stringify(loadSchema(name)).match(/\w+/g) ?? []);
}
