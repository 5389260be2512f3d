import { unverified, type Outcome } from '../contract/verdict.js';
import type { Headers } from '../wire/exchange.js';
import { headerValue } from '../wire/headers.js';
import type { Passage } from '../wire/passage.js';
import { coverage, sourcesOf, type Template } from '../wire/signature-template.js';
import type { Survey } from './survey.js';
import { isHeaderTakenOut } from './taken-out.js';

/** Headers that may have been taken out, and the clauses that need them. */
const CREDENTIALS = [
  { header: 'Authorization', clauses: /^AUT-00[1-4]$/, has: 'hasAuthorization' },
  { header: 'X-Signature', clauses: /^SIG-/, has: 'hasSignature' },
  { header: 'X-Timestamp', clauses: /^CLK-|^SIG-007$|^CLI-044$/, has: 'hasTimestamp' },
] as const;
/** On what a signature says, not on whether there is one. */
const ON_SIGNATURE = /^SIG-(?!00[12]$)/;
const ON_HEADERS = /^(?:AUT|SIG|CLK)-|^CLI-(?:00[1578]|04[89]|05[0234])$/;
const ON_ORDER = /^CLI-02[1-8]$|^CLI-04[145]$/;

/** What of a recording is missing, so that no client is blamed for what a recorder, or a person, has left out. */
export class Gaps {
  private readonly survey: Survey;
  private readonly coversToken: boolean;
  private readonly coveredHeaders: readonly string[];

  constructor(survey: Survey, template: Template) {
    this.survey = survey;
    this.coversToken = coverage(template).has('token');
    this.coveredHeaders = sourcesOf(template).flatMap(({ source, name }) => (source === 'header' ? [name] : []));
  }

  /** The outcome, or, where it rests on what is missing, that nothing can be said. */
  temper(clause: string, outcome: Outcome, passage: Passage | null): Outcome {
    if (outcome.outcome !== 'pass' && outcome.outcome !== 'broken') return outcome;
    const because = this.missing(clause, passage);
    return because === null ? outcome : unverified(because);
  }

  /** Whole sentences for the notes of the report. */
  notes(): string[] {
    const { hasAuthorization, isDisordered, clock } = this.survey;
    const aheadS = Math.round((clock.aheadMs ?? 0) / 1_000);
    return [
      ...(hasAuthorization ? [] : ['No request has an Authorization header: it may have been taken out.']),
      ...(isDisordered ? ['The entries are in no order of time, so that their sequence was not judged.'] : []),
      ...(Math.abs(aheadS) > 2
        ? [`The recorder's clock was ${Math.abs(aheadS)} s ${aheadS > 0 ? 'behind' : 'ahead of'} the service's.`]
        : []),
    ];
  }

  private missing(clause: string, passage: Passage | null): string | null {
    const { survey } = this;
    const headers = passage?.request.headers ?? null;
    if (headers?.length === 0 && ON_HEADERS.test(clause)) return 'the recording does not have the headers of a request';
    for (const { header } of CREDENTIALS.filter(({ clauses }) => clauses.test(clause))) {
      if (headers !== null && isHeaderTakenOut(headers, header)) return `${header} was taken out of the recording`;
    }
    if (!survey.hasAuthorization) {
      const gone = CREDENTIALS.find(({ clauses, has }) => clauses.test(clause) && !survey[has]);
      if (gone !== undefined) return `no request of the recording has ${gone.header}: it may have been taken out`;
    }
    if (ON_SIGNATURE.test(clause)) return this.uncovered(headers);
    return survey.isDisordered && ON_ORDER.test(clause) ? 'the entries of the recording are in no order of time' : null;
  }

  /** What the signature covers and the recording does not have. */
  private uncovered(headers: Headers | null): string | null {
    const { hasAuthorization, hasWholeTokens } = this.survey;
    if (this.coversToken && !(hasAuthorization && hasWholeTokens)) {
      return 'the signature covers the token, which the recording does not have';
    }
    const name = this.coveredHeaders.find((one) => headers !== null && headerValue(headers, one) === undefined);
    return name === undefined ? null : `the signature covers the header ${name}, which the recording does not have`;
  }
}
