import { soleHeader, type Call } from '../call.js';

/** Whether a modify switches a condition off. */
export const switchesOff = ({ incoming }: Call): boolean => incoming.body.includes('Yn":"N"');

/** Whether a body is beyond a buffer of 8 KiB. */
export const isLong = ({ incoming }: Call): boolean => incoming.body.length > 8_192;

/** Whether the length of a body is not told ahead (RFC 9112, 7.1). */
export const comesInChunks = ({ incoming }: Call): boolean => soleHeader(incoming, 'transfer-encoding') !== null;

/** Whether Content-Type has more than the media type. */
export const namesCharset = ({ incoming }: Call): boolean =>
  soleHeader(incoming, 'content-type')?.includes('charset') === true;
