import { uncoveredReason } from '../../contract/verdict-reasons.js';
import { inapplicable, unverified } from '../../contract/verdict.js';
import { headerValues } from '../../wire/headers.js';
import { ownValue } from '../../wire/own-value.js';
import { coverage, type Covered } from '../../wire/signature-template.js';
import { sign, signingInputOf, type SigningInput } from '../../wire/signing.js';
import { rule, type Breach, type Sight } from './sight.js';
import { digitWays, USUAL } from './spellings.js';
import { SignatureExplainer } from './wrong-signature.js';

const AT = 'request header X-Signature';
const EXPECTED = 'the HMAC-SHA512 of the request, in hexadecimal';

/** Clauses on a part of the request that a template need not cover. */
export const BY_PART: readonly (readonly [clause: string, part: Covered])[] = [
  ['SIG-006', 'body'],
  ['SIG-007', 'timestamp'],
  ['SIG-008', 'path'],
  ['SIG-009', 'method'],
  ['SIG-010', 'token'],
];
/** Clauses that a right signature keeps, whatever the template covers. */
const ALWAYS = ['SIG-003', 'SIG-004', 'SIG-005'];

/**
 * Judges X-Signature of modifies over the exact bytes that came. A wrong signature breaks exactly one clause, the one that
 * explains it. The case of its digits is judged by itself.
 */
export class SignatureJudge {
  private readonly explainer = new SignatureExplainer();

  /** @clause SIG-001, SIG-002, SIG-003, SIG-004, SIG-005, SIG-006, SIG-007, SIG-008, SIG-009, SIG-010, SIG-011, CLI-050 */
  see(sight: Sight): void {
    const headers = headerValues(sight.passage.request.headers, 'x-signature');
    rule(sight, 'SIG-001', headers.length > 0 ? null : found('there is no X-Signature header', 'missing'));
    if (headers.length === 0) return;
    const values = headers.flatMap((value) => value.split(',')).map((value) => value.trim());
    const isEmpty = values.every((value) => value === '');
    rule(sight, 'SIG-002', isEmpty ? found('X-Signature is empty', 'empty') : null);
    if (isEmpty) return;
    judgeDigits(sight, values);
    for (const [clause, part] of uncovered(sight)) {
      sight.report(clause, inapplicable(uncoveredReason(part, 'client')));
    }
    const because = whyUnverified(sight);
    if (because === null) this.judgeValues(sight, values);
    else for (const clause of coveredClauses(sight)) sight.report(clause, unverified(because));
  }

  private judgeValues(sight: Sight, values: readonly string[]): void {
    const { key, template } = sight.facts;
    if (key === null) return;
    const different = [...new Set(values.map((value) => value.toLowerCase()))];
    const inputs = inputsOf(sight);
    const right = inputs.map((input) => sign(template, key, input));
    const isRight = different.every((value) => right.includes(value));
    if (!isRight && different.length > 1) {
      const several = 'there are several signatures of which one is wrong';
      rule(sight, 'SIG-011', found(several, `${values.length} signatures`));
      return;
    }
    rule(sight, 'SIG-011', null);
    if (isRight) {
      for (const clause of coveredClauses(sight)) rule(sight, clause, null);
      return;
    }
    const value = values[0] ?? '';
    const { clause, cause, actual } = this.explainer.explain({ sight, key, value, inputs, right });
    rule(sight, clause, found(cause, actual));
  }
}

function judgeDigits(sight: Sight, values: readonly string[]): void {
  const ways = values.flatMap(digitWays);
  const other = ways.find((way) => way !== USUAL.digits);
  if (ways.length === 0) return;
  const breach = { cause: `X-Signature is in ${other ?? ''}`, at: AT, expected: USUAL.digits, actual: other ?? '' };
  rule(sight, 'CLI-050', other === undefined ? null : breach);
}

function uncovered({ facts }: Sight): typeof BY_PART {
  const covered = coverage(facts.template);
  return BY_PART.filter(([, part]) => !covered.has(part));
}

/** Clauses that a right signature keeps. */
function coveredClauses({ facts }: Sight): readonly string[] {
  const covered = coverage(facts.template);
  return [...ALWAYS, ...BY_PART.filter(([, part]) => covered.has(part)).map(([clause]) => clause)];
}

/** Why a signature cannot be made here to compare; `null` where it can. */
function whyUnverified({ facts, passage }: Sight): string | null {
  if (facts.key === null) return 'the signing key is not known, so that no signature could be verified';
  if (passage.isBodyCut && coverage(facts.template).has('body')) {
    return 'a body was not kept whole, so that its signature could not be verified';
  }
  if (facts.origins.length === 0 && coverage(facts.template).has('host')) {
    return 'it is not known by which name the client knows the service, which its signature covers';
  }
  const missing = facts.template.envNames.find((name) => ownValue(facts.env, name) === undefined);
  return missing === undefined ? null : `the signature template needs the variable ${missing}, which is not set`;
}

/** What was to be signed: one for each origin that the client may take for the service's, where that is covered. */
function inputsOf({ facts, passage }: Sight): readonly SigningInput[] {
  const { origins, env, template } = facts;
  const different = coverage(template).has('host') ? origins : [origins[0] ?? ''];
  return different.map((origin) => signingInputOf(passage.request, { origin, env }));
}

function found(cause: string, actual: string): Breach {
  return { cause, at: AT, expected: EXPECTED, actual };
}
