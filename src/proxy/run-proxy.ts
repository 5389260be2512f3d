import { watchedClock } from '../client/watched-clock.js';
import { startGateway, type Gateway } from '../gateway/gateway.js';
import { startLoopbackServer, type Answering } from '../gateway/loopback-server.js';
import type { Passage } from '../wire/passage.js';
import { OutsideRequests } from './outside-requests.js';
import { refuseItself } from './refuse-itself.js';
import { TrafficJudge, type BothResults, type TrafficOptions } from '../traffic/judge-traffic.js';

/** What a proxy is started with. */
export interface ProxyOptions extends Omit<TrafficOptions, 'origins' | 'now'> {
  /** Where clients come; 0: any that is free. */
  readonly port: number;
  /** Where results are asked for while it runs; default any that is free. */
  readonly controlPort?: number;
  /** Connections of clients at one time; default 2000. */
  readonly mostConnections?: number;
  /** The clock of this machine; default Date.now. */
  readonly wall?: () => number;
  /** Called after each passage. */
  readonly onPassage?: (passage: Passage) => void;
  /** Told in one sentence why something was not judged. */
  readonly onNote?: (note: string) => void;
  /** Writes what is known, on request. */
  readonly write: (results: BothResults) => Promise<void>;
}

/** A running proxy. */
export interface Proxy {
  /** The base URL that clients use. */
  readonly baseUrl: string;
  readonly controlUrl: string;
  readonly judge: TrafficJudge;
  /** Resolves once somebody asked for the end at the control address. */
  readonly ended: Promise<void>;
  /** Closes all connections, and judges what only the end shows. */
  end(): Promise<BothResults>;
}

/**
 * Stands between clients and a service: passes everything on, and judges both sides. What goes wrong in judging never
 * reaches the traffic. Nothing is written before both ports are had.
 *
 * @throws SuiteError where the target is no URL or is the proxy itself, or a port cannot be had
 */
export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const { baseUrl, port, controlPort = 0, mostConnections, onPassage, onNote } = options;
  const { now, setByMs } = watchedClock(options.wall);
  refuseItself(baseUrl, [port, controlPort]);
  let start: (running: Controlled) => void = () => undefined;
  let finish: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (finish = resolve));
  const started = new Promise<Controlled>((resolve) => (start = resolve));
  const control = await startLoopbackServer(controlling(started), controlPort, '--control');
  const seeing: Seeing = { passage: () => undefined, trouble: () => undefined };
  const gateway = await startGateway({
    ...{ target: baseUrl, port, now, clockSetByMs: setByMs, ...(mostConnections !== undefined && { mostConnections }) },
    onPassage: (passage) => seeing.passage(passage),
    onTrouble: (error) => seeing.trouble(error),
  }).catch(async (error: unknown) => {
    await control.close();
    throw error;
  });
  const judge = new TrafficJudge({ ...options, now, origins: [new URL(baseUrl).origin, gateway.origin] });
  const ownUrl = `${gateway.origin}${new URL(baseUrl).pathname.replace(/\/$/, '')}`;
  const outside = new OutsideRequests(ownUrl);
  seeing.passage = (passage) => {
    const exchange = judge.see(passage);
    const note = outside.see(exchange.request.target);
    if (note !== null) onNote?.(note);
    onPassage?.(passage);
  };
  seeing.trouble = (error) => {
    const note = `Some of the traffic was not judged: ${error instanceof Error ? error.message : 'unknown'}`;
    for (const { notes } of [judge.client, judge.service]) notes.push(note);
    onNote?.(note);
  };
  start({ gateway, judge, write: options.write, finish });
  return {
    baseUrl: ownUrl,
    controlUrl: `${control.origin}${ROOT}`,
    judge,
    ended,
    end: async () => {
      await gateway.close();
      await control.close();
      const note = outside.note();
      if (note !== null) for (const { notes } of [judge.client, judge.service]) notes.push(note);
      return judge.end(now());
    },
  };
}

/** What becomes of the traffic: there is none before the judge is there, which is made once the ports are had. */
interface Seeing {
  passage: (passage: Passage) => void;
  trouble: (error: unknown) => void;
}

interface Controlled {
  readonly gateway: Gateway;
  readonly judge: TrafficJudge;
  readonly write: ProxyOptions['write'];
  readonly finish: () => void;
}

/** GET results: both results as JSON. POST results: writes them. POST end: ends the proxy. */
function controlling(started: Promise<Controlled>): Answering {
  return async ({ method, url }) => {
    const { gateway, judge, write, finish } = await started;
    await gateway.settled();
    if (method === 'GET' && url === `${ROOT}/results`) return { status: 200, json: judge.results() };
    if (method === 'POST' && url === `${ROOT}/results`) {
      await write(judge.results());
      return { status: 204 };
    }
    if (method === 'POST' && url === `${ROOT}/end`) {
      finish();
      return { status: 204 };
    }
    return { status: 404, json: { error: `There is GET ${ROOT}/results, POST ${ROOT}/results and POST ${ROOT}/end.` } };
  };
}

const ROOT = '/__tradecert';
