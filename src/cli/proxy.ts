import { relative } from 'node:path';
import { loadCatalogue } from '../contract/catalogue.js';
import type { Clause, Side } from '../contract/clause.js';
import { NOT_RUN_YET } from '../contract/run-verdict.js';
import { SuiteError } from '../contract/suite-error.js';
import type { BothResults } from '../traffic/judge-traffic.js';
import { startProxy, type ProxyOptions } from '../proxy/run-proxy.js';
import { plainText } from '../report/plain-text.js';
import { decodeKey } from '../wire/decode-key.js';
import { resolveTemplate } from '../wire/signature-template.js';
import { parseBaseUrl } from './base-url.js';
import { snapshotBoth, tellBoth, writeBoth } from './both-results.js';
import type { Surroundings } from './command-line.js';
import { parseFlags, type Flags } from './flags.js';
import { listenForEnd } from './interrupted.js';
import { LiveTally } from './live-tally.js';
import { ProgressDisplay } from './progress-display.js';
import { parsePort, parseSize } from './numbers.js';
import { refreshRunList } from './refresh-run-list.js';
import { whileClaimed } from './run-claim.js';
import { Snapshots } from './snapshots.js';
import { toolVersion } from './tool-version.js';
import { resolveTrafficSettings, TRAFFIC_FLAGS } from './traffic-settings.js';

const TEXT = { type: 'string' } as const;

const PROXY_FLAGS = {
  target: TEXT,
  listen: TEXT,
  control: TEXT,
  'max-record': TEXT,
  ...TRAFFIC_FLAGS,
} as const;

/** Some hundred thousand exchanges. */
const DEFAULT_RECORD = '1G';

/** `tradecert proxy`: stands between clients and a service until Ctrl-C, and judges both. */
export async function proxy(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const flags = parseFlags(args, PROXY_FLAGS, 'proxy');
  const baseUrl = targetOf(flags);
  const port = parsePort(flags.text['listen'] ?? '0', '--listen');
  const controlPort = parsePort(flags.text['control'] ?? '0', '--control');
  const mostRecordBytes = parseSize(flags.text['max-record'] ?? DEFAULT_RECORD, '--max-record');
  const settings = { ...(await resolveTrafficSettings(flags, surroundings, 'proxy')), mostRecordBytes };
  const results = await whileClaimed(settings.outDir, () =>
    judgeBoth({ settings, baseUrl, port, controlPort }, surroundings),
  );
  await refreshRunList(settings.outDir, surroundings.cwd, surroundings.err);
  return tellBoth(results, settings, flags.has('json'), surroundings);
}

type ProxyRun = Pick<ProxyOptions, 'settings' | 'baseUrl' | 'port' | 'controlPort'>;

/** Stands there until it is to end, and writes what came of it. */
async function judgeBoth(run: ProxyRun, surroundings: Surroundings): Promise<BothResults> {
  const { settings, baseUrl } = run;
  const { signingKey, signingKeyEncoding, signatureTemplate, outDir } = settings;
  const live = new LiveTally();
  const display = new ProgressDisplay(process.stderr, () => live.line());
  const tell = (line: string | null): void => {
    if (line !== null) display.tell(line);
  };
  const clauses = { client: clausesById('client'), service: clausesById('service') };
  let passages = 0;
  let shown = 0;
  const known: { snapshots?: Snapshots } = {};
  const running = await startProxy({
    ...run,
    template: resolveTemplate(signatureTemplate),
    key: signingKey === null ? null : decodeKey(signingKey, signingKeyEncoding),
    clockSlackMs: 0,
    toolVersion: toolVersion(),
    onPassage: (passage) => {
      passages += 1;
      tell(live.see(passage));
    },
    onNote: (note) => tell(`${plainText(note)}\n`),
    onReport: (side, id, outcome) => {
      const clause = clauses[side].get(id);
      if (clause === undefined) return;
      tell(live.report(side, { ...clause, kind: settings.profile.kinds?.[id] ?? clause.kind }, outcome));
    },
    write: async (results) => {
      // From now on there are results that somebody asked for.
      await known.snapshots?.stop();
      await writeBoth(settings, results);
    },
  });
  surroundings.err(`Everything that comes to ${running.baseUrl} goes to ${baseUrl}.
While it runs, GET ${running.controlUrl}/results shows the results, a POST writes them to ${relative(surroundings.cwd, outDir)};
POST ${running.controlUrl}/end ends it, and so does Ctrl-C.
${signingKey === null ? 'TRADECERT_SIGNING_KEY is not set: signatures are not verified.\n' : ''}`);
  display.start();
  const interruption = listenForEnd();
  const snapshots = new Snapshots(async () => {
    if (passages === shown) return;
    shown = passages;
    await snapshotBoth(outDir, running.judge.results(NOT_RUN_YET));
  });
  known.snapshots = snapshots;
  snapshots.start();
  await Promise.race([running.ended, interruption.asked]);
  await snapshots.stop();
  const results = await running.end();
  display.stop();
  await writeBoth(settings, results);
  interruption.off();
  return results;
}

function clausesById(side: Side): ReadonlyMap<string, Clause> {
  return new Map(loadCatalogue(side).map((clause) => [clause.id, clause]));
}

function targetOf(flags: Flags): string {
  const target = flags.text['target'];
  if (target === undefined) {
    throw new SuiteError(
      'It is not said where the service is.',
      'tradecert proxy',
      'give its base URL, such as --target https://staging.example/public/v1',
    );
  }
  return parseBaseUrl({ value: target, where: '--target', level: 0 }).href.replace(/\/$/, '');
}
