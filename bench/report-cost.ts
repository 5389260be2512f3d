import type { Results } from '../src/contract/results.js';
import { gatherFacts } from '../src/report/facts/gather-facts.js';
import { renderHtml } from '../src/report/html/render-html.js';
import { readExchanges } from '../src/report/recorded-run.js';
import type { RecordedExchange } from '../src/wire/exchange.js';
import { certifyInto } from './certify.js';
import type { ServiceProcess } from './service-process.js';

/** A run with its record in a folder. */
export interface KeptRun {
  readonly folder: string;
  readonly results: Results;
}

/** A standard run of a service that is right. */
export async function standardRun(folder: string, service: ServiceProcess): Promise<KeptRun> {
  return { folder, results: await certifyInto(folder, service) };
}

/** What the page of a run took, in processor time: other work beside it does not count. */
export interface ReportCost {
  readonly exchanges: number;
  readonly bytes: number;
  /** Reading the record, gathering what the pictures show, and drawing the page. */
  readonly wholeMs: number;
  /** Drawing alone. */
  readonly drawingMs: number;
}

/** Makes the page of a run whose record is so many times as long, read from disk each time. */
export async function costOfReport({ folder, results }: KeptRun, times: number): Promise<ReportCost> {
  const start = process.cpuUsage();
  const facts = await gatherFacts(repeated(folder, times), results);
  const gathered = process.cpuUsage();
  const html = renderHtml({ results, facts });
  return {
    exchanges: facts.exchanges,
    bytes: Buffer.byteLength(html),
    drawingMs: spentSince(gathered),
    wholeMs: spentSince(start),
  };
}

function spentSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function* repeated(folder: string, times: number): AsyncGenerator<RecordedExchange> {
  let number = 0;
  for (let turn = 0; turn < times; turn += 1) {
    for await (const exchange of readExchanges(folder)) yield { ...exchange, number: (number += 1) };
  }
}
