import { SuiteError } from '../contract/suite-error.js';
import { plainText } from '../report/plain-text.js';

const LONGEST_NAME = 100;

/**
 * Reads `--name`: what the client is called in the report and in the certificate.
 *
 * @throws SuiteError where it is blank, too long, or has characters that a terminal or a reader would act on
 */
export function parseClientName(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const name = given.trim();
  if (name !== '' && name.length <= LONGEST_NAME && plainText(name) === name) return name;
  throw new SuiteError(
    `The name is not a text of 1 to ${LONGEST_NAME} characters on one line, without control characters.`,
    '--name',
    'give for instance "Orders app 2.3"',
  );
}
