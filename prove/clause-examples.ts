import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CORRECT_CLIENT, clientOf, clientSubjects } from './client-subjects.js';
import { startSubject } from './certify-subject.js';
import { allSubjects, REFERENCE, type Side, type Subject } from './subjects.js';
import { clauseById } from '../src/contract/catalogue.js';
import type { AnswerExample, ClauseExample } from '../src/contract/clause-examples-source.js';
import type { Results } from '../src/contract/results.js';
import { certifyService } from '../src/examine/certify-service.js';
import { Bench } from '../src/examine/sandwich.js';
import { mintToken } from '../src/mock/token.js';
import { proposeSentences } from '../src/report/questions/propose-sentences.js';
import { certifyClient } from '../src/scenario/certify-client.js';
import { SCENARIOS } from '../src/scenario/scenarios.js';
import { DEFAULT_TEMPLATE } from '../src/wire/signature-template.js';

const SEED = 1;
const TOKEN_LIFETIME_S = 3_600;
const TIMEOUT_MS = 60_000;

/** What is another one in each run, or one of many. */
const CHANCE = [
  [/127\.0\.0\.1:\d+/g, '127.0.0.1:4010'],
  [/\bdigit \d+ wrong/g, 'one digit wrong'],
] as const;

const CORRECT = subjectNamed('service', 'reference-with-everything');

function subjectNamed(side: Side, id: string): Subject {
  const subject = subjectsOf(side).find((one) => one.id === id);
  if (subject === undefined) throw new Error(`There is no subject ${id}.`);
  return subject;
}

function subjectsOf(side: Side): readonly Subject[] {
  return side === 'service' ? allSubjects().filter(({ service }) => service === REFERENCE) : clientSubjects();
}

/**
 * The example of a clause by the first fault that a run of this clause alone shows; else by one that a whole run shows.
 *
 * @returns `undefined` where no fault of that side breaks it
 */
export async function exampleOf(id: string, side: Side): Promise<ClauseExample | undefined> {
  const faults = subjectsOf(side).filter(({ clause }) => clause === id);
  for (const only of [[id], null]) {
    for (const fault of faults) {
      const results = await RUN[side](fault, only);
      const [finding] = results.clauses.find((one) => one.id === id)?.findings ?? [];
      if (finding === undefined) continue;
      const { cause, at, expected, actual, scenario } = finding;
      const ways = side === 'service' && clauseById(id).modifies ? await waysOf(id) : [];
      return {
        ...{ fault: fault.change ?? '', does: fault.does },
        ...{ cause, at: steady(at), expected: steady(expected), actual: steady(actual) },
        ...(scenario !== undefined && { scenario }),
        ...(only === null && { whole: true }),
        ...(ways.length > 0 && { ways }),
      };
    }
  }
  if (faults.length > 0) throw new Error(`No fault is found to break ${id}.`);
  return undefined;
}

function steady(text: string): string {
  return CHANCE.reduce((shown, [pattern, put]) => shown.replaceAll(pattern, put), text);
}

async function runService(subject: Subject, only: readonly string[] | null): Promise<Results> {
  return inScratch(async (outDir) => {
    const running = await startSubject(subject);
    const { baseUrl, ordersUrl, token, signingKey, signingKeyEncoding, signatureTemplate, operations } = running;
    try {
      return await certifyService({
        toolVersion: 'examples',
        ...(only && { clauses: only }),
        settings: {
          ...{ baseUrl, token, signingKey, signingKeyEncoding, signatureTemplate, outDir, seed: SEED },
          ...{ depth: 'smoke', embedded: false, environment: 'loopback', rate: null, profileFile: null, env: {} },
          ...{ only, readOnly: false, strict: false },
          profile: operations === undefined ? {} : { operations },
          orders: { kind: 'url', url: ordersUrl },
        },
      });
    } finally {
      await running.close();
    }
  });
}

async function runClient(subject: Subject, only: readonly string[] | null): Promise<Results> {
  return inScratch((outDir) => {
    const tokenKey = randomBytes(32).toString('hex');
    const nowS = Math.floor(Date.now() / 1000);
    return certifyClient({
      settings: {
        ...{ outDir, seed: SEED, depth: 'smoke', only, strict: false, profile: {}, profileFile: null, env: {} },
        token: mintToken(createSecretKey(Buffer.from(tokenKey)), nowS, nowS + TOKEN_LIFETIME_S),
        signingKey: randomBytes(32).toString('hex'),
        signingKeyEncoding: 'utf8',
        signatureTemplate: subject.needs.signatureTemplate ?? DEFAULT_TEMPLATE,
      },
      ...{ client: clientOf(subject), command: 'client', tokenKey, toolVersion: 'examples' },
      ...{ timeoutMs: TIMEOUT_MS, lanes: 4 },
      scenarios: SCENARIOS.filter(({ isRepeating }) => isRepeating !== true),
    });
  });
}

const RUN = { service: runService, client: runClient } as const;

async function inScratch<T>(task: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'tradecert-examples-'));
  try {
    return await task(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What is wrong with the modifies that are sent to the correct service for a clause, each once. */
async function waysOf(id: string): Promise<readonly string[]> {
  const ways = new Set<string>();
  const judge = Reflect.get<Bench, 'judgeInvalid'>(Bench.prototype, 'judgeInvalid');
  Bench.prototype.judgeInvalid = function (way, exchange) {
    ways.add(steady(way));
    return judge.call(this, way, exchange);
  };
  try {
    await runService(CORRECT, [id]);
  } finally {
    Bench.prototype.judgeInvalid = judge;
  }
  return [...ways].sort();
}

/** What the correct service and the correct client answer to the open questions. */
export async function answersNow(): Promise<Record<string, AnswerExample>> {
  const runs = [await runService(CORRECT, null), await runClient(subjectNamed('client', CORRECT_CLIENT), null)];
  const answered = runs.flatMap(({ questions }) => questions).filter(({ observed }) => observed !== null);
  return Object.fromEntries(
    answered.map(({ id, observed }) => [
      id,
      { observed, proposed: proposeSentences(clauseById(id).proposal ?? [], observed) },
    ]),
  );
}
