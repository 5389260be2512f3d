import type { ClauseResult, QuestionResult, Results } from '../contract/results.js';
import { Redactor } from '../wire/redaction.js';
import { secretsOf, type SecretSettings } from './secrets.js';

/** Secrets of fewer characters stay in texts of settings: they would be found in the names of hosts, and in words. */
const SHORTEST = 8;

/** Settings are the same from one snapshot of a run to the next. */
const REDACTORS = new WeakMap<SecretSettings, Redactor>();

/**
 * A text that a user wrote, such as a name, an address or a command, without the secrets of the run. What is recorded of
 * the traffic is redacted where it is recorded.
 */
export function withoutSecrets(text: string, settings: SecretSettings): string {
  let redactor = REDACTORS.get(settings);
  if (redactor === undefined) {
    redactor = redactorOf(settings);
    REDACTORS.set(settings, redactor);
  }
  return redactor.text(text);
}

/**
 * The same of all texts in a JSON value, names of members aside.
 *
 * @param digests - as those of a {@link Redactor}
 */
export function withoutSecretsIn<T>(value: T, settings: SecretSettings, digests: ReadonlySet<string> = new Set()): T {
  if (digests.size === 0) return cleaned(value, (text) => withoutSecrets(text, settings)) as T;
  const redactor = redactorOf(settings, digests);
  return cleaned(value, (text) => redactor.text(text)) as T;
}

function redactorOf(settings: SecretSettings, digests?: ReadonlySet<string>): Redactor {
  return new Redactor(
    secretsOf(settings).filter(({ value }) => value.length >= SHORTEST),
    digests,
  );
}

function cleaned(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((item) => cleaned(item, clean));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cleaned(member, clean)]));
}

/** An address whose path and query are without secrets: its host is asked of name servers, and stays one. */
export function addressWithoutSecrets(address: string, settings: SecretSettings): string {
  const [origin = ''] = /^[a-z]+:\/\/[^/?#]*/i.exec(address) ?? [];
  return origin + withoutSecrets(address.slice(origin.length), settings);
}

/** Results, where texts of the settings stand without the secrets of the run. All of them come through here. */
export function resultsWithoutSecrets(results: Results, settings: SecretSettings): Results {
  const { subject, profile, stopped, notes, clauses, questions } = results;
  const clean = <T>(value: T): T => withoutSecretsIn(value, settings);
  const clauseOf = (clause: ClauseResult): ClauseResult => ({
    ...clause,
    reason: clean(clause.reason),
    findings: clause.findings.map((finding) => ({ ...finding, replay: clean(finding.replay) })),
    ...(clause.waiver && { waiver: clean(clause.waiver) }),
  });
  const questionOf = (question: QuestionResult): QuestionResult => ({ ...question, pinned: clean(question.pinned) });
  return {
    ...results,
    subject: { ...clean(subject), role: subject.role, baseUrl: addressWithoutSecrets(subject.baseUrl, settings) },
    ...(profile && { profile: { ...clean(profile), sha256: profile.sha256 } }),
    ...(stopped && {
      stopped: { ...stopped, watched: { ...stopped.watched, clauses: stopped.watched.clauses.map(clauseOf) } },
    }),
    notes: clean(notes),
    clauses: clauses.map(clauseOf),
    questions: questions.map(questionOf),
  };
}
