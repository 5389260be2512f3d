import { contractDigest } from '../../../contract/catalogue.js';
import { clausesOf, isKnownContract, type StatedClause } from '../../../contract/earlier-contracts.js';
import type { ClauseResult, Results } from '../../../contract/results.js';
import { BROKEN } from '../../../contract/verdict.js';
import { amount } from '../../verdict-words.js';
import { isSent, plannedClauses } from '../certified-scope.js';
import { checkInapplicable } from './check-inapplicable.js';
import { checkProfile } from './check-profile.js';
import type { Problems } from './problems.js';

/**
 * Holds the clauses of a run against the catalogue of its contract: each once and as it is written, and what was planned was
 * run.
 *
 * @returns whether this version knows the contract that was certified against; else nothing could be held against it
 */
export function checkCompleteness(results: Results, problems: Problems): boolean {
  if (!isKnownContract(results)) {
    const own = contractDigest();
    problems.add(
      'completeness',
      `The run was held against another contract (version ${results.contract.version}, ${results.contract.sha256.slice(0, 12)}…) than this tradecert has (${own.sha256.slice(0, 12)}…): verify it with tradecert ${results.tool.version}, which made it.`,
    );
    return false;
  }
  checkCatalogue(results, problems);
  for (const clause of results.clauses) checkClause(clause, problems);
  checkPlan(results, problems);
  checkInapplicable(results, problems);
  checkProfile(results, problems);
  return true;
}

function checkCatalogue(results: Results, problems: Problems): void {
  const byId = new Map<string, ClauseResult>();
  const known = new Map(clausesOf(results).map((clause) => [clause.id, clause]));
  for (const result of results.clauses) {
    const clause = known.get(result.id);
    if (byId.has(result.id)) problems.add('completeness', `The clause ${result.id} is in the results twice.`);
    if (clause === undefined) problems.add('completeness', `The clause ${result.id} is in no catalogue.`);
    else if (!isAsWritten(result, clause)) {
      problems.add('completeness', `The clause ${result.id} is not as the catalogue has it.`);
    }
    byId.set(result.id, result);
  }
  for (const id of known.keys()) {
    if (!byId.has(id)) problems.add('completeness', `The clause ${id} of the catalogue is not in the results.`);
  }
}

function isAsWritten(result: ClauseResult, { sentence, role, section }: StatedClause): boolean {
  return result.sentence === sentence && result.role === role && result.section === section;
}

/** A clause's verdict, kind and findings have to go together. */
function checkClause({ id, kind, verdict, findings, cases, brokenCases = 0 }: ClauseResult, problems: Problems): void {
  const isBroken = findings.length > 0;
  if (isBroken && verdict !== BROKEN[kind]) {
    problems.add('verdict', `The clause ${id} has findings and is ${kind}: it cannot come to ${verdict}.`);
  }
  if ((verdict === 'fail' || verdict === 'warn') && !isBroken) {
    problems.add('verdict', `The clause ${id} comes to ${verdict} without a finding.`);
  }
  if (brokenCases > 0 && !isBroken)
    problems.add('verdict', `The clause ${id} counts ${amount(brokenCases, 'broken case')} without a finding.`);
  if (verdict === 'pass' && cases === 0) problems.add('verdict', `The clause ${id} passed without a single case.`);
}

/** A run says of itself which clauses it was asked for; what it left out must be said so, clause by clause. */
function checkPlan(results: Results, problems: Problems): void {
  const { plan } = results;
  if (plan === undefined) {
    if (isSent(results)) problems.add('completeness', 'The results do not say which clauses were planned.');
    return;
  }
  if (new Set(plan.clauses).size < plan.clauses.length) {
    problems.add('completeness', 'The plan names a clause twice.');
  }
  const planned = new Set(plannedClauses(results).map(({ id }) => id));
  for (const id of plan.clauses.filter((one) => !planned.has(one))) {
    problems.add('completeness', `The clause ${id} was planned, but the results do not have it among those selected.`);
  }
  const asked = new Set(plan.clauses);
  for (const id of [...planned].filter((one) => !asked.has(one))) {
    problems.add('completeness', `The clause ${id} was not planned, but the results have it among those selected.`);
  }
}
