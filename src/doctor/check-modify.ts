import { docPage } from '../contract/doc-page.js';
import type { Order } from '../contract/order.js';
import type { ModifyRecipe } from '../client/request-recipe.js';
import type { Settings } from '../contract/settings.js';
import { toPaste } from '../contract/to-paste.js';
import { describeAnswer } from '../examine/describe-answer.js';
import { priceChange, stepped } from '../examine/order-steps.js';
import type { Subject } from '../examine/subject.js';
import { digestsIn, explainTemplate, shownValue } from '../signature/explain-template.js';
import { encodingItMayHave } from '../wire/decode-key.js';
import { shownTemplate } from '../wire/shown-template.js';
import { isAccepted, isRefusal } from '../wire/envelope.js';
import { templateHints } from '../wire/template-hints.js';
import type { Exchange } from '../wire/exchange.js';
import { resolveTemplate } from '../wire/signature-template.js';
import { signingInputOf } from '../wire/signing.js';
import { isBeyondWindow, isFarOff } from './check-clock.js';
import { ok, type Check } from './check.js';
import { compareRefusals, type Comparison } from './compare-refusals.js';
import { DOCTOR } from './doctor-mark.js';
import { prefixHints } from './prefix-hints.js';
import { mayLackRight, remedyForRedirect, toldByHeaders } from './refusal-headers.js';
import { remedyForTrouble } from './remedy-for-trouble.js';

const [id, title] = ['modify', 'signed modify'];

/** A signed modify that changes nothing, and what came of it. */
interface Unchanged {
  readonly body: string;
  readonly exchange: Exchange;
  readonly check: Check;
  /** It is known what is refused. */
  readonly isSettled?: true;
  /** The timestamp of the exchange, where it is not by `Date`. */
  readonly timestamp?: () => string;
  /** It is accepted with the time of this machine, well inside the window, and `Date` is another's: a run can do without. */
  readonly goesByOwnClock?: true;
}

/** Where this machine's clock is right, and the Date of the answers is not. */
const DATE_OF_ANOTHER =
  'with the time of this machine it is accepted: key and template are right, and so is the clock of the service, but Date comes from something before it, such as a gateway, whose clock is wrong';

/** Where it is accepted with the time of this machine, and the Dates of the answers are of several clocks. */
const SEVERAL_CLOCKS: Pick<Check, 'status' | 'means' | 'remedy'> = {
  status: 'warning',
  means:
    'the Dates of the answers contradict each other, and with the time of this machine it is accepted: a run leaves Date out of account, and goes by the clock of this machine',
  remedy: 'see which machines or gateways write Date, and set their clocks right, or let them leave Date out',
};

const SET_RIGHT = 'set the clock of what writes Date right, or let it leave Date out';

const BY_DATE: Pick<Check, 'status' | 'means' | 'remedy'> = {
  status: 'failed',
  means: `${DATE_OF_ANOTHER}; a run goes by Date, so that its modifies are refused`,
  remedy: `${SET_RIGHT}: then a run goes by the clock of this machine`,
};

const BY_OWN_CLOCK: Pick<Check, 'status' | 'means' | 'remedy'> = {
  status: 'warning',
  means: `${DATE_OF_ANOTHER}; a run leaves Date out of account, and goes by the clock of this machine`,
  remedy: SET_RIGHT,
};

/** A modify that is accepted so long after its time as well is not accepted at the edge of the window alone. */
const WELL_INSIDE_SECONDS = 45;

/**
 * Sends one signed modify that sets an order to its own prices. Where it is refused, and the answers tell another time than
 * this machine's clock, it is sent once more, with the time of this machine, and if the two are farther apart than the
 * window is wide, and that is accepted, with a time that is well inside the window.
 *
 * @param secondsBack - how far before the present its timestamp is; where it is refused so, the present decides
 */
async function sendUnchanged({ client, clock }: Subject, order: Order, secondsBack = 0): Promise<Unchanged> {
  const body = JSON.stringify(priceChange(stepped(order, null, 0)));
  const send = async (recipe: Omit<ModifyRecipe, 'body'>): Promise<Exchange> =>
    (await client.modifyOrder(DOCTOR, { body, ...recipe })).exchange;
  const first = await send(secondsBack === 0 ? {} : { timestamp: (now) => String(now - secondsBack) });
  const exchange = secondsBack !== 0 && isRefusal(first) ? await send({}) : first;
  const found = describeAnswer('a modify that sets an order to its own prices', exchange) + toldByHeaders(exchange);
  const ownTime = (seconds: number): string => String(Math.floor((clock.nowMs() - clock.offsetMs) / 1_000) - seconds);
  const isAcceptedBack = async (seconds: number): Promise<boolean> =>
    isAccepted(await send({ timestamp: () => ownTime(seconds) }));
  const isAnswered = isAccepted(exchange) || isRefusal(exchange);
  // Which of several clocks the next answer is of is not known, also where this modify is accepted.
  if (isAnswered && clock.isContradictory && (await isAcceptedBack(0)) && (await isAcceptedBack(WELL_INSIDE_SECONDS))) {
    return { body, exchange, check: { id, title, found, ...SEVERAL_CLOCKS }, isSettled: true, goesByOwnClock: true };
  }
  if (isAccepted(exchange)) {
    return { body, exchange, check: ok(id, title, 'a modify that sets an order to its own prices is accepted') };
  }
  if (isRefusal(exchange) && (isFarOff(clock) || clock.isContradictory)) {
    const timestamp = (): string => ownTime(0);
    const own = await send({ timestamp });
    if (isAccepted(own)) {
      const goesByOwnClock = isBeyondWindow(clock) && (await isAcceptedBack(WELL_INSIDE_SECONDS));
      const check = { id, title, found, ...(goesByOwnClock ? BY_OWN_CLOCK : BY_DATE) };
      return { body, exchange, check, isSettled: true, ...(goesByOwnClock && { goesByOwnClock }) };
    }
    if (isRefusal(own) && compareRefusals(own, [exchange, await send({})]) === 'another') {
      const means = `${describeAnswer('with the time of this machine it', own)}, which is another refusal: Date seems not to be that of the service, and something else is refused as well, such as the order or the signature`;
      const remedy = `${seeOrder(order)}; ${SET_RIGHT}`;
      return { body, exchange: own, timestamp, check: { id, title, status: 'failed', found, means, remedy } };
    }
  }
  const means = 'modifications cannot be judged';
  const redirected = remedyForRedirect(exchange);
  if (redirected !== null) {
    return {
      body,
      exchange,
      check: { id, title, status: 'failed', found, means, remedy: redirected },
      isSettled: true,
    };
  }
  const remedy =
    exchange.trouble !== undefined || exchange.response === undefined
      ? remedyForTrouble(exchange.trouble)
      : `${mayLackRight(exchange) ? `${SEE_RIGHT}; ` : ''}check signing key, key encoding and signature template, and that order ${shownValue(order.orderNo)} is unfilled and of this token; ${toPaste('doctor')} tells which it may be, and shows what was signed`;
  return { body, exchange, check: { id, title, status: 'failed', found, means, remedy } };
}

/** Where a lookup with the same token is answered. */
const SEE_RIGHT = 'see whether the token may modify orders, as by its scope, role or account';

const seeOrder = ({ orderNo }: Order): string =>
  `see that order ${shownValue(orderNo)} is unfilled and of this token, and that its prices are allowed now`;

/**
 * The same, and where an order is refused by this machine's time otherwise than by `Date`, which may be for the order, another
 * one is tried.
 *
 * @param nextOrder - `null` where there is none
 */
export async function tryUnchanged(
  subject: Subject,
  order: Order,
  { nextOrder, secondsBack }: { readonly nextOrder: () => Promise<Order | null>; readonly secondsBack?: number },
): Promise<Unchanged> {
  const first = await sendUnchanged(subject, order, secondsBack);
  const next = first.timestamp === undefined ? null : await nextOrder();
  if (next === null) return first;
  const second = await sendUnchanged(subject, next, secondsBack);
  if (second.isSettled !== true) return first;
  const remedy = [second.check.remedy, `${seeOrder(order)}: it is refused even so`].join('; ');
  return { ...second, check: { ...second.check, remedy } };
}

/** Sends one signed modify that sets an order to its own prices; where it is refused, says what was signed. */
export async function checkModify(
  subject: Subject,
  order: Order,
  settings: Settings,
  nextOrder: () => Promise<Order | null>,
): Promise<Check> {
  const { client } = subject;
  const { body, exchange, timestamp, check, isSettled } = await tryUnchanged(subject, order, { nextOrder });
  const isAnswered = exchange.response !== undefined && exchange.trouble === undefined;
  if (check.status === 'ok' || !isAnswered || isSettled === true) return check;
  const sendWrong = async (signature: string): Promise<Exchange> =>
    (await client.modifyOrder(DOCTOR, { body, signature: () => signature, ...(timestamp && { timestamp }) })).exchange;
  const wrong = [await sendWrong('0'.repeat(128)), await sendWrong('0123456789abcdef'.repeat(8))] as const;
  const advice = adviceFor(compareRefusals(exchange, wrong), exchange, settings);
  return {
    ...check,
    ...advice,
    ...(timestamp && {
      means: `${check.means ?? ''}; ${advice.means ?? ''}`,
      remedy: `${advice.remedy ?? ''}; ${SET_RIGHT}`,
    }),
    ...describeSigned(exchange, body, settings),
  };
}

const FIND_IT = `compare what was signed with what the service signs, and check the key and how it is read; where nobody knows, ${toPaste('signature find --curl FILE')} finds the template from one request that the service accepted (${docPage('signature.md')})`;
const SEE_ORDER = 'see that the order is unfilled and of this token, and that its prices are allowed now';

const ADVICE: Readonly<Record<Comparison, Required<Pick<Check, 'means' | 'remedy'>>>> = {
  alike: {
    means: 'a modify with a wrong signature gets the same answer: the signature may be what is refused',
    remedy: FIND_IT,
  },
  another: {
    means:
      'a modify with a wrong signature gets another answer: the signature seems to be right, and something else is refused',
    remedy: SEE_ORDER,
  },
  unclear: {
    means: 'the answers to wrong signatures do not tell whether the signature is what is refused',
    remedy: `${FIND_IT}; ${SEE_ORDER}`,
  },
};

/** A right that the token may lack comes first, then slips that the template may have, unless the signature seems to be right. */
function adviceFor(comparison: Comparison, exchange: Exchange, settings: Settings): Pick<Check, 'means' | 'remedy'> {
  const advice = ADVICE[comparison];
  const lacksRight = mayLackRight(exchange);
  const hints = comparison === 'another' ? [] : signatureHints(settings);
  return {
    means: `${lacksRight ? 'the token may lack the right to modify; ' : ''}${advice.means}`,
    remedy: [...(lacksRight ? [SEE_RIGHT] : []), ...hints, advice.remedy].join('; '),
  };
}

function signatureHints(settings: Settings): string[] {
  const template = resolveTemplate(settings.signatureTemplate);
  return [...templateHints(template), ...prefixHints(template, settings.baseUrl), ...keyHints(settings)];
}

function keyHints({ signingKey, signingKeyEncoding }: Settings): string[] {
  const other = signingKeyEncoding === 'utf8' && signingKey !== null ? encodingItMayHave(signingKey) : null;
  if (other === null) return [];
  return [`the key is read as text, and may be meant as ${other}: try TRADECERT_SIGNING_KEY_ENCODING=${other}`];
}

/** The recorded request has placeholders for its secrets: they are not shown anyway. */
function describeSigned(exchange: Exchange, body: string, settings: Settings): Pick<Check, 'details' | 'digests'> {
  const { method, target, headers } = exchange.request;
  const request = { method, target, headers, body: Buffer.from(body) };
  const { origin } = new URL(settings.baseUrl);
  const template = resolveTemplate(settings.signatureTemplate);
  const input = { ...signingInputOf(request, { origin, env: settings.env }), token: settings.token };
  const pieces = explainTemplate(template, input);
  const bytes = pieces.reduce((sum, piece) => sum + piece.bytes, 0);
  const shown = settings.signatureTemplate === template.text ? '' : `, the preset ${settings.signatureTemplate}`;
  const isBodyShown = pieces.some(({ source, shown }) => source === 'body' && shown === shownValue(body));
  const details = [
    `by the template ${shownValue(shownTemplate(template.text))}${shown}; the key is read as ${settings.signingKeyEncoding}`,
    `signed were ${bytes} bytes, each piece in brackets, line ends and other control characters made visible:`,
    `  ${pieces.map((piece) => `[${piece.shown}]`).join('')}`,
    ...(isBodyShown ? [] : [`the body that was sent, ${Buffer.byteLength(body)} bytes:`, `  ${shownValue(body)}`]),
  ];
  return { details, digests: digestsIn(template, input) };
}
