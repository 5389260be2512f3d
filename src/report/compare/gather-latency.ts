import type { RecordedExchange } from '../../wire/exchange.js';
import { LatencyGathering } from '../facts/latency-facts.js';
import type { LatencyFacts } from '../facts/run-facts.js';
import { readSeen } from '../facts/seen-exchange.js';

/** How long the answers of a run took, and nothing else of it. */
export async function gatherLatency(exchanges: AsyncIterable<RecordedExchange>): Promise<LatencyFacts[]> {
  const latency = new LatencyGathering();
  for await (const record of exchanges) {
    const seen = readSeen(record);
    if (seen !== null) latency.see(seen);
  }
  return latency.facts();
}
