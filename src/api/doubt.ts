import type { Exchange } from '../wire/exchange.js';

/** Why the refusal of an exchange shows nothing. */
const doubts = new WeakMap<Exchange, string>();

/** Remembers that no valid modify was accepted, so that this refusal may be for anything, such as a wrong key. */
export function rememberDoubt(refused: Exchange, because: string): void {
  doubts.set(refused, because);
}

/** Why a refusal shows nothing, as it completes `unverified: …`; `undefined` where it does. */
export const doubtAbout = (refused: Exchange): string | undefined => doubts.get(refused);
