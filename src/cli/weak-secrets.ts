import { loadSchema, type SchemaName } from '../contract/schemas.js';
import type { Settings } from '../contract/settings.js';

/** What is shorter may stand in an answer by chance. */
const SHORTEST = 8;

/** Messages of the two operations: their members and codes are in every answer. */
const MESSAGES: readonly SchemaName[] = ['modify-request', 'modify-response', 'instruments-response'];

/**
 * A warning for every secret that may stand in an answer without being one: answers are judged as they are recorded.
 *
 * @param isPrinted - whether a command printed the token
 */
export function weakSecretWarnings(
  { token, signingKey, env }: Pick<Settings, 'token' | 'signingKey' | 'env'>,
  isPrinted: boolean,
): string[] {
  const tokenName = isPrinted ? 'what TRADECERT_TOKEN_COMMAND prints' : 'TRADECERT_TOKEN';
  const secrets = { [tokenName]: token, TRADECERT_SIGNING_KEY: signingKey, ...env };
  return Object.entries(secrets).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' && isWeak(value)
      ? [
          `${name} is short or a word of the document: it is taken out of answers wherever it stands, and they are judged so`,
        ]
      : [],
  );
}

function isWeak(secret: string): boolean {
  return secret.length < SHORTEST || wordsOfMessages().some((word) => word.includes(secret));
}

function wordsOfMessages(): readonly string[] {
  return MESSAGES.flatMap((name) => JSON.stringify(loadSchema(name)).match(/\w+/g) ?? []);
}
