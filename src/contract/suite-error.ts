/**
 * Something wrong on our side or in the user's settings: never a verdict on the subject.
 * It is printed as three lines, and what it quotes in between, without a stack trace, and ends the command with status 2.
 */
export class SuiteError extends Error {
  readonly where: string;
  readonly remedy: string;
  private readonly lines: readonly string[];

  /**
   * @param what - what happened, one sentence; never a secret's value
   * @param where - the file, flag or variable it came from
   * @param remedy - what the reader should do
   * @param quoted - lines that follow what happened, such as those of a command's output
   */
  constructor(what: string, where: string, remedy: string, quoted: readonly string[] = []) {
    super([what, ...quoted].join('\n'));
    this.lines = [what, ...quoted];
    this.name = 'SuiteError';
    this.where = where;
    this.remedy = remedy;
  }

  /**
   * The message as a user reads it.
   *
   * @param shown - how each of its texts is shown, in which names and values of a user may stand
   */
  explain(shown = (text: string): string => text): string {
    return `${this.lines.map((line) => shown(line)).join('\n')}\n  where  ${shown(this.where)}\n  do     ${shown(this.remedy)}\n`;
  }
}
