import type { ClauseChange, Comparison, Side } from './comparison.js';
import { CLAUSE_LISTS } from './comparison-words.js';

/** A comparison for programs, version 1: see docs/compare.md. Exchanges stay in the runs. */
export function renderComparisonJson(comparison: Comparison): string {
  const { before, after, differences, answers, latency, unchanged } = comparison;
  const lists = Object.fromEntries(CLAUSE_LISTS.map(({ key }) => [key, comparison[key].map(withoutExchanges)]));
  const sides = { before: summaryOf(before), after: summaryOf(after) };
  return `${JSON.stringify({ schemaVersion: 1, ...sides, differences, ...lists, answers, latency, unchanged }, null, 2)}\n`;
}

function summaryOf({ dir, results }: Side): object {
  const { tool, contract, subject, profile, seed, depth, basis, startedAt, finishedAt, verdict, counts, notes } =
    results;
  return { dir, tool, contract, subject, profile, seed, depth, basis, startedAt, finishedAt, verdict, counts, notes };
}

function withoutExchanges({ findings, ...change }: ClauseChange): object {
  return {
    ...change,
    findings: findings.map(({ cause, at, expected, actual, count, replay }) => {
      return { cause, at, expected, actual, count, replay };
    }),
  };
}
