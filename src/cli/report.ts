import { existsSync } from 'node:fs';
import { copyFile, lstat, rm } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import type { Results } from '../contract/results.js';
import type { CertificateSettings } from '../contract/settings.js';
import { toPaste } from '../contract/to-paste.js';
import { printedJson } from '../report/plain-text.js';
import { SuiteError } from '../contract/suite-error.js';
import { isSent } from '../report/certificate/certified-scope.js';
import { checkRecord } from '../report/certificate/check-record.js';
import { checkUncertified } from '../report/certificate/check-uncertified.js';
import { signWhatHolds, type Signing } from '../report/certificate/sign-what-holds.js';
import type { TrustedKey } from '../report/certificate/verify/check-signatures.js';
import { checkCertificates } from '../report/merge/check-certificates.js';
import { checkShards } from '../report/merge/check-shards.js';
import { mergeExchanges } from '../report/merge/merge-exchanges.js';
import { mergeOrders } from '../report/merge/merge-orders.js';
import { mergeShards } from '../report/merge/merge-shards.js';
import { mergePrinted, mergeTasks } from '../report/merge/merge-tasks.js';
import { readExchanges, RECORD_FILES, type RecordedRun } from '../report/recorded-run.js';
import { remakeRun } from '../report/remake-run.js';
import { renderTerminal } from '../report/render-terminal.js';
import { writeRun } from '../report/write-run.js';
import { annotationsFor } from './annotate.js';
import { certificateWarnings, readTrustedKeys, resolveCertificate } from './certificate-settings.js';
import type { Surroundings } from './command-line.js';
import { exitStatusOf } from './exit-status.js';
import { parseFlags } from './flags.js';
import { lostSignature } from './lost-signature.js';
import { mergeBlobs } from './merge-blobs.js';
import { chooseOutDir, makeOutDir, subjectName } from './out-dir.js';
import { refreshRunList } from './refresh-run-list.js';
import { clearLeftovers, readClaimedRun, whereItGoesOn } from './run-claim.js';
import { readDotenv } from './setting-sources.js';
import { howToGoOn } from './stopped-run.js';
import { renderProblems } from './verify.js';
import { warningLine } from './warning-line.js';

const TEXT = { type: 'string' } as const;

const REPORT_FLAGS = {
  out: TEXT,
  json: { type: 'boolean' },
  'certificate-key-file': TEXT,
  'certificate-days': TEXT,
  key: { type: 'string', multiple: true },
} as const;

/** What was made, and where. */
interface Made {
  readonly results: Results;
  readonly outDir: string;
  readonly signing: Signing;
  /** The line that says where the run goes on, or how it can. */
  readonly onward: string;
}

const REFUSED = 1;

/** `tradecert report DIR...`: makes the report of a recorded run again, or puts the shards of a run together. */
export async function report(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { env, cwd, out, err } = surroundings;
  const flags = parseFlags(args, REPORT_FLAGS, 'report', ['DIR...']);
  const sources = { flags: flags.text, env, dotenv: readDotenv(cwd) };
  const certificate = resolveCertificate(sources, cwd);
  for (const warning of certificateWarnings(sources, cwd)) err(warningLine(warning));
  const keys = readTrustedKeys(flags.lists['key'], cwd);
  const dirs = flags.operands.map((dir) => resolve(cwd, dir));
  const runs: RecordedRun[] = [];
  for (const dir of dirs) runs.push(await readClaimedRun(dir));

  for (const dir of dirs) checkOutside(flags.text['out'], dir, cwd);
  const [only, ...others] = runs;
  const isWhole = only !== undefined && others.length === 0 && only.results.plan?.shard === undefined;
  const target = { out: flags.text['out'], certificate, keys, surroundings };
  const { results, outDir, signing, onward } = isWhole ? await remake(only, target) : await merge(runs, target);
  await refreshRunList(outDir, cwd, err);

  const json = flags.has('json');
  if (json) out(printedJson(results));
  const color = !json && process.stdout.isTTY && (env['NO_COLOR'] ?? '') === '';
  const shown = relative(cwd, join(outDir, 'index.html'));
  (json ? err : out)(`\n${renderTerminal(results, { color, report: shown, certificate: signing.says })}`);
  err(annotationsFor(results, env));
  err(onward);
  for (const keyId of signing.lost ?? []) err(warningLine(lostSignature(keyId)));
  if (signing.problems.length === 0) return exitStatusOf(results.verdict);
  err(`What the certificate says does not hold:\n${renderProblems(signing.problems, signing.unlisted)}`);
  return certificate.key === null ? exitStatusOf(results.verdict) : REFUSED;
}

/** A file that comes into the folder of a run later is none that its certificate names. */
function checkOutside(out: string | undefined, dir: string, cwd: string): void {
  const inside = out === undefined ? '' : relative(dir, resolve(cwd, out));
  if (inside === '' || inside.startsWith('..') || isAbsolute(inside)) return;
  throw new SuiteError(
    `The folder ${out ?? ''} is in the folder of a run.`,
    '--out',
    'give a place outside of the run',
  );
}

interface Target {
  readonly out: string | undefined;
  readonly certificate: CertificateSettings;
  /** Each of them must have signed what is recorded. */
  readonly keys: readonly TrustedKey[];
  readonly surroundings: Surroundings;
}

async function remake(run: RecordedRun, target: Target): Promise<Made> {
  const { out, certificate, surroundings } = target;
  if (run.results.unfinished !== true) await checkAlone(run, target);
  const outDir = out === undefined ? run.dir : await makeOutDir(out, surroundings.cwd, '--out');
  if (outDir !== run.dir) await copyRecord(run.dir, outDir);
  const goesOn = clearLeftovers(run.dir);
  const made = await remakeRun({ ...run, dir: outDir }, certificate, Date.now(), goesOn);
  return { ...made, outDir, onward: goesOn ? whereItGoesOn(run.dir) : howToGoOn(run, surroundings.cwd) };
}

/** A run without a certificate has a report all the same; to sign it takes a look at it. */
async function checkAlone(run: RecordedRun, { certificate, keys, surroundings }: Target): Promise<void> {
  const { dir } = run;
  if (await checkRecord(dir, keys, Date.now())) return;
  await checkRecorded(run);
  const what = (await checkUncertified(run)) ? 'what its record does not show' : 'it';
  if (certificate.key === null) {
    surroundings.err(warningLine(`${dir} has no certificate: nothing tells whether ${what} is as its run wrote it`));
    return;
  }
  throw new SuiteError(
    'There is no certificate to hold the run against, and nothing is signed unseen.',
    dir,
    `fetch its certificate.json, or make the report without a key, look at it, and sign it: ${toPaste('sign DIR')}`,
  );
}

/** Without a certificate, a record with fewer requests than its run sent bears nothing out. */
async function checkRecorded({ dir, results }: RecordedRun): Promise<void> {
  const { requests, unrecorded = 0 } = results;
  if (!isSent(results) || !existsSync(join(dir, 'exchanges.jsonl'))) return;
  let recorded = 0;
  for await (const exchange of readExchanges(dir)) if (typeof exchange.number === 'number') recorded += 1;
  if (recorded >= requests - unrecorded) return;
  throw new SuiteError(
    `The record does not bear the results out: it has ${recorded} of ${requests - unrecorded} exchanges, and there is no certificate.`,
    join(dir, 'exchanges.jsonl'),
    'fetch all files of the run again, or run it again',
  );
}

async function copyRecord(from: string, to: string): Promise<void> {
  for (const name of RECORD_FILES) {
    const found = await lstat(join(from, name)).catch(() => null);
    if (found === null) await rm(join(to, name), { force: true });
    else if (found.isFile()) await copyFile(join(from, name), join(to, name));
    else throw linked(join(from, name));
  }
}

/** What a link leads to is nobody's record, and may be a secret. */
function linked(path: string): SuiteError {
  return new SuiteError(
    `${path} is a link or no regular file.`,
    path,
    'put the file itself there, as the run wrote it',
  );
}

async function merge(runs: readonly RecordedRun[], { out, certificate, keys, surroundings }: Target): Promise<Made> {
  const { cwd, err } = surroundings;
  const shards = checkShards(runs);
  const signers = await checkCertificates(shards, keys, Date.now());
  const [first] = shards;
  const { baseUrl = '', role } = first?.results.subject ?? {};
  const url = first?.plan.embedded || !URL.canParse(baseUrl) ? null : new URL(baseUrl);
  const subject = role === 'client' ? 'client' : subjectName(url);
  const outDir = await chooseOutDir(out, { cwd, now: new Date(), subject });
  const results = mergeShards(shards, await mergeExchanges(shards, outDir, await mergeTasks(shards, outDir)));
  await mergeOrders(shards, outDir);
  await mergePrinted(shards, outDir);
  await writeRun(outDir, results, { ...certificate, key: null });
  const signing = await signWhatHolds(outDir, certificate, Date.now());
  const trouble = await mergeBlobs(
    shards.map(({ dir }) => dir),
    outDir,
  );
  if (trouble !== null) err(warningLine(`there is no Playwright report of the whole run: ${trouble}`));
  return { results, outDir, signing: { ...signing, says: `${signing.says}; ${shardsText(signers)}` }, onward: '' };
}

function shardsText(signers: readonly string[]): string {
  const by = signers.length === 0 ? 'not signed' : `signed with the key ${signers.join(', ')}`;
  return `the shards are as certified, ${by}`;
}
