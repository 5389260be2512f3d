import { cutText, plainText } from '../report/plain-text.js';
import { amount } from '../report/verdict-words.js';
import { normalPath, originForm } from '../wire/operation-of.js';

const LONGEST_PATH = 120;
/** What a client asks for that has another base URL, or none. */
const OPERATION = /\/(?:orders\/modify|stocks\/orders)$/;

/** Counts requests outside of the base path, which belong to no operation and are judged by nobody. */
export class OutsideRequests {
  private readonly baseUrl: string;
  private readonly prefix: string;
  private count = 0;
  private first: string | null = null;
  private isTold = false;

  /** @param baseUrl - of the proxy, without a slash at the end */
  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
    this.prefix = normalPath(new URL(baseUrl).pathname).replace(/\/$/, '');
  }

  /**
   * @param target - of a request, redacted
   * @returns a sentence, once, where it looks like one of the two operations
   */
  see(target: string): string | null {
    const [sent = ''] = originForm(target).split('?');
    const path = normalPath(sent);
    if (path === this.prefix || path.startsWith(`${this.prefix}/`)) return null;
    this.count += 1;
    const isOperation = OPERATION.test(path);
    if (this.first === null || (isOperation && !this.isTold)) this.first = cutText(plainText(path), LONGEST_PATH);
    if (!isOperation || this.isTold) return null;
    this.isTold = true;
    return this.note();
  }

  /** What there is to say of all of them; `null`: none looked like one of the two operations, as of a browser's icons. */
  note(): string | null {
    if (this.first === null || !this.isTold) return null;
    const to = this.count === 1 ? this.first : `${this.first} and the like`;
    return `${amount(this.count, 'request')} came to ${to}, outside the base path ${this.prefix}: is the client's base URL ${this.baseUrl}?`;
  }
}
