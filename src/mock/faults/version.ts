import type { Fault } from '../behaviour.js';
import { fault } from './make-fault.js';

/** Faults in the prefix of the base URL, section 9 and introduction: the service is as it should be, at another place. */
export const VERSION_FAULTS: readonly Fault[] = [
  at('/public/v2', 'VER-001', 'base-url-of-version-2', 'Is at /public/v2.'),
  at('/public/v10', 'VER-001', 'base-url-of-version-10', 'Is at /public/v10, which only begins like v1.'),
  at('/public/v1.0', 'VER-001', 'base-url-of-version-1-0', 'Is at /public/v1.0.'),
  at('/public/V1', 'VER-001', 'base-url-of-capital-version', 'Is at /public/V1, while paths tell case apart.'),
  at('/public-v1/v2', 'VER-001', 'base-url-version-in-a-name', 'Is at /public-v1/v2, where v1 is no segment.'),
  at('/v1', 'VER-002', 'base-url-without-interface', 'Is at /v1, without a public-interface segment.'),
  at('/public/v1/api', 'VER-002', 'base-url-goes-on', 'Is at /public/v1/api, which goes on after the version.'),
  at('/v1/public', 'VER-002', 'base-url-version-first', 'Is at /v1/public, with the version first.'),
  at('/public/v2/v1', 'VER-002', 'base-url-of-two-versions', 'Is at /public/v2/v1, with two versions.'),
];

function at(prefix: string, clause: string, name: string, does: string): Fault {
  return fault([name, clause, does, { needs: { prefix } }], () => ({}));
}
