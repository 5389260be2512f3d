/**
 * Something wrong on our side or in the user's settings: never a verdict on the subject.
 * It is printed as three lines, without a stack trace, and ends the command with status 2.
 */
export class SuiteError extends Error {
  readonly where: string;
  readonly remedy: string;

  /**
   * @param what - what happened, one sentence; never a secret's value
   * @param where - the file, flag or variable it came from
   * @param remedy - what the reader should do
   */
  constructor(what: string, where: string, remedy: string) {
    super(what);
    this.name = 'SuiteError';
    this.where = where;
    this.remedy = remedy;
  }

  /** The message as a user reads it. */
  explain(): string {
    return `${this.message}\n  where  ${this.where}\n  do     ${this.remedy}\n`;
  }
}
