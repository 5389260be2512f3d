import { basename } from 'node:path';
import type { Profile } from './profile.js';

/** Members that are told as they stand: by these, clauses are judged, and answers told from drift. */
const TOLD = ['environment', 'rate', 'limits', 'claims', 'pins', 'kinds', 'waivers'] as const;

/**
 * What a profile declares that a verdict rests on, for those who have the results and not the profile. Where a service and
 * its orders are, and how it is called and signed for, is its owner's business: such members are named, and not told.
 */
export interface DeclaredProfile extends Pick<Profile, (typeof TOLD)[number]> {
  /** Clauses of the operations that it binds to a place; the place is in what was sent there. */
  readonly operations?: readonly string[];
  /** Names of the members that stand in it and not here. */
  readonly unsaid: readonly string[];
}

/** What a profile is called: by itself, or by its file without the folders, which tell of the machine. */
export function profileName({ name }: Profile, path: string): string {
  return name ?? basename(path);
}

export function declaredProfile(profile: Profile): DeclaredProfile {
  const { operations } = profile;
  const told: readonly string[] = [...TOLD, 'operations', 'name'];
  return {
    ...Object.fromEntries(TOLD.flatMap((name) => (profile[name] === undefined ? [] : [[name, profile[name]]]))),
    ...(operations && { operations: operations.map(({ clause }) => clause) }),
    unsaid: Object.keys(profile).filter((name) => !told.includes(name)),
  };
}
