import { gzipSync } from 'node:zlib';
import * as does from '../behaviours.js';
import { both, by, twin } from './make-scenario.js';
import type { Scenario } from './scenario.js';

/** Other spellings of the same answer, and other ways in which HTTP brings it. */
export const SPELLINGS: readonly Scenario[] = [
  ...both('other-order', 'Has the members in reverse, with white space.', twin('other-order-and-space'), 'CLI-037'),
  ...both('more-members', 'Has members that the document does not name.', twin('more-members'), 'CLI-037'),
  ...both('numbers-spelled', 'Spells numbers with decimals or an exponent.', twin('numbers-with-decimals'), 'CLI-037'),
  ...both('strings-escaped', 'Escapes characters of strings and names.', twin('escaped-strings'), 'CLI-037'),
  ...both('other-marker', 'Marks a success with the status OK and the code 0.', twin('other-marker'), 'CLI-037'),
  ...both('charset-named', 'Names a charset in Content-Type.', twin('charset-named'), 'CLI-038'),
  ...both('headers-in-odd-case', 'Spells names of headers in odd case.', twin('odd-spelling-of-headers'), 'CLI-038'),
  ...both('chunked-and-closed', 'Sends no Content-Length and closes the connection.', twin('chunked'), 'CLI-038'),
  ...both('closed', 'Closes the connection after each answer.', by(does.closing), 'CLI-038'),
  ...both('byte-by-byte', 'Sends an answer byte by byte.', by(does.byteByByte), 'CLI-038'),
  ...both(
    'compressed-as-asked',
    'Compresses an answer for whoever takes gzip.',
    by(does.compressing(gzipSync, 'asked')),
    'CLI-038',
  ).map((scenario): Scenario => ({ ...scenario, isOptional: true })),
];
