import type { Settings } from '../contract/settings.js';
import { isWeakSecret } from '../examine/weak-secret.js';

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
    typeof value === 'string' && value !== '' && isWeakSecret(value)
      ? [
          `${name} is short or a word of the document: it is taken out of answers wherever it stands, and they are judged so`,
        ]
      : [],
  );
}
