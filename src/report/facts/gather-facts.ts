import type { Results } from '../../contract/results.js';
import { DATES_LEFT_OUT } from '../../contract/verdict-reasons.js';
import type { RecordedExchange } from '../../wire/exchange.js';
import { CoverageGathering } from './coverage-facts.js';
import { ExampleGathering } from './example-facts.js';
import { LatencyGathering } from './latency-facts.js';
import { NearestGathering } from './nearest-facts.js';
import { RefusalGathering } from './refusal-facts.js';
import type { RunFacts } from './run-facts.js';
import { readSeen } from './seen-exchange.js';
import { StripGathering } from './strip-facts.js';
import { WalkGathering } from './walk-facts.js';
import { WindowGathering } from './window-facts.js';

/** Gathers what the pictures show from a run's exchanges, one by one: memory does not grow with their number. */
export async function gatherFacts(exchanges: AsyncIterable<RecordedExchange>, results: Results): Promise<RunFacts> {
  const isOurs = results.subject.role === 'service' && results.basis === undefined;
  const window = new WindowGathering(isOurs ? 'probes' : 'traffic', results.notes.includes(DATES_LEFT_OUT));
  const walks = new WalkGathering(isOurs);
  const coverage = new CoverageGathering(results);
  const latency = new LatencyGathering();
  const refusals = new RefusalGathering();
  const strip = new StripGathering(results);
  const examples = new ExampleGathering(results);
  const nearest = new NearestGathering(results);
  let [count, unreadable] = [0, 0];
  for await (const record of exchanges) {
    const seen = readSeen(record);
    if (seen === null) {
      unreadable += 1;
      continue;
    }
    count += 1;
    for (const gathering of [window, walks, coverage, latency, refusals, strip, examples, nearest]) gathering.see(seen);
  }
  return {
    exchanges: count,
    unreadable,
    window: window.facts(),
    walks: walks.facts(),
    coverage: coverage.facts(),
    latency: latency.facts(),
    refusals: refusals.facts(),
    strip: strip.facts(),
    examples: examples.facts(),
    nearest: nearest.facts(),
  };
}
