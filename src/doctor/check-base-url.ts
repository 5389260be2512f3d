import { ok, type Check } from './check.js';

const TITLE = 'base URL';

/** The form of the base URL: a prefix of a public-interface segment and the version segment v1 (document, section 9). */
export function checkBaseUrl(baseUrl: string): Check {
  const { pathname } = new URL(baseUrl);
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const found = segments.length === 0 ? 'it has no path' : `its path is ${pathname}`;
  const warning = (means: string): Check => ({
    ...{ id: 'base-url', title: TITLE, status: 'warning', found, means },
    remedy: 'give it with its prefix, such as https://staging.example/public/v1',
  });
  const operation = segments.at(-1);
  if (operation === 'modify' || segments.slice(-2).join('/') === 'stocks/orders') {
    return warning('that is the path of an operation, which is put behind the base URL once more');
  }
  if (!segments.includes('v1')) return warning('the document says that it contains the segment v1 (section 9)');
  if (segments.length < 2)
    return warning('the document says that its prefix has a segment before the version (section 9)');
  return ok('base-url', TITLE, found);
}
