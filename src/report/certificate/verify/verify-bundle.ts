import { Buffer } from 'node:buffer';
import { earlierContract } from '../../../contract/earlier-contracts.js';
import type { Results } from '../../../contract/results.js';
import { validatorFor } from '../../../contract/schemas.js';
import { TASKS_FILE } from '../../../oracle/declared/recorded-task.js';
import { isJsonObject, parseJson, stableStringify } from '../../../wire/json.js';
import { CERTIFICATE_FILE, LARGEST_CERTIFICATE, readBundleText } from '../bundle-files.js';
import { changedSince, unplannedClauses } from '../certified-scope.js';
import { parseEnvelope, renderEnvelope, type Envelope } from '../envelope.js';
import { makeStatement, PREDICATE_TYPE, renderStatement, STATEMENT_TYPE, type CertifiedFile } from '../statement.js';
import { catalogueDigest, suiteDigest } from '../suite-digest.js';
import { checkCompleteness } from './check-completeness.js';
import { checkDepth } from './check-depth.js';
import { checkEvidence, EXCHANGES_FILE, type Rederived } from './check-evidence.js';
import { certifiedFiles, checkFiles } from './check-files.js';
import { checkReports } from './check-reports.js';
import { checkSignatures, type CheckedSignature, type SignaturePolicy } from './check-signatures.js';
import { checkVerdict } from './check-verdict.js';
import { Problems, type Problem } from './problems.js';

const RESULTS_FILE = 'results.json';
const LARGEST_RESULTS = 256 * 1024 * 1024;
/** Members and elements of results.json, all told. */
const MOST_VALUES = 2_000_000;

type Json = Readonly<Record<string, unknown>>;

/** What a verification works with. */
export interface VerifyOptions extends SignaturePolicy {
  /** The moment for which is asked whether the certificate holds. Milliseconds since the epoch. */
  readonly now: number;
}

/** What came of a verification. */
export interface Verification {
  readonly isValid: boolean;
  /** It has run out, and everything else holds. */
  readonly isExpired: boolean;
  /** Has at least one signature. */
  readonly isSigned: boolean;
  readonly problems: readonly Problem[];
  /** Problems beyond those listed. */
  readonly unlisted: number;
  readonly signatures: readonly CheckedSignature[];
  /** Files that are as certified. */
  readonly files: number;
  /** Files that were changed, added or taken away since. */
  readonly altered: readonly string[];
  /** Folders that lie there and that no certificate is about, such as Playwright's own report. */
  readonly outside: readonly string[];
  /** `null` where the certificate or the results cannot be used. */
  readonly claim: Claim | null;
  readonly rederived: Rederived;
}

/** What a certificate says, in short. */
export interface Claim {
  readonly verdict: Results['verdict'];
  readonly result: string;
  readonly subject: Results['subject'];
  readonly limits: readonly string[];
  /** Ids of the clauses that it is not about, since they were not selected. */
  readonly notPlanned: readonly string[];
  /** Of an earlier contract: which, and ids of the clauses that came to a verdict and say something else today; `null`: of the present one. */
  readonly earlier: (Results['contract'] & { readonly changed: readonly string[] }) | null;
  readonly until: string;
  readonly tool: string;
  /** Made by the same code that verifies it. */
  readonly isSameSuite: boolean;
}

/**
 * Verifies the certificate of a run, offline: signatures, digests, validity, completeness, and what can be made again of
 * the verdict. Never throws for what is in the folder, follows no link, and reads nothing outside of it.
 */
export async function verifyBundle(dir: string, options: VerifyOptions): Promise<Verification> {
  const problems = new Problems();
  const envelope = await readEnvelope(dir, problems);
  if (envelope === null) return nothing(problems);
  const signatures = checkSignatures(envelope, options, problems);
  const base = { isSigned: envelope.signatures.length > 0, signatures };
  const statement = readStatement(envelope, problems);
  if (statement === null) return { ...nothing(problems), ...base };
  const files = certifiedFiles(statement, problems);
  const { sound, altered, outside } = await checkFiles(dir, files, problems);
  const found = { files: sound.size, altered, outside };
  const results = await readResults(dir, sound, problems);
  if (results === null) return { ...nothing(problems), ...base, ...found };
  const claim = checkStatement(statement, envelope, results, files, problems);
  checkValidity(claim, results, options.now, problems);
  checkVerdict(results, problems);
  const isOurs = checkCompleteness(results, problems);
  const depth = isOurs ? checkDepth(results, problems) : { derived: [], notDerived: [] };
  const rederived = await rederive(dir, files, sound, results, isOurs, problems);
  const reports = await checkReports(dir, results, { sound, isSameSuite: claim.isSameSuite }, problems);
  return {
    ...outcome(problems),
    ...base,
    ...found,
    claim: limited(claim, rederived.limits),
    rederived: {
      ...rederived,
      derived: [...depth.derived, ...rederived.derived, ...reports.derived],
      notDerived: [...depth.notDerived, ...rederived.notDerived, ...reports.notDerived],
    },
  };
}

/** What the evidence does not hold whole is no PASSED. */
function limited(claim: Claim, limits: readonly string[]): Claim {
  if (limits.length === 0) return claim;
  const result = claim.result === 'PASSED' ? 'WARNED' : claim.result;
  return { ...claim, result, limits: [...claim.limits, ...limits] };
}

function outcome({ list, unlisted }: Problems): Pick<Verification, 'isValid' | 'isExpired' | 'problems' | 'unlisted'> {
  const isExpired = list.length > 0 && unlisted === 0 && list.every(({ check }) => check === 'expiry');
  return { isValid: list.length === 0, isExpired, problems: list, unlisted };
}

function nothing(problems: Problems): Verification {
  const rederived = {
    derived: [],
    notDerived: ['anything: the certificate or the results cannot be used'],
    limits: [],
  };
  return {
    ...outcome(problems),
    isSigned: false,
    signatures: [],
    files: 0,
    altered: [],
    outside: [],
    claim: null,
    rederived,
  };
}

async function readEnvelope(dir: string, problems: Problems): Promise<Envelope | null> {
  let text: string;
  try {
    text = await readBundleText(dir, CERTIFICATE_FILE, LARGEST_CERTIFICATE);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    problems.add(
      'certificate',
      code === 'ENOENT'
        ? `There is no ${CERTIFICATE_FILE}.`
        : `${CERTIFICATE_FILE} cannot be read (${code ?? 'unknown'}).`,
    );
    return null;
  }
  const envelope = parseEnvelope(text);
  if (typeof envelope === 'string') {
    problems.add('certificate', `${CERTIFICATE_FILE} is no DSSE envelope: ${envelope}.`);
    return null;
  }
  if (renderEnvelope(envelope) !== text) {
    problems.add(
      'certificate',
      `${CERTIFICATE_FILE} is not byte for byte as tradecert writes it: its layout was changed.`,
    );
  }
  return envelope;
}

function readStatement({ payload }: Envelope, problems: Problems): Json | null {
  const json = parseJson(Buffer.from(payload).toString('utf8'));
  const why = !json.ok
    ? json.because
    : json.duplicateMembers.length > 0
      ? `it names a member twice (${json.duplicateMembers[0] ?? ''})`
      : !isJsonObject(json.value)
        ? 'it is no JSON object'
        : null;
  if (why === null && json.ok && isJsonObject(json.value)) {
    const { _type, predicateType } = json.value;
    if (_type === STATEMENT_TYPE && predicateType === PREDICATE_TYPE) return json.value;
    problems.add('statement', 'The certificate is no in-toto statement about a test result.');
    return null;
  }
  problems.add('statement', `The statement in the certificate cannot be read: ${why ?? 'unknown'}.`);
  return null;
}

/** Results that are not as certified are looked at all the same, so that more can be said of them. */
async function readResults(dir: string, sound: ReadonlySet<string>, problems: Problems): Promise<Results | null> {
  let text: string;
  try {
    text = await readBundleText(dir, RESULTS_FILE, LARGEST_RESULTS);
  } catch (error) {
    problems.add(
      'statement',
      `${RESULTS_FILE} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`,
    );
    return null;
  }
  const json = parseJson(text);
  const why = json.ok ? whyNoResults(json.value) : json.because;
  if (!json.ok || why !== null) {
    problems.add('statement', `${RESULTS_FILE} is no result of tradecert: ${why ?? ''}.`);
    return null;
  }
  const [twice] = json.duplicateMembers;
  if (twice !== undefined) problems.add('statement', `${RESULTS_FILE} names a member twice (${twice}).`);
  if (!sound.has(RESULTS_FILE)) {
    problems.add('statement', `The certificate is not about the ${RESULTS_FILE} that lies here.`);
  }
  return json.value as Results;
}

function whyNoResults(value: unknown): string | null {
  // Each value may be an error of its own, and all of them are kept.
  if (!hasAtMost(MOST_VALUES, value)) return 'it has more in it than any run';
  const error = validatorFor('results')(value).at(0);
  if (error !== undefined) return `${error.pointer || 'the whole'} should be ${error.expected}`;
  const { startedAt, finishedAt } = value as Results;
  const isMoment = [startedAt, finishedAt].every((text) => !Number.isNaN(Date.parse(text)));
  return isMoment ? null : 'it began or ended at no moment that a clock shows';
}

/** Whether a value has no more than so many others in it. */
function hasAtMost(most: number, value: unknown): boolean {
  const open: unknown[] = [value];
  let seen = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    for (const inner of Object.values(next)) {
      seen += 1;
      if (seen > most) return false;
      open.push(inner);
    }
  }
  return true;
}

/** Makes the statement again from the results, and names each part that is not what it should be. */
function checkStatement(
  statement: Json,
  { payload }: Envelope,
  results: Results,
  files: readonly CertifiedFile[],
  problems: Problems,
): Claim {
  const own = memberOf(memberOf(statement, 'predicate'), 'tradecert');
  const days = memberOf(own, 'validity')['days'];
  const suiteSha256 = memberOf(own, 'tool')['sha256'];
  const expected = makeStatement(results, {
    files,
    catalogueSha256: catalogueDigest(results),
    suiteSha256: typeof suiteSha256 === 'string' && /^[0-9a-f]{64}$/.test(suiteSha256) ? suiteSha256 : '',
    days: typeof days === 'number' && days > 0 && days <= 36_500 ? days : 0,
  });
  const before = problems.list.length;
  for (const place of differences(statement, expected)) {
    problems.add(
      'statement',
      `The certificate says something else than the results: ${place} is not what they come to.`,
    );
  }
  if (problems.list.length === before && renderStatement(expected) !== Buffer.from(payload).toString('utf8')) {
    problems.add('statement', 'The statement is not byte for byte as tradecert writes it: its layout was changed.');
  }
  const claimed = memberOf(memberOf(expected, 'predicate'), 'tradecert');
  return {
    verdict: results.verdict,
    result: String(memberOf(expected, 'predicate')['result']),
    subject: results.subject,
    limits: claimed['limits'] as readonly string[],
    notPlanned: unplannedClauses(results),
    earlier: earlierContract(results) === undefined ? null : { ...results.contract, changed: changedSince(results) },
    until: String(memberOf(claimed, 'validity')['until']),
    tool: `${results.tool.name} ${results.tool.version}`,
    isSameSuite: suiteSha256 === suiteDigest(),
  };
}

/** Members of the statement, of its predicate and of our part of it that differ. */
function differences(said: Json, expected: Json): string[] {
  const at = (path: readonly string[]): [Json, Json] => [path.reduce(memberOf, said), path.reduce(memberOf, expected)];
  const inner: readonly (readonly string[])[] = [[], ['predicate'], ['predicate', 'tradecert']];
  return inner.flatMap((path, index) => {
    const [one, other] = at(path);
    const deeper = inner[index + 1]?.[index];
    return [...new Set([...Object.keys(one), ...Object.keys(other)])]
      .filter((name) => name !== deeper && stableStringify(one[name]) !== stableStringify(other[name]))
      .map((name) => [...path, name].join('.'));
  });
}

function memberOf(value: Json, name: string): Json {
  const member = value[name];
  return isJsonObject(member) ? member : {};
}

function checkValidity({ until }: Claim, { finishedAt }: Results, now: number, problems: Problems): void {
  if (now > Date.parse(until)) problems.add('expiry', `The certificate ran out on ${until}.`);
  if (now < Date.parse(finishedAt))
    problems.add('validity', `The run ended after that moment, on ${finishedAt}: the certificate holds from then on.`);
}

/** Evidence that is not as certified is not worth judging, and neither is that for another contract. */
async function rederive(
  dir: string,
  files: readonly CertifiedFile[],
  sound: ReadonlySet<string>,
  results: Results,
  isOurs: boolean,
  problems: Problems,
): Promise<Rederived> {
  const evidence = files.find(({ name }) => name === EXCHANGES_FILE);
  const verdict = 'the verdict, by adding up the clauses';
  const isDecided = results.clauses.some(({ verdict }) => ['pass', 'fail', 'warn'].includes(verdict));
  if (evidence === undefined && (results.requests > 0 || isDecided)) {
    problems.add('evidence', `There is no ${EXCHANGES_FILE}: nothing of the verdict can be judged again.`);
  }
  if (evidence === undefined || !sound.has(EXCHANGES_FILE) || !isOurs) {
    return { derived: [verdict], notDerived: ['the clauses, from the recorded exchanges'], limits: [] };
  }
  const { derived, notDerived, limits } = await checkEvidence(
    dir,
    { bytes: evidence.bytes, hasTasks: sound.has(TASKS_FILE) },
    results,
    problems,
  );
  return { derived: [verdict, ...derived], notDerived, limits };
}
