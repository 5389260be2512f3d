import { createHash } from 'node:crypto';
import type { SpecLine } from '../../contract/clause-places-source.js';
import { CLAUSE_PLACES } from '../../contract/generated/clause-places.js';
import type { ClauseResult, QuestionResult, Results } from '../../contract/results.js';
import { headline } from '../short-verdict.js';
import { clauseName, driftsOf, driftLine, findingLine, oneLine, reasonLine } from './clause-text.js';
import { type RuledClause, ruleClauses } from './policy.js';

/** Stands for the folder of the package, which has `specs/`; only its reader knows where that is. */
const BASE = '%SRCROOT%';
/** Of one clause; a code host takes 5,000 in all. */
const MOST_RESULTS = 20;
const LONGEST_MESSAGE = 2000;

/** How loud a rule is where nothing else is said. */
const RULE_LEVEL = { required: 'error', expected: 'warning', observe: 'note' } as const;
const PROBLEM_SEVERITY = { error: 'error', warning: 'warning', note: 'recommendation' } as const;

/** Something to say of a clause. The cause has no values of the run, so that the next run says it by the same words. */
interface Remark {
  readonly cause: string;
  readonly text: string;
}

/**
 * What does not hold or was not verified as SARIF 2.1.0. Each result points at the line of the clause, and at the line of
 * specs/openapi.yaml that describes what it is about. No path is absolute.
 */
export function renderSarif(results: Results): string {
  const drifts = driftsOf(results);
  const ruled = ruleClauses(results);
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'tradecert',
            version: oneLine(results.tool.version),
            rules: results.clauses.map((clause) => ruleOf(clause, results.subject)),
          },
        },
        automationDetails: { id: `tradecert/${results.subject.role}/` },
        originalUriBaseIds: { [BASE]: { description: { text: 'The folder of tradecert, which has specs/ in it.' } } },
        columnKind: 'utf16CodeUnits',
        invocations: [invocationOf(results)],
        results: ruled.flatMap((one, index) => resultsOf(one, index, drifts.get(one.clause.id))),
        properties: {
          verdict: results.verdict,
          sentence: oneLine(headline(results)),
          contract: results.contract,
          counts: results.counts,
        },
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

/** A run that was killed or stopped before all was judged has not succeeded, whatever it found until then. */
function invocationOf({ startedAt, finishedAt, unfinished, stopped }: Results): object {
  return {
    executionSuccessful: unfinished !== true && stopped === undefined,
    ...(stopped && { exitCodeDescription: oneLine(stopped.because, LONGEST_MESSAGE) }),
    startTimeUtc: startedAt,
    endTimeUtc: finishedAt,
  };
}

/** A clause that binds both may be of another kind for the other side. */
function ruleOf(clause: ClauseResult, subject: Results['subject']): object {
  const { id, sentence, kind, role, section } = clause;
  const level = RULE_LEVEL[kind];
  const about = `${id} is ${kind} of the ${role === 'both' ? subject.role : role}, by section ${section} of the document`;
  return {
    id,
    shortDescription: message(sentence),
    fullDescription: message(`${sentence} (${about}.)`),
    help: message(
      `${about}. Put it to the test alone with --only ${id}. The report of the run, index.html, shows what was sent and what came back.`,
    ),
    defaultConfiguration: { level },
    properties: {
      kind,
      role,
      section: oneLine(section),
      tags: [kind, role],
      'problem.severity': PROBLEM_SEVERITY[level],
    },
  };
}

function resultsOf(
  { clause, standing, status }: RuledClause,
  ruleIndex: number,
  drift: QuestionResult | undefined,
): object[] {
  if (status.sarif === null) return [];
  const { id, kind, verdict, waiver } = clause;
  return remarksOn(clause, drift).map(({ cause, text }) => ({
    ruleId: id,
    ruleIndex,
    level: status.sarif,
    message: message(`${clauseName(clause)} ${text}`),
    ...locationsOf(id),
    partialFingerprints: fingerprintsOf(id, cause),
    ...(standing === 'waived' && {
      suppressions: [{ kind: 'external', status: 'accepted', justification: oneLine(waiver?.reason ?? '') }],
    }),
    properties: { verdict, standing, kind },
  }));
}

/** One for each cause of a broken clause. */
function remarksOn(clause: ClauseResult, drift: QuestionResult | undefined): readonly Remark[] {
  if (drift) return [{ cause: 'the answer changed', text: driftLine(drift) }];
  const { findings, verdict } = clause;
  if (findings.length === 0) return [{ cause: verdict, text: `${verdict}: ${reasonLine(clause)}` }];
  return findings.slice(0, MOST_RESULTS).map((finding) => ({ cause: finding.cause, text: findingLine(finding) }));
}

/** Text in which brackets make no link. */
function message(text: string): { readonly text: string } {
  return {
    text: oneLine(text, LONGEST_MESSAGE).replaceAll(/(\\*)([[\]])/g, String.raw`$1$1\$2`),
  };
}

function locationsOf(id: string): object {
  const place = CLAUSE_PLACES[id];
  if (place === undefined) return {};
  const described = place.openapi;
  return {
    locations: [{ physicalLocation: physical(place.clause) }],
    ...(described && {
      relatedLocations: [
        { id: 1, physicalLocation: physical(described), message: message('the description in the contract') },
      ],
    }),
  };
}

function physical({ file, line }: SpecLine): object {
  return { artifactLocation: { uri: file, uriBaseId: BASE }, region: { startLine: line } };
}

/** The same for the same cause in each run. The first name is the one that GitHub compares by. */
function fingerprintsOf(id: string, cause: string): object {
  const hash = createHash('sha256').update(`${id}\n${cause}`).digest('hex').slice(0, 16);
  return { primaryLocationLineHash: `${hash}:1`, 'tradecert/v1': hash };
}
