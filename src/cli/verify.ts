import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SuiteError } from '../contract/suite-error.js';
import { toPaste } from '../contract/to-paste.js';
import { wholeBeginning } from '../contract/whole-characters.js';
import { CERTIFICATE_FILE } from '../report/certificate/bundle-files.js';
import type { CheckedSignature } from '../report/certificate/verify/check-signatures.js';
import { listClauses } from '../report/certificate/verify/list-clauses.js';
import type { Problem } from '../report/certificate/verify/problems.js';
import { verifyBundle, type Claim, type Verification } from '../report/certificate/verify/verify-bundle.js';
import { plainText, printedJson } from '../report/plain-text.js';
import { whyTwoRuns, withoutResults } from '../report/recorded-run.js';
import { amount, subjectText } from '../report/verdict-words.js';
import { readTrustedKeys } from './certificate-settings.js';
import type { Surroundings } from './command-line.js';
import { parseFlags } from './flags.js';
import { whyUncertified } from './stopped-run.js';

/** What the command ends with. */
const STATUS = { valid: 0, notValid: 1, expired: 3 } as const;

const VERIFY_FLAGS = {
  key: { type: 'string', multiple: true },
  'allow-unsigned': { type: 'boolean' },
  at: { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** `tradecert verify DIR`: checks a run's certificate, offline. */
export async function verify(args: readonly string[], { cwd, out }: Surroundings): Promise<number> {
  const flags = parseFlags(args, VERIFY_FLAGS, 'verify', ['DIR']);
  const [given = ''] = flags.operands;
  const dir = resolve(cwd, given);
  const isFolder = await stat(dir).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) {
    throw new SuiteError(
      `${plainText(given)} is no folder.`,
      'tradecert verify',
      'name the folder that a run was written to (--out)',
    );
  }
  const both = whyTwoRuns(dir);
  if (both !== null) throw both;
  const keys = readTrustedKeys(flags.lists['key'], cwd);
  const now = flags.text['at'] === undefined ? Date.now() : parseMoment(flags.text['at']);
  const holdsRun = [CERTIFICATE_FILE, 'results.json'].some((name) => existsSync(join(dir, name)));
  if (!holdsRun) throw withoutResults(dir);
  const verification = await verifyBundle(dir, { keys, allowUnsigned: flags.has('allow-unsigned'), now });
  const unended = verification.isValid ? null : await whyUncertified(dir, cwd);
  const isUnsigned = flags.has('allow-unsigned');
  out(
    flags.has('json')
      ? renderJson(verification)
      : renderText(verification, { hasKeys: keys.length > 0, isUnsigned, unended }),
  );
  if (verification.isValid) return STATUS.valid;
  return verification.isExpired ? STATUS.expired : STATUS.notValid;
}

const MOMENT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** A day means its end, so that a certificate made on that day holds. */
function parseMoment(text: string): number {
  const isDay = !text.includes('T');
  const moment = MOMENT.test(text) ? Date.parse(isDay ? `${text}T23:59:59.999Z` : text) : NaN;
  const isReal = isDay ? new Date(moment || 0).toISOString().startsWith(text) : true;
  if (!Number.isNaN(moment) && isReal) return moment;
  throw new SuiteError(`${plainText(text)} is no day.`, '--at', 'give one such as 2026-12-31, or 2026-12-31T12:00:00Z');
}

/** What does not hold, one sentence a line. */
export function renderProblems(problems: readonly Problem[], unlisted: number): string {
  const lines = problems.map(({ check, says }) => `  ${check.padEnd(12)}  ${says}\n`);
  return `${lines.join('')}${unlisted > 0 ? `  … and ${unlisted} more\n` : ''}`;
}

function renderJson({
  isValid,
  isExpired,
  isSigned,
  problems,
  unlisted,
  signatures,
  files,
  outside,
  claim,
  rederived,
}: Verification): string {
  const shown = {
    valid: isValid,
    expired: isExpired,
    signed: isSigned,
    problems,
    moreProblems: unlisted,
    signatures,
    files,
    outside,
    claim,
    ...rederived,
  };
  return printedJson(shown);
}

/** What {@link renderText} tells of beside what was verified. */
interface Asked {
  readonly hasKeys: boolean;
  /** No signature is asked for. */
  readonly isUnsigned: boolean;
  /** Why there is no certificate yet. */
  readonly unended: string | null;
}

function renderText(verification: Verification, { hasKeys, isUnsigned, unended }: Asked): string {
  const { isExpired, problems, unlisted, signatures, files, outside, claim, rederived } = verification;
  return [
    `${headOf(verification)}\n`,
    isExpired ? '' : renderProblems(problems, unlisted),
    claim === null ? '' : renderClaim(claim),
    unended === null ? '' : `  ${unended}`,
    signatures.length === 0
      ? renderUnsigned(verification, isUnsigned || unended !== null)
      : signatures.map(renderSignature).join(''),
    signatures.length === 0 || hasKeys ? '' : renderUnchecked(verification),
    `  ${amount(files, 'file')} as certified\n`,
    ...outside.map((name) => `  not certified   ${name}/: Playwright's own, which anybody may have changed\n`),
    ...rederived.derived.map((what) => `  made again      ${what}\n`),
    ...rederived.notDerived.map((what) => `  not made again  ${what}\n`),
    claim === null || claim.isSameSuite ? '' : `  made by another build: ${plainText(claim.tool)}\n`,
  ].join('');
}

function headOf({ isValid, isExpired, claim, problems }: Verification): string {
  const until = claim?.until.slice(0, 10) ?? '';
  if (isExpired) return `Expired: the certificate held until ${until}; everything else holds.`;
  if (!isValid)
    return `Not valid: ${amount(problems.length, 'thing')} ${problems.length === 1 ? 'does' : 'do'} not hold.`;
  if (claim === null) return 'Valid.';
  const limits = claim.limits.length > 0 ? ' with limits' : '';
  return `Valid: the certificate of a run that is ${claim.verdict}${limits}, until ${until}.`;
}

/** Who finds no signature, and did not say that none is needed, is told both ways on. */
function renderUnsigned({ isValid, isExpired }: Verification, isTold: boolean): string {
  if (isValid || isExpired || isTold) return '  not signed\n';
  return `  not signed: ${toPaste('sign DIR')} signs it; --allow-unsigned looks at the rest alone\n`;
}

/** Who names no key, and did not say that none is needed, is told whose key it takes: not one that lies in the folder. */
function renderUnchecked({ isValid, isExpired }: Verification): string {
  if (isValid || isExpired) return '';
  return `  to check who signed it: ${toPaste('verify DIR --key FILE')}, where FILE is the public key of who you expect it from, as they gave it to you
    (tradecert keygen writes it beside theirs, as FILE.pub); --allow-unsigned looks at the rest alone\n`;
}

function renderClaim({ verdict, result, subject, limits, notPlanned, earlier }: Claim): string {
  return [
    earlier === null ? '' : renderEarlier(earlier),
    `  ${subject.role} ${plainText(subjectText(subject))}: ${verdict} (${result})\n`,
    ...limits.map((limit) => `  limited  ${plainText(limit)}\n`),
    notPlanned.length === 0 ? '' : `  without  ${amount(notPlanned.length, 'clause')}: ${listClauses(notPlanned)}\n`,
  ].join('');
}

function renderEarlier({ version, sha256, changed }: NonNullable<Claim['earlier']>): string {
  const which = `version ${plainText(version)}, ${sha256.slice(0, 12)}…`;
  const but = changed.length === 0 ? '' : `, and ${amount(changed.length, 'clause')} could not be judged again`;
  return `  of an earlier contract (${which}): held against that one${but}\n`;
}

const STATES: Readonly<Record<CheckedSignature['state'], string>> = {
  valid: 'valid',
  intact: 'not altered; whose it is was not checked, since its key was not given',
  invalid: 'invalid',
  unchecked: 'not checked, since its key was not given',
};

function renderSignature({ keyId, state }: CheckedSignature): string {
  const shown = keyId === '' ? 'a key without a name' : plainText(wholeBeginning(keyId, 64));
  return `  signed by ${shown}: ${STATES[state]}\n`;
}
