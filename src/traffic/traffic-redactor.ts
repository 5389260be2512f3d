import { decodePercent, textOf } from '../oracle/conduct/request-query.js';
import { closeMembers } from '../wire/closed-members.js';
import type { HandedOut } from '../wire/handed-out.js';
import { Redactor, type Secret } from '../wire/redaction.js';
import { replaceTokens } from '../wire/token-shape.js';

/** How often a part of a target may be percent-encoded. */
const MOST_ENCODINGS = 3;

/**
 * Takes secrets out of traffic that others make. They need not be known: what has the shape of a JWT goes, unless it was
 * handed out to be sent back, and so do the values of what is named like a secret.
 */
export class TrafficRedactor extends Redactor {
  private readonly handedOut: HandedOut;

  constructor(secrets: readonly Secret[], handedOut: HandedOut) {
    super(secrets);
    this.handedOut = handedOut;
  }

  override text(text: string): string {
    return closeMembers(this.withoutSecrets(text), (value) => this.handedOut.has(value));
  }

  /** Also without what percent-encoding hides, and without the name and password of a URL. */
  override target(target: string): string {
    const known = target.replace(/^(https?:\/\/)[^/?#]*@/i, '$1[redacted:authorization]@');
    return this.text(known)
      .split(/([/?&;])/)
      .map((part) => this.part(part))
      .join('');
  }

  private part(part: string): string {
    let plain = part;
    for (let turn = 0; turn < MOST_ENCODINGS && plain.includes('%'); turn += 1) {
      plain = textOf(decodePercent(plain));
      const [placeholder] = /\[redacted:[a-z0-9-]+\]/.exec(this.withoutSecrets(plain)) ?? [];
      if (placeholder !== undefined) return part.slice(0, part.indexOf('=') + 1) + placeholder;
    }
    return part;
  }

  /** Shapes first: of a JWT whose first part is that of a known one as well, the rest would stay. */
  private withoutSecrets(text: string): string {
    return super.text(replaceTokens(text, (token) => (this.handedOut.has(token) ? token : '[redacted:token]')));
  }
}
