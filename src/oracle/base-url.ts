import { broken, pass, type Outcome } from '../contract/verdict.js';
import { quoteShort } from './describe-value.js';

/** Such as `v1`; the minor part is allowed since the document gives no other version rule. */
const VERSION_SEGMENT = /^v\d+(\.\d+)*$/i;

/** Segments of the base URL's path, without empty ones. */
function segmentsOf(baseUrl: string): readonly string[] {
  return new URL(baseUrl).pathname.split('/').filter((segment) => segment !== '');
}

/** @clause VER-001 */
export function judgeVersion(baseUrl: string): Outcome {
  const segments = segmentsOf(baseUrl);
  return segments.includes('v1') ? pass : brokenPath(segments, 'the base URL has no segment v1', 'a segment v1');
}

/** @clause VER-002 */
export function judgePrefix(baseUrl: string): Outcome {
  const segments = segmentsOf(baseUrl);
  const [before, last] = segments.slice(-2);
  const ends =
    last !== undefined && VERSION_SEGMENT.test(last) && before !== undefined && !VERSION_SEGMENT.test(before);
  if (ends) return pass;
  const cause = 'the base URL does not end with a public-interface segment and a version segment';
  return brokenPath(segments, cause, 'a path that ends like /public/v1');
}

function brokenPath(segments: readonly string[], cause: string, expected: string): Outcome {
  return broken({ cause, at: 'path of the base URL', expected, actual: quoteShort(`/${segments.join('/')}`) });
}

/** By clause: what it says of the base URL, section 9. */
export const BASE_URL_JUDGES: ReadonlyMap<string, (baseUrl: string) => Outcome> = new Map([
  ['VER-001', judgeVersion],
  ['VER-002', judgePrefix],
]);
