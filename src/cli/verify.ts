import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { SuiteError } from '../contract/suite-error.js';
import { parsePublicKey } from '../report/certificate/certificate-key.js';
import type { CheckedSignature, TrustedKey } from '../report/certificate/verify/check-signatures.js';
import type { Problem } from '../report/certificate/verify/problems.js';
import { verifyBundle, type Claim, type Verification } from '../report/certificate/verify/verify-bundle.js';
import { plainText } from '../report/plain-text.js';
import { amount, subjectText } from '../report/verdict-words.js';
import { readKeyFile } from './certificate-settings.js';
import type { Surroundings } from './command-line.js';
import { parseFlags } from './flags.js';

const VALID = 0;
const NOT_VALID = 1;

const VERIFY_FLAGS = {
  key: { type: 'string', multiple: true },
  'allow-unsigned': { type: 'boolean' },
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
  const keys = (flags.lists['key'] ?? []).map((path): TrustedKey => {
    const where = `--key ${path}`;
    return { key: parsePublicKey(readKeyFile(resolve(cwd, path), where), where), where: plainText(path) };
  });
  const verification = await verifyBundle(dir, { keys, allowUnsigned: flags.has('allow-unsigned'), now: Date.now() });
  out(flags.has('json') ? renderJson(verification) : renderText(verification));
  return verification.isValid ? VALID : NOT_VALID;
}

/** What does not hold, one sentence a line. */
export function renderProblems(problems: readonly Problem[], unlisted: number): string {
  const lines = problems.map(({ check, says }) => `  ${check.padEnd(12)}  ${says}\n`);
  return `${lines.join('')}${unlisted > 0 ? `  … and ${unlisted} more\n` : ''}`;
}

function renderJson({
  isValid,
  isSigned,
  problems,
  unlisted,
  signatures,
  files,
  claim,
  rederived,
}: Verification): string {
  const shown = {
    valid: isValid,
    signed: isSigned,
    problems,
    moreProblems: unlisted,
    signatures,
    files,
    claim,
    ...rederived,
  };
  return `${JSON.stringify(shown, null, 2)}\n`;
}

function renderText(verification: Verification): string {
  const { isValid, problems, unlisted, signatures, files, claim, rederived } = verification;
  return [
    `${isValid ? 'Valid' : 'Not valid'}${headOf(verification)}\n`,
    renderProblems(problems, unlisted),
    claim === null ? '' : renderClaim(claim),
    signatures.length === 0 ? '  not signed\n' : signatures.map(renderSignature).join(''),
    `  ${amount(files, 'file')} as certified\n`,
    ...rederived.derived.map((what) => `  made again      ${what}\n`),
    ...rederived.notDerived.map((what) => `  not made again  ${what}\n`),
    claim === null || claim.isSameSuite ? '' : `  made by another build: ${plainText(claim.tool)}\n`,
  ].join('');
}

function headOf({ isValid, claim, problems }: Verification): string {
  if (!isValid) return `: ${amount(problems.length, 'thing')} ${problems.length === 1 ? 'does' : 'do'} not hold.`;
  if (claim === null) return '.';
  const limits = claim.limits.length > 0 ? ' with limits' : '';
  return `: the certificate of a run that is ${claim.verdict}${limits}, until ${claim.until.slice(0, 10)}.`;
}

function renderClaim({ verdict, result, subject, limits }: Claim): string {
  const what = `  ${subject.role} ${plainText(subjectText(subject))}: ${verdict} (${result})\n`;
  return what + limits.map((limit) => `  limited  ${plainText(limit)}\n`).join('');
}

function renderSignature({ keyId, state }: CheckedSignature): string {
  const shown = keyId === '' ? 'a key without a name' : plainText(keyId.slice(0, 64));
  return `  signed by ${shown}: ${state === 'unchecked' ? 'not checked, since its key was not given' : state}\n`;
}
