// A correct client of the trading interface that can be told to make one mistake.
//
//   CLIENT_FAULT=key-cut-at-1-kb node client.mjs    with the variables of ../README.md
//   node client.mjs --list-faults                   all mistakes, as JSON
//
// What may go wrong is a value handed to `fault`, which gives it back unchanged unless the mistake is about it. So the
// places of all mistakes are the calls of `fault` below, and faults.mjs says what each hook is for.
// Do not copy from this one: ../typescript, ../python, ../java, ../go and ../shell are there for that.

import { Buffer } from 'node:buffer';
import { createHmac } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { FAULTS } from './faults.mjs';

const MOST_PAGES = 10_000;
const PRICES = {
  MARKET: [],
  LIMIT: ['orderPrice'],
  STOP: ['barrierPrice'],
  LIMIT_STOP: ['barrierPrice', 'orderPrice'],
};
const CONDITIONS = [
  ['profitRealizationYn', 'profitRealizationBarrierPrice'],
  ['lossCutYn', 'lossCutBarrierPrice'],
];
const RECIPES = {
  concat: '{timestamp}{method}{target}{body}',
  'ts-dot-body': '{timestamp}.{body}',
  'body-only': '{body}',
};

const failure = (text) => ({ error: text });

/**
 * The client in one environment.
 *
 * @param env - the variables of ../README.md, and CLIENT_FAULT
 * @returns what carries out the task of the environment, and gives what the client tells of it
 */
export function clientIn(env) {
  const baseUrl = new URL(env.TRADECERT_BASE_URL ?? 'http://127.0.0.1');
  const prefix = baseUrl.pathname.replace(/\/+$/, '');
  const token = env.TRADECERT_TOKEN ?? '';
  const keyText = env.TRADECERT_SIGNING_KEY ?? '';

  const chosen = FAULTS.find(({ name }) => name === env.CLIENT_FAULT) ?? {};

  /** The right value, or what the chosen fault makes of it. */
  function fault(hook, right, about) {
    return Object.hasOwn(chosen, hook) ? chosen[hook](right, { ...about, token, keyText }) : right;
  }

  // --- the walk over all pages

  async function listInstruments(task) {
    const codes = [];
    const seen = new Set();
    let sentKey = fault('firstKey', '');
    for (let pages = 0; pages < MOST_PAGES; pages += 1) {
      const wanted = { stockGroupCd: task.stockGroupCd, stockCd: task.stockCd, nextKey: sentKey };
      const answer = await ask(() => makeLookup(Object.entries(wanted), pages));
      const page = fault('page', readPage(answer), { answer });
      if (page === null) return fault('givenUp', failure('The walk was refused, or has no page.'), { codes, answer });
      codes.push(...page.stockCds);
      if (!fault('goesOn', page.hasNext, { page, pages })) break;
      const nextKey = fault('nextKey', page.nextKey, { page, pages, sentKey });
      const isKey = fault('isKey', typeof nextKey === 'string' && nextKey !== '', { page });
      const print = JSON.stringify([nextKey, page.stockCds]);
      if (!isKey || fault('isRepeated', seen.has(print))) {
        return fault('givenUp', failure('The walk does not come to an end.'), { codes, answer });
      }
      seen.add(print);
      sentKey = nextKey;
    }
    return fault('told', codes, { task });
  }

  function makeLookup(wanted, pages) {
    const parameters = fault('parameters', wanted, { operation: 'lookup', pages });
    const target = makeTarget('/stocks/orders', parameters);
    const headers = fault('headers', [['Authorization', `Bearer ${token}`]], {
      operation: 'lookup',
      sign: signLookup(target),
    });
    const method = fault('method', 'GET', { operation: 'lookup' });
    return { url: baseUrl.origin + target, method, headers, body: fault('lookupBody', null) };
  }

  // --- the modification

  async function modifyOrder({ order, change }) {
    const answer = await ask(() => makeModify(order, change));
    return fault('told', outcomeOf(answer), { answer, order });
  }

  function makeModify(order, change) {
    const target = makeTarget('/orders/modify', fault('parameters', [], { operation: 'modify', order }));
    const members = fault('members', membersOf(order, change), { order, change });
    const body = fault('body', JSON.stringify(members), { members });
    const timestamp = fault('timestamp', String(Math.floor(Date.now() / 1000)));
    const signature = sign({ timestamp, method: 'POST', target, token, body: body ?? '' });
    const right = [
      ['Authorization', `Bearer ${token}`],
      ['Content-Type', 'application/json'],
      ['X-Timestamp', timestamp],
      ['X-Signature', signature],
    ];
    return {
      url: baseUrl.origin + target,
      method: fault('method', 'POST', { operation: 'modify' }),
      headers: fault('headers', right, { operation: 'modify' }),
      body,
    };
  }

  function membersOf(order, change) {
    const { stockCd, orderTypeCd, sideCd, orderDateTime, orderNo, orderQuantity } = order;
    const priceOf = (name) => (PRICES[orderTypeCd].includes(name) ? (change[name] ?? order[name]) : 0);
    const members = {
      ...{ stockCd, orderTypeCd, sideCd, orderDateTime, orderNo, orderQuantity },
      barrierPrice: priceOf('barrierPrice'),
      orderPrice: priceOf('orderPrice'),
    };
    for (const [yn, price] of CONDITIONS) {
      if (change[yn] === undefined && change[price] === undefined) continue;
      const isOn = change[yn] !== 'N';
      if (isOn && order[yn] === undefined) throw new Error(`The order has no ${yn}, and none can be added to it.`);
      const value = isOn ? (change[price] ?? order[price] ?? 0) : 0;
      if (isOn && value === 0) throw new Error(`${yn} Y needs ${price}.`);
      Object.assign(members, { [yn]: isOn ? 'Y' : 'N', [price]: value });
    }
    const other = Object.keys(change).find((name) => !/Price$|Yn$/.test(name));
    if (other !== undefined) throw new Error(`A modification cannot change ${other}.`);
    return change.lossTrackingYn === undefined ? members : { ...members, lossTrackingYn: change.lossTrackingYn };
  }

  // --- what goes out

  function makeTarget(path, parameters) {
    const encoded = (name, value) => fault('encoded', encodeURIComponent(value), { name, value });
    const query = parameters.map(([name, value]) => `${name}=${encoded(name, value)}`).join('&');
    return fault('path', prefix + path) + (query === '' ? '' : `?${query}`);
  }

  function sign(right) {
    const parts = fault('signed', right, { origin: baseUrl.origin, prefix });
    const covered = recipe().replace(/\{(\w+)\}/g, (_, part) => parts[part]);
    const key = fault('key', readKey());
    return fault('signature', createHmac('sha512', key).update(covered).digest('hex'), { key, covered });
  }

  /** For faults: a lookup is not signed. */
  function signLookup(target) {
    return (timestamp) => sign({ timestamp, method: 'GET', target, token, body: '' });
  }

  function recipe() {
    const given = env.TRADECERT_SIGNATURE_TEMPLATE || 'concat';
    const text = RECIPES[given] ?? given;
    if (!/^(?:[^{}\\]|\{(?:timestamp|method|target|body|token)\})+$/.test(text)) {
      throw new Error(`This client does not sign by ${text}.`);
    }
    return text;
  }

  function readKey() {
    const encoding = env.TRADECERT_SIGNING_KEY_ENCODING || 'utf8';
    return Buffer.from(keyText, encoding);
  }

  /** Makes a request, sends it, and gives its answer. Nothing is sent twice, and no redirect is followed. */
  async function ask(make) {
    let request = make();
    for (let attempt = 1; ; attempt += 1) {
      const pauseMs = fault('pauseMs', 0, { request });
      if (pauseMs > 0) await pause(pauseMs);
      const answer = await send(request);
      const again = fault('again', null, { request, answer, attempt, make });
      if (again === null) return fault('answer', answer, { request });
      request = again;
    }
  }

  /** The answer with its parts: status, headers, text; `trouble` where none came. */
  function send({ url, method, headers, body }) {
    const limitMs = fault('limitMs', 10_000);
    return new Promise((resolve) => {
      const bytes = body === null ? [] : [['Content-Length', String(Buffer.byteLength(body))]];
      const { request: open } = url.startsWith('https:') ? https : http;
      const { host, origin } = new URL(url);
      const all = [['Host', host], ...headers, ...bytes, ['Connection', 'close']];
      // The target is sent as it was made: a URL object would spell it anew.
      const options = { method, path: url.slice(origin.length), headers: all.flat(), agent: false };
      const request = open(origin, options, (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => resolve(readAnswer(response, chunks)));
        response.on('error', (error) => resolve({ trouble: error.message }));
      });
      const limit = setTimeout(() => request.destroy(new Error('timed out')), limitMs);
      request.on('error', (error) => resolve({ trouble: error.message }));
      request.on('close', () => clearTimeout(limit));
      request.end(body ?? undefined);
    });
  }

  // --- what comes back

  function readAnswer({ statusCode: status, headers, rawHeaders }, chunks) {
    const received = Buffer.concat(fault('received', chunks, { headers }));
    return { status, headers, rawHeaders, text: received.toString('utf8') };
  }

  /** Told of a modification. Only an envelope can say that it was done; the body of a refusal is not looked at. */
  function outcomeOf({ status, text, trouble }) {
    if (trouble !== undefined) return failure(`No answer came (${trouble}): the outcome is not known.`);
    if (status >= 400 && status <= 499) return { success: false };
    const success = status === 200 ? dataOf(text)?.success : undefined;
    if (typeof success === 'boolean') return { success };
    return failure(`The answer, with status ${status}, says neither yes nor no: the outcome is not known.`);
  }

  /** A page; `null` where the answer has none. */
  function readPage({ status, text }) {
    const data = status === 200 ? dataOf(text) : null;
    if (typeof data?.hasNext !== 'boolean' || !Array.isArray(data.details)) return null;
    const stockCds = data.details.map((record) => record?.stockCd);
    if (!stockCds.every((code) => typeof code === 'string')) return null;
    return { hasNext: data.hasNext, nextKey: data.nextKey, stockCds };
  }

  /** `data` of an envelope; `null` where the text is none. */
  function dataOf(text) {
    const envelope = jsonOf(text);
    const isEnvelope = typeof envelope?.status === 'string' && Number.isInteger(envelope.code);
    const isObject = typeof envelope?.data === 'object' && !Array.isArray(envelope.data);
    return isEnvelope && isObject ? envelope.data : null;
  }

  function jsonOf(text) {
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  }

  async function perform() {
    if (env.CLIENT_FAULT && chosen.name === undefined) throw new Error(`There is no fault ${env.CLIENT_FAULT}.`);
    recipe();
    const task = JSON.parse(env.TRADECERT_TASK ?? '{}');
    const known = fault('unasked', null, { task });
    if (known !== null) return known;
    if (task.task === 'list-instruments') return listInstruments(task);
    if (task.task === 'modify-order') return modifyOrder(task);
    throw new Error(`There is no task ${task.task}.`);
  }

  return () => perform().catch(({ message }) => failure(message));
}

async function main() {
  if (process.argv.includes('--list-faults')) {
    const listed = FAULTS.map(({ name, clause, also, does, needs }) => ({ name, clause, also, does, needs }));
    process.stdout.write(`${JSON.stringify(listed)}\n`);
    return;
  }
  const told = await clientIn(process.env)();
  process.stdout.write(`${JSON.stringify(told)}\n`);
  process.exitCode = told.error === undefined ? 0 : 1;
}

// Another program may use it, too.
if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
