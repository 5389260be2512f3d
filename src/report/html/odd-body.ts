import { Buffer } from 'node:buffer';

/** Characters of UTF-8, byte by byte; what is left is none. */
const CHARACTER =
  /[\x00-\x7f]|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}|([\x80-\xff])/g; // eslint-disable-line no-control-regex -- bytes
/** Half of a surrogate pair: stands for a byte until lines are laid out, and for nothing else in text made of UTF-8. */
const LONE = 0xdc00;

/** A body that is no text, to be laid out like one. */
export interface OddBody {
  /** With a half of a surrogate pair for each byte that is part of no character; see {@link spellBytes}. */
  readonly text: string;
  /** What a reader has to know of it. */
  readonly note: string;
}

/** @param base64 - ends with `…` where the end is left out */
export function oddBody(base64: string): OddBody {
  const bytes = Buffer.from(base64.replace(/…$/, ''), 'base64');
  const text = bytes
    .toString('latin1')
    .replaceAll(CHARACTER, (character, odd?: string) =>
      odd === undefined ? Buffer.from(character, 'latin1').toString() : String.fromCharCode(LONE + odd.charCodeAt(0)),
    );
  const isCut = base64.endsWith('…');
  const amount = `${isCut ? 'the first ' : ''}${bytes.length} ${bytes.length === 1 ? 'byte' : 'bytes'}`;
  return { text: isCut ? `${text}…` : text, note: `(${amount}, no valid UTF-8: \\xNN is a byte that is no character)` };
}

/** Bytes that are part of no character as `\xff`. */
export function spellBytes(text: string): string {
  return text.replaceAll(/[\udc80-\udcff]/gu, (half) => `\\x${(half.charCodeAt(0) - LONE).toString(16)}`);
}
