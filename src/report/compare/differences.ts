import type { Results } from '../../contract/results.js';
import { amount, subjectText } from '../verdict-words.js';

/** What else differs between two runs, one plain sentence each: a reader must know it before judging what changed. */
export function differencesOf(before: Results, after: Results): string[] {
  return [
    ...contractDifference(before, after),
    ...catalogueDifference(before, after),
    ...subjectDifference(before, after),
    ...differenceIn('The profile', before.profile?.sha256, after.profile?.sha256, [
      profileOf(before),
      profileOf(after),
    ]),
    ...planDifferences(before, after),
    ...differenceIn('The version of tradecert', before.tool.version, after.tool.version),
    ...unfinished('first', before),
    ...unfinished('second', after),
  ];
}

/** Seed and depth mean nothing where nothing was sent. */
function planDifferences(before: Results, after: Results): string[] {
  const basis = (results: Results): string => results.basis ?? 'what tradecert sent';
  if (before.basis !== after.basis) return differenceIn('What was judged', basis(before), basis(after));
  if (before.basis !== undefined) return [];
  return [
    ...differenceIn('The depth', before.depth, after.depth),
    ...differenceIn('The seed', String(before.seed), String(after.seed)),
    ...differenceIn('Whether orders were modified', modifiesOf(before), modifiesOf(after)),
    ...differenceIn('Which clauses were to be examined', choiceOf(before), choiceOf(after), [
      choiceInWords(before),
      choiceInWords(after),
    ]),
  ];
}

function modifiesOf({ readOnly }: Results): string {
  return readOnly === true ? 'no (read-only)' : 'yes';
}

function choiceOf({ plan }: Results): string | undefined {
  return plan?.only?.join();
}

function choiceInWords({ plan }: Results): string {
  return plan?.only === undefined ? 'all that apply' : amount(plan.only.length, 'clause');
}

function contractDifference(before: Results, after: Results): string[] {
  if (before.contract.version !== after.contract.version)
    return differenceIn('The version of the contract', before.contract.version, after.contract.version);
  if (before.contract.sha256 === after.contract.sha256) return [];
  return [
    `The contract of version ${after.contract.version} is not the same: its document or its clause catalogue was changed (${before.contract.sha256.slice(0, 12)}, then ${after.contract.sha256.slice(0, 12)}).`,
  ];
}

function catalogueDifference(before: Results, after: Results): string[] {
  const missing = (from: Results, than: Results): number => {
    const ids = new Set(than.clauses.map(({ id }) => id));
    return from.clauses.filter(({ id }) => !ids.has(id)).length;
  };
  const [added, removed] = [missing(after, before), missing(before, after)];
  if (added + removed === 0) return [];
  return [`The clause catalogue differs: ${amount(added, 'clause')} added, ${removed} removed.`];
}

/** A reference service that a run starts itself has another port each time. */
function subjectDifference(before: Results, after: Results): string[] {
  const role = before.subject.role;
  const isOwn = (results: Results): boolean => results.plan?.embedded === true;
  if (isOwn(before) && isOwn(after)) return [];
  return differenceIn(`The ${role}`, subjectText(before.subject), subjectText(after.subject));
}

function profileOf({ profile }: Results): string {
  return profile === undefined ? 'none' : `${profile.name} (${profile.sha256.slice(0, 12)})`;
}

function differenceIn(
  what: string,
  before: string | undefined,
  after: string | undefined,
  shown: readonly [string, string] = [before ?? 'none', after ?? 'none'],
): string[] {
  return before === after ? [] : [`${what} differs: ${shown[0]}, then ${shown[1]}.`];
}

function unfinished(which: string, results: Results): string[] {
  if (results.unfinished !== true) return [];
  return [`The ${which} run had not ended when its results were written: what it lacks is told as not verified.`];
}
