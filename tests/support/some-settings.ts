import type { Settings } from '../../src/contract/settings.js';

/** Settings that hold, with what a test is about in their place. */
export function someSettings(different: Partial<Settings> = {}): Settings {
  return {
    baseUrl: 'http://127.0.0.1:1/public/v1',
    embedded: false,
    environment: 'loopback',
    token: 'token',
    signingKey: 'key',
    signingKeyEncoding: 'utf8',
    signatureTemplate: 'concat',
    orders: null,
    rate: null,
    profile: {},
    profileFile: null,
    seed: 42,
    depth: 'standard',
    only: null,
    readOnly: false,
    strict: false,
    outDir: '/out',
    env: {},
    ...different,
  };
}
