import { resolve } from 'node:path';
import { auditHar, type AuditOptions } from '../audit/audit-har.js';
import { plainText } from '../report/plain-text.js';
import { decodeKey } from '../wire/decode-key.js';
import { resolveTemplate } from '../wire/signature-template.js';
import { parseBaseUrl } from './base-url.js';
import { tellBoth, writeBoth } from './both-results.js';
import type { Surroundings } from './command-line.js';
import { parseFlags, type Flags } from './flags.js';
import { refreshRunList } from './refresh-run-list.js';
import { whileClaimed } from './run-claim.js';
import { findSetting, readDotenv } from './setting-sources.js';
import { toolVersion } from './tool-version.js';
import { resolveTrafficSettings, TRAFFIC_FLAGS } from './traffic-settings.js';

const TEXT = { type: 'string' } as const;

const AUDIT_FLAGS = {
  'base-url': TEXT,
  ...TRAFFIC_FLAGS,
} as const;

/** `tradecert audit FILE.har`: judges recorded traffic, both sides of it, and sends nothing. */
export async function audit(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const flags = parseFlags(args, AUDIT_FLAGS, 'audit', ['FILE.har']);
  const [file = ''] = flags.operands;
  const settings = await resolveTrafficSettings(flags, surroundings, 'audit');
  const { signingKey, signingKeyEncoding, signatureTemplate } = settings;
  const results = await whileClaimed(settings.outDir, async () => {
    const { baseUrl, ...both } = await auditHar({
      path: resolve(surroundings.cwd, file),
      ...baseUrlOf(flags, settings, surroundings),
      settings,
      template: resolveTemplate(signatureTemplate),
      key: signingKey === null ? null : decodeKey(signingKey, signingKeyEncoding),
      toolVersion: toolVersion(),
      now: Date.now,
    });
    surroundings.err(`Judged what ${plainText(file)} has of ${plainText(baseUrl)}.\n`);
    await writeBoth(settings, both);
    return both;
  });
  await refreshRunList(settings.outDir, surroundings.cwd, surroundings.err);
  return tellBoth(results, settings, flags.has('json'), surroundings);
}

function baseUrlOf(
  flags: Flags,
  { profile, profileFile }: Awaited<ReturnType<typeof resolveTrafficSettings>>,
  { env, cwd }: Surroundings,
): Pick<AuditOptions, 'baseUrl' | 'baseUrlFrom'> {
  const path = profileFile?.path ?? '';
  const sources = { flags: flags.text, env, dotenv: readDotenv(cwd), profile: { path, value: profile } };
  const found = findSetting(sources, 'baseUrl');
  return found === null
    ? { baseUrl: null }
    : { baseUrl: parseBaseUrl(found).href.replace(/\/$/, ''), baseUrlFrom: found.where };
}
