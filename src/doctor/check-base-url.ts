import { judgePrefix, judgeVersion } from '../oracle/base-url.js';
import { ok, type Check } from './check.js';

const TITLE = 'base URL';
const NO_VERSION =
  'the document says that it contains the segment v1 (section 9): VER-001 fails, once a lookup is accepted there';
const NO_PREFIX =
  'the document says that it ends with a public-interface segment and a version segment: VER-002 warns, once a lookup is accepted there';

/** The form of the base URL: a prefix of a public-interface segment and the version segment v1 (document, section 9). */
export function checkBaseUrl(baseUrl: string): Check {
  const { pathname } = new URL(baseUrl);
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const found = segments.length === 0 ? 'it has no path' : `its path is ${pathname}`;
  const warning = (means: string): Check => ({
    ...{ id: 'base-url', title: TITLE, status: 'warning', found, means },
    remedy: 'give it with its prefix, such as https://staging.example/public/v1',
  });
  if (pathname.includes('//')) return warning('it has two slashes in a row, which most services take for another path');
  const operation = segments.at(-1);
  if (operation === 'modify' || segments.slice(-2).join('/') === 'stocks/orders') {
    return warning('that is the path of an operation, which is put behind the base URL once more');
  }
  if (judgeVersion(baseUrl).outcome === 'broken') return warning(NO_VERSION);
  if (judgePrefix(baseUrl).outcome === 'broken') return warning(NO_PREFIX);
  return ok('base-url', TITLE, found);
}
