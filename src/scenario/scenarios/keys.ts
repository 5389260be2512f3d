import type { Alteration } from '../../mock/behaviour.js';
import type { Props } from '../behaviours.js';

/** Keys that begin with this text, or are wrapped in it where it begins and ends alike. */
export function keysLike(text: string): (props: Props) => Alteration {
  const [before, after] = [text.trimEnd(), text.slice(text.trimEnd().length)];
  return ({ reached }) => ({
    name: 'keys like',
    does: '',
    apply: () => ({
      keyOf: (_, position) => {
        reached();
        return `${before}${position}${after}`;
      },
      readKey: (_, key) => {
        if (!key.startsWith(before) || !key.endsWith(after)) return null;
        const digits = key.slice(before.length, key.length - after.length);
        return /^\d+$/.test(digits) ? Number(digits) : null;
      },
    }),
  });
}
