import { plainText } from '../report/plain-text.js';

/** A warning as a line of the terminal: names and values of a user in it do nothing there but be read. */
export function warningLine(warning: string): string {
  return `warning: ${plainText(warning)}\n`;
}
