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

  /**
   * The message as a user reads it.
   *
   * @param shown - how each of its three texts is shown, in which names and values of a user may stand
   */
  explain(shown = (text: string): string => text): string {
    return `${shown(this.message)}\n  where  ${shown(this.where)}\n  do     ${shown(this.remedy)}\n`;
  }
}
