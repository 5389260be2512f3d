import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { bareLoop } from './bare-loop.js';
import { certify, withFolder, type Measured } from './certify.js';
import { addedLatencies, INCESSANT, UNHURRIED, type AddedLatency, type Traffic } from './gateway-latency.js';
import { costOfReport, standardRun, type ReportCost } from './report-cost.js';
import { timedEmptyPlaywright, timedRun } from './run-process.js';
import { forkService } from './service-process.js';
import { signatureCost } from './signature-cost.js';
import { hostileCosts, pageCosts } from './text-cost.js';

/** Connections of a run, and lanes of the property loop that is measured. */
const CONNECTIONS = 16;
const LOOP = { clause: 'MOD-001', scale: 300, requests: 21_600, connections: 12 };
/** Clauses whose cases grow with depth. */
const GROWING = ['MOD-001', 'MOD-041', 'MOD-045', 'TPS-023', 'ORD-005', 'SIG-003', 'SIG-004'];

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function repeated(times: number, measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let turn = 0; turn < times; turn += 1) values.push(await measure());
  return median(values);
}

function print(name: string, value: string, goal: string): void {
  console.log(`${name.padEnd(66)} ${value.padStart(10)}   ${goal}`);
}

/** (a) the property loop against a bare loop, interleaved on one server. */
async function throughput(): Promise<void> {
  const service = await forkService();
  await bareLoop(service, 2_000, LOOP.connections);
  await certify(service, [LOOP.clause], 20);
  const ratios: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const bare = await bareLoop(service, LOOP.requests, LOOP.connections);
    const { requests, wallMs } = await certify(service, [LOOP.clause], LOOP.scale);
    ratios.push((requests * 1000) / wallMs / bare);
  }
  await service.stop();
  print('(a) requests/s in a property loop / bare undici loop', median(ratios).toFixed(2), 'goal at least 0.6');
}

/** (b) whole commands. */
async function startUp(): Promise<void> {
  await timedRun();
  const empty = await repeated(3, timedEmptyPlaywright);
  const run = await repeated(3, timedRun);
  print('(b) tradecert run, embedded service / empty Playwright run', (run / empty).toFixed(2), 'goal at most 4');
}

/** Peak memory and cost at several scales, each in a process of its own. */
interface Scaled extends Measured {
  readonly peakMiB: number;
}

async function atScale(scale: number): Promise<Scaled> {
  const child = fork(fileURLToPath(import.meta.url), ['scale', String(scale)]);
  const [measured] = (await once(child, 'message')) as [Scaled];
  return measured;
}

/** (c) and (d) memory and cost per case as cases grow. */
async function growth(): Promise<void> {
  const [one, ten, hundred] = [await atScale(1), await atScale(10), await atScale(100)];
  const peak = Math.max(ten.peakMiB, hundred.peakMiB) / one.peakMiB;
  print(
    `(c) peak memory at 1×, 10×, 100× cases: ${[one, ten, hundred].map(({ peakMiB }) => peakMiB.toFixed(0)).join(', ')} MiB`,
    peak.toFixed(2),
    'goal at most 1.5',
  );
  const cost = ({ cpuMs, cases }: Scaled): number => (cpuMs * 1000) / cases;
  const costs = [one, ten, hundred].map(cost);
  print(
    `(d) CPU per case at 1×, 10×, 100×: ${costs.map((each) => each.toFixed(0)).join(', ')} µs`,
    (Math.max(...costs.slice(1)) / (costs[0] ?? 1)).toFixed(2),
    'goal at most 1.2',
  );
}

/** (e) walks of growing catalogues. */
async function walks(): Promise<void> {
  const perInstrument: number[] = [];
  for (const instruments of [100, 1_000, 10_000]) {
    const service = await forkService({ instruments, pageSize: 100 });
    await certify(service, ['PAG-005']);
    const wall = await repeated(3, async () => (await certify(service, ['PAG-005'])).wallMs);
    perInstrument.push((wall * 1000) / instruments);
    await service.stop();
  }
  const [small = 1, , large = 1] = perInstrument;
  print(
    `(e) walk of 100, 1,000, 10,000: ${perInstrument.map((each) => each.toFixed(0)).join(', ')} µs an instrument`,
    (large / small).toFixed(2),
    'linear: at most 1.2',
  );
}

/** (f) a service with 60 ms latency. */
async function latency(): Promise<void> {
  const latencyMs = 60;
  const service = await forkService({ latencyMs });
  const { requests, wallMs } = await certify(service, null);
  await service.stop();
  const ratio = wallMs / (requests * latencyMs);
  print(`(f) wall time / (${requests} requests × 60 ms latency)`, ratio.toFixed(3), 'goal at most 0.125');
}

/** (g), (h) and (i) what reading and redacting costs the processor, next to what nobody can do without. */
function text(): Promise<void> {
  const { reading, redacting } = pageCosts();
  print(
    `(g) reading and redacting a page / JSON.parse: ${reading.toFixed(1)} and ${redacting.toFixed(1)}`,
    (reading + redacting).toFixed(2),
    'goal at most 3',
  );
  const hostile = hostileCosts();
  const [costly] = [...hostile].sort((a, b) => b.overParse - a.overParse);
  const [growing] = [...hostile].sort((a, b) => b.growth - a.growth);
  print(
    `(h) redacting 4 MiB of ${costly?.name} / JSON.parse of as much`,
    costly?.overParse.toFixed(1) ?? '',
    'goal at most 12',
  );
  print(`(i) a byte of 4 MiB of ${growing?.name} / of 1 MiB`, growing?.growth.toFixed(2) ?? '', 'linear: at most 2');
  return Promise.resolve();
}

/** (j) and (k) what a gateway adds to the time of an answer, while it has little to do and all that it can. */
async function gateway(): Promise<void> {
  await gatewayLatency('(j) unhurried', UNHURRIED);
  await gatewayLatency('(k) incessant', INCESSANT);
}

async function gatewayLatency(name: string, traffic: Traffic): Promise<void> {
  for (const { connections, direct, through } of await addedLatencies([1, 32, 256], traffic)) {
    const show = (key: keyof AddedLatency['direct']): string =>
      `${direct[key].toFixed(0)} → ${through[key].toFixed(0)} µs`;
    print(
      `${name}, connections: ${connections}; median ${show('median')}, 99th percentile ${show('p99')}`,
      `${(through.median / direct.median).toFixed(2)}, ${(through.p99 / direct.p99).toFixed(2)}`,
      'gateway / direct',
    );
  }
}

/** (l) and (m) how large the page of a report is, and how long it takes to make, as the record grows. */
function report(): Promise<void> {
  return withFolder(async (folder) => {
    const service = await forkService();
    const run = await standardRun(folder, service);
    await service.stop();
    await costOfReport(run, 1);
    const costs: ReportCost[] = [];
    for (const times of [1, 10, 100]) costs.push(await costOfReport(run, times));
    const [one, , hundred] = costs;
    const each = (show: (cost: ReportCost) => string): string => costs.map(show).join(', ');
    print(
      `(l) KB of index.html of ${each(({ exchanges }) => exchanges.toLocaleString('en-US'))} exchanges: ${each(({ bytes }) => (bytes / 1000).toFixed(0))}`,
      ((hundred?.bytes ?? 0) / (one?.bytes ?? 1)).toFixed(2),
      'goal below 1,000 and 3,000 KB',
    );
    const perExchange = ({ wholeMs, exchanges }: ReportCost): number => (wholeMs * 1000) / exchanges;
    print(
      `(m) CPU to make it at 1×, 10×, 100×: ${each(({ wholeMs }) => (wholeMs / 1000).toFixed(1))} s; ${each((cost) => perExchange(cost).toFixed(0))} µs an exchange`,
      Math.max(...costs.slice(1).map((cost) => perExchange(cost) / perExchange(costs[0] ?? cost))).toFixed(2),
      'linear: at most 1.2',
    );
    console.log(`    of that, drawing the page: ${each(({ drawingMs }) => drawingMs.toFixed(0))} ms`);
  });
}

/** (n) a search for a template that finds nothing. */
function signature(): Promise<void> {
  const { tried, plain } = signatureCost();
  print(
    `(n) CPU a signature in a search / createHmac: ${tried.toFixed(2)} and ${plain.toFixed(2)} µs`,
    (tried / plain).toFixed(2),
    'goal at most 1.5',
  );
  return Promise.resolve();
}

if (process.argv[2] === 'scale') {
  const service = await forkService();
  await certify(service, GROWING, 1);
  const measured = await certify(service, GROWING, Number(process.argv[3]));
  await service.stop();
  process.send?.({ ...measured, peakMiB: process.resourceUsage().maxRSS / 1024 });
  process.disconnect();
} else {
  console.log(`${cpus().length} cores, Node ${process.version}, ${CONNECTIONS} connections a run\n`);
  const only = process.argv[2];
  for (const [name, measure] of Object.entries({
    throughput,
    startUp,
    growth,
    walks,
    latency,
    text,
    gateway,
    report,
    signature,
  })) {
    if (only === undefined || only === name) await measure();
  }
}
