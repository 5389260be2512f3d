import type { CheckName } from './behaviour.js';
import type { Answer, Call, Incoming, Service } from './call.js';
import type { Refusal } from './refusal.js';
import { codeOf, groupOf } from './steps/read-query.js';
import { jsonAnswer } from './transmit.js';

/** A request at the beginning of its way. */
export function startCall(service: Service, incoming: Incoming): Call {
  return {
    service,
    incoming,
    operation: null,
    named: null,
    token: '',
    tokenParts: null,
    timestamp: '',
    body: {},
    order: null,
    parameters: new Map(),
    position: 0,
  };
}

/** Takes a request through all steps but the last, `transmit`. An order changes only once every check is passed. */
export function answerCall(call: Call): Answer {
  const { behaviour } = call.service;
  const refusal = firstRefusal(call);
  const answer = refusal === null ? accept(call) : reject(call, refusal);
  return behaviour.respond(call, answer);
}

function firstRefusal(call: Call): Refusal | null {
  const { behaviour } = call.service;
  const misrouted = behaviour.route(call);
  if (misrouted !== null) return misrouted;
  for (const name of checksOf(call)) {
    const refusal = behaviour[name](call);
    if (refusal !== null) return refusal;
  }
  return null;
}

function checksOf({ operation, named, service: { behaviour } }: Call): readonly CheckName[] {
  if (operation === 'modifyOrder') return behaviour.modifyChecks;
  return named === null ? behaviour.listChecks : behaviour.namedChecks;
}

function accept(call: Call): Answer {
  return jsonAnswer(200, acceptedText(call), call.incoming.arrivedAtMs);
}

function acceptedText(call: Call): string {
  if (call.operation === 'modifyOrder') return acceptChange(call);
  return call.named === null ? cachedPage(call) : answerNamed(call);
}

function answerNamed(call: Call): string {
  const { behaviour } = call.service;
  return behaviour.serialize(call, behaviour.envelope(call, behaviour.namedData(call)));
}

function acceptChange(call: Call): string {
  const { behaviour } = call.service;
  behaviour.apply(call);
  return behaviour.serialize(call, behaviour.envelope(call, behaviour.modifyData(call)));
}

function cachedPage(call: Call): string {
  const { pages } = call.service;
  if (pages === null) return makePage(call);
  const place = `${call.position} ${groupOf(call)} ${codeOf(call)}`;
  const known = pages.get(place);
  if (known !== undefined) return known;
  const text = makePage(call);
  // An unknown stockCd has an empty page, and there is no end of those.
  if (call.service.catalogue.byCode.has(codeOf(call)) || codeOf(call) === '') pages.set(place, text);
  return text;
}

function makePage(call: Call): string {
  const { behaviour } = call.service;
  const page = behaviour.pageOf(call, behaviour.selectInstruments(call));
  return behaviour.serialize(call, behaviour.envelope(call, behaviour.pageData(call, page)));
}

function reject(call: Call, refusal: Refusal): Answer {
  const { behaviour, routes } = call.service;
  const { status, body } = behaviour.refusal(call, refusal);
  const answer = jsonAnswer(status, behaviour.serialize(call, body), call.incoming.arrivedAtMs);
  const allowed = status === 405 ? routes.get(call.incoming.path)?.method : undefined;
  return allowed === undefined ? answer : { ...answer, headers: [...answer.headers, ['Allow', allowed]] };
}
