import { Pace } from '../src/client/pace.js';
import { ServiceClient, type Reply } from '../src/client/service-client.js';
import { ServiceClock } from '../src/client/service-clock.js';
import { Transport } from '../src/client/transport.js';
import { PRICES_OF, type ModifyBody, type Order } from '../src/contract/order.js';
import type { KeyEncoding } from '../src/contract/profile.js';
import type { Task } from '../src/oracle/conduct/task.js';
import type { Client } from '../src/scenario/run-client.js';
import { dataOf, isAccepted, isRefusal } from '../src/wire/envelope.js';
import { Redactor } from '../src/wire/redaction.js';
import { decodeKey } from '../src/wire/decode-key.js';
import { resolveTemplate } from '../src/wire/signature-template.js';

type Variables = Parameters<Client>[0];

/** What a client tells: its JSON, and whether that is a failure. */
interface Told {
  readonly json: unknown;
  readonly isError: boolean;
}

const CLAUSE = 'own-client';

/**
 * A client made of what `tradecert run` sends with: its signing, its transport and its pace. The suite certifies it by its
 * own scenarios, so that both sides check each other.
 */
export const ownClient: Client = async (variables, stop) => {
  const task = JSON.parse(variables['TRADECERT_TASK'] ?? '') as Task;
  const { client, transport } = connect(variables, stop);
  try {
    const { json, isError } = task.task === 'list-instruments' ? await walk(client, task) : await modify(client, task);
    return { stdout: JSON.stringify(json), stderr: '', status: isError ? 1 : 0, stopped: null };
  } finally {
    await transport.close();
  }
};

function connect(variables: Variables, stopSignal: AbortSignal): { client: ServiceClient; transport: Transport } {
  const { TRADECERT_BASE_URL: baseUrl = '', TRADECERT_TOKEN: token = '', TRADECERT_SIGNING_KEY: key = '' } = variables;
  const encoding = variables['TRADECERT_SIGNING_KEY_ENCODING'] as KeyEncoding;
  const signingKey = decodeKey(key, encoding);
  const transport = new Transport({ origin: new URL(baseUrl).origin, timeoutMs: 10_000, stopSignal });
  const client = new ServiceClient({
    ...{ baseUrl, token, signingKey, transport },
    template: resolveTemplate(variables['TRADECERT_SIGNATURE_TEMPLATE'] ?? ''),
    pace: new Pace({ stopSignal }),
    redactor: new Redactor([]),
    clock: new ServiceClock(Date.now),
    recorder: () => undefined,
    env: {},
  });
  return { client, transport };
}

const failure = (error: string): Told => ({ json: { error }, isError: true });

async function walk(client: ServiceClient, task: Extract<Task, { task: 'list-instruments' }>): Promise<Told> {
  const { stockGroupCd, stockCd } = task;
  const told: string[] = [];
  const seen = new Set<string>();
  for (let nextKey = ''; ;) {
    const page = readPage(await client.listOrderableStocks(CLAUSE, { stockGroupCd, stockCd, nextKey }));
    if (page === null) return failure('a page could not be read');
    told.push(...page.stockCds);
    if (!page.hasNext) return { json: told, isError: false };
    if (typeof page.nextKey !== 'string' || page.nextKey === '' || seen.has(page.nextKey)) {
      return failure('the walk does not lead on');
    }
    seen.add(page.nextKey);
    nextKey = page.nextKey;
  }
}

interface ReadPage {
  readonly stockCds: readonly string[];
  readonly hasNext: boolean;
  readonly nextKey: unknown;
}

function readPage(reply: Reply): ReadPage | null {
  const raw = reply.raw() as { data?: { nextKey?: unknown } } | undefined;
  const { details, hasNext } = dataOf(reply.exchange) ?? {};
  if (reply.exchange.response?.status !== 200 || !Array.isArray(details) || typeof hasNext !== 'boolean') return null;
  return {
    stockCds: (details as { stockCd: string }[]).map(({ stockCd }) => stockCd),
    hasNext,
    nextKey: raw?.data?.nextKey ?? dataOf(reply.exchange)?.['nextKey'],
  };
}

async function modify(
  client: ServiceClient,
  { order, change }: Extract<Task, { task: 'modify-order' }>,
): Promise<Told> {
  const { exchange } = await client.modifyOrder(CLAUSE, { body: bodyOf(order, change) });
  if (isAccepted(exchange)) return { json: { success: true }, isError: false };
  const isUnread = exchange.response?.status === 200 && dataOf(exchange)?.['success'] !== false;
  if (isUnread || !isRefusal(exchange)) return failure('the outcome is not known');
  return { json: { success: false }, isError: false };
}

function bodyOf(order: Order, change: Readonly<Record<string, unknown>>): ModifyBody {
  const { stockCd, orderTypeCd, sideCd, orderDateTime, orderNo, orderQuantity } = order;
  const needs = PRICES_OF[orderTypeCd];
  const merged = { ...order, ...change };
  return {
    ...{ stockCd, orderTypeCd, sideCd, orderDateTime, orderNo, orderQuantity },
    barrierPrice: needs.barrierPrice ? merged.barrierPrice : 0,
    orderPrice: needs.orderPrice ? merged.orderPrice : 0,
    ...conditionOf(order, change, 'profitRealization'),
    ...conditionOf(order, change, 'lossCut'),
    ...('lossTrackingYn' in change && { lossTrackingYn: change['lossTrackingYn'] as 'Y' | 'N' }),
  };
}

function conditionOf(
  order: Order,
  change: Readonly<Record<string, unknown>>,
  name: 'profitRealization' | 'lossCut',
): Partial<ModifyBody> {
  const [yn, price] = [`${name}Yn`, `${name}BarrierPrice`] as const;
  if (!(yn in change) && !(price in change)) return {};
  const isOn = change[yn] !== 'N';
  return { [yn]: isOn ? 'Y' : 'N', [price]: isOn ? (change[price] ?? order[price]) : 0 };
}
