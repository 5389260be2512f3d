import type { IndependentFault } from '../independent-service.js';
import { PAGE_SIZE } from './lookup.js';
import type { OrderEvent, OrderState } from './order-log.js';
import { SOUND_PARTS, type Parts } from './parts.js';
import { Problem } from './problem.js';
import type { Filter } from './snapshots.js';

/** A misbehaviour, and what it changes. It is asked for at each start, so that what it remembers is of that start. */
interface EventLogFault extends IndependentFault {
  readonly change: (sound: Parts) => Partial<Parts>;
}

/** An order that no longer knows a condition that it was placed with. */
function without(condition: 'profit' | 'loss', state: OrderState): OrderState {
  return { ...state, first: { ...state.first, [condition]: null } };
}

/** Sides of orders that close a position. */
const CLOSING = ['SELL_TO_CLOSE', 'BUY_TO_COVER'];

function membersOf(json: unknown): Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null ? { ...json } : {};
}

/** What this service can get wrong: one misbehaviour each. */
export const EVENT_LOG_FAULTS: readonly EventLogFault[] = [
  {
    name: 'checkpoint-loses-take-profit',
    clause: 'MOD-008',
    // It takes a log of nine modifies: how many an order has by then hangs on the moment.
    atTimes: ['TPS-006', 'TPS-007'],
    does: 'A long log of an order with a trailing stop is folded from a checkpoint that has no take-profit.',
    change: ({ foldLog }) => ({
      foldLog: (log) => {
        const state = foldLog(log);
        return state?.first.tracking === true && log.length > 8 ? without('profit', state) : state;
      },
    }),
  },
  {
    name: 'tracking-off-drops-stop-loss',
    clause: 'TPS-007',
    does: 'For an order that closes a position, switching the trailing stop off is folded as if the stop-loss had gone, too.',
    change: ({ foldLog }) => ({
      foldLog: (log) => {
        const state = foldLog(log);
        const isDropped = log.some((event) => event.kind === 'tracking-set' && !event.on);
        return state !== null && isDropped && CLOSING.includes(state.first.sideCd) ? without('loss', state) : state;
      },
    }),
  },
  {
    name: 'projection-one-event-behind',
    clause: 'ORD-001',
    also: ['TPS-041', 'TPS-042', 'TPS-043'],
    does: 'Commands are decided by a projection that lacks the last event, so that a fill goes unseen until the next.',
    change: ({ foldLog }) => ({ foldLog: (log) => foldLog(log.length > 1 ? log.slice(0, -1) : log) }),
  },
  {
    name: 'stop-loss-side-steps-fill',
    clause: 'TPS-042',
    also: ['ORD-001'],
    does: 'A command that moves the stop-loss is decided without a look at whether the order is filled.',
    change: ({ decide }) => ({
      decide: (state, command) =>
        decide(state !== null && command.loss != null ? { ...state, filled: false } : state, command),
    }),
  },
  {
    name: 'declined-switch-off-sticks',
    clause: 'MOD-009',
    does: 'A declined command is kept in the log, and the take-profit that it wanted off is gone for good.',
    change: ({ foldLog }) => ({
      foldLog: (log) => {
        const state = foldLog(log);
        const isGone = log.some((event) => event.kind === 'declined' && event.command.profit === null);
        return state !== null && isGone ? without('profit', state) : state;
      },
    }),
  },
  {
    name: 'stop-loss-of-command-before',
    clause: 'TPS-022',
    // In sequences of modifies as well, if one of them leaves the price out after it was given.
    atTimes: ['MOD-008'],
    does: 'A stop-loss that is switched on without a price takes the price of the command before.',
    change: ({ readCommand }) => {
      const prices = new Map<string, number>();
      return {
        readCommand: (json) => {
          const { orderDateTime, orderNo, lossCutYn, lossCutBarrierPrice } = membersOf(json);
          const known = prices.get(JSON.stringify([orderDateTime, orderNo]));
          const isFilledIn = lossCutYn === 'Y' && lossCutBarrierPrice === undefined && known !== undefined;
          const command = readCommand(isFilledIn ? { ...membersOf(json), lossCutBarrierPrice: known } : json);
          const key = JSON.stringify([command.orderDateTime, command.orderNo]);
          if (typeof command.loss === 'number') prices.set(key, command.loss);
          return command;
        },
      };
    },
  },
  {
    name: 'warm-log-found-by-number',
    clause: 'ORD-003',
    atTimes: ['ORD-002'],
    does: 'The log of an order that was modified before is kept at hand under its number alone.',
    change: ({ findLog }) => {
      const warm = new Map<string, readonly OrderEvent[]>();
      return {
        findLog: (logs, command) => {
          const log = findLog(logs, command);
          if (log.length === 0) return warm.get(command.orderNo) ?? log;
          warm.set(command.orderNo, log);
          return log;
        },
      };
    },
  },
  {
    name: 'any-condition-opens-the-other',
    clause: 'TPS-014',
    also: ['TPS-015'],
    does: 'An order that was placed with one of take-profit and stop-loss takes the other as well.',
    change: ({ decide }) => ({
      decide: (state, command) => {
        if (state === null) return decide(state, command);
        const { profit, loss, orderPrice, barrierPrice } = state.first;
        const near = profit === null && loss === null ? null : orderPrice || barrierPrice;
        return decide({ ...state, first: { ...state.first, profit: profit ?? near, loss: loss ?? near } }, command);
      },
    }),
  },
  {
    name: 'batch-of-one',
    clause: 'MOD-083',
    does: 'An array is taken as a batch, and carried out where it holds one command.',
    change: ({ readCommand }) => ({
      readCommand: (json) => readCommand(Array.isArray(json) && json.length === 1 ? json[0] : json),
    }),
  },
  {
    name: 'seal-over-stored-form',
    clause: 'MOD-010',
    does: 'The signature is checked over the body as the log would store it rather than over its bytes.',
    change: ({ isSealed, readJson }) => ({
      isSealed: (request, key) => {
        try {
          return isSealed({ ...request, body: Buffer.from(JSON.stringify(readJson(request.body))) }, key);
        } catch {
          return isSealed(request, key);
        }
      },
    }),
  },
  {
    name: 'seal-known-already',
    clause: 'SIG-006',
    // With another timestamp only where the second has changed meanwhile.
    atTimes: ['SIG-007'],
    does: 'A signature that was right once is taken for a repetition, and what it comes with is not looked at.',
    change: ({ isSealed }) => {
      const known = new Set<string>();
      return {
        isSealed: (request, key) => {
          if (isSealed(request, key)) known.add(request.signature);
          return known.has(request.signature);
        },
      };
    },
  },
  {
    name: 'time-only-moves-on',
    clause: 'CLK-007',
    does: 'A timestamp that is later than all before it counts as timely, however far ahead it is.',
    change: ({ isTimely }) => {
      let latest = 0;
      return {
        isTimely: (timestamp, nowMs) => {
          const isLater = /^\d{10}$/.test(timestamp) && latest > 0 && Number(timestamp) > latest;
          const isFine = isLater || isTimely(timestamp, nowMs);
          if (isFine) latest = Math.max(latest, Number(timestamp));
          return isFine;
        },
      };
    },
  },
  {
    name: 'token-known-by-its-tail',
    clause: 'AUT-005',
    also: ['AUT-006'],
    does: 'A token is verified on its first use; from then on its signature is recognised, and its claims are believed.',
    change: ({ isToken }) => {
      const known = new Set<string>();
      const tail = (token: string): string => token.slice(token.lastIndexOf('.'));
      return {
        isToken: (token, issuer, nowMs) => {
          if (isToken(token, issuer, nowMs)) known.add(tail(token));
          return known.has(tail(token));
        },
      };
    },
  },
  {
    name: 'gap-at-third-boundary',
    clause: 'LKP-007',
    does: 'The cursor between the third and the fourth page of ALL leads past one instrument.',
    change: ({ cutPage }) => ({
      cutPage: (place) => {
        const page = cutPage(place);
        const isThere = place.snapshot.filter.stockGroupCd === 'ALL' && place.position === 2 * PAGE_SIZE;
        return isThere ? { ...page, next: page.next + 1 } : page;
      },
    }),
  },
  {
    name: 'overlap-in-one-group',
    clause: 'PAG-005',
    does: 'The second page of INDEX begins with the last instrument of the first.',
    change: ({ cutPage }) => ({
      cutPage: (place) => {
        const { position, snapshot } = place;
        const isThere = snapshot.filter.stockGroupCd === 'INDEX' && position > 0 && position < snapshot.items.length;
        return cutPage(isThere ? { ...place, position: position - 1 } : place);
      },
    }),
  },
  {
    name: 'full-last-page-hidden',
    clause: 'PAG-006',
    does: 'Where the last page would be full, the page before it already says that it is the last.',
    change: ({ cutPage }) => ({
      cutPage: (place) => {
        const page = cutPage(place);
        return { ...page, hasNext: page.hasNext && place.snapshot.items.length - page.next !== PAGE_SIZE };
      },
    }),
  },
  {
    name: 'walk-uses-list-up',
    clause: 'PAG-007',
    // Where another walk ends before the one that is compared with ALL begins.
    atTimes: ['LKP-007'],
    does: 'The first walk of INDEX to reach its end takes the last instrument out of the list that is frozen next.',
    change: ({ select, cutPage }) => {
      let isUsed = false;
      const isWhole = (filter: Filter): boolean => filter.stockGroupCd === 'INDEX' && filter.stockCd === '';
      return {
        select: (filter) => (isUsed && isWhole(filter) ? select(filter).slice(0, -1) : select(filter)),
        cutPage: (place) => {
          const page = cutPage(place);
          if (isWhole(place.snapshot.filter) && place.position > 0 && !page.hasNext) isUsed = true;
          return page;
        },
      };
    },
  },
  {
    name: 'instrument-filed-under-its-code',
    clause: 'LKP-006',
    does: 'What a lookup of one instrument found is found again by its code alone, whatever the group.',
    change: ({ select }) => {
      const found = new Map<string, ReturnType<typeof select>>();
      return {
        select: (filter) => {
          const items = found.get(filter.stockCd) ?? select(filter);
          if (filter.stockCd !== '' && items.length > 0) found.set(filter.stockCd, items);
          return items;
        },
      };
    },
  },
  {
    name: 'neighbours-share-a-content-type',
    clause: 'ENV-003',
    does: 'Answers that leave together all get the content type of the first, be it that of a refusal.',
    change: ({ deliver }) => ({
      deliver: (due) => {
        const contentType = due[0]?.answer.contentType ?? '';
        deliver(due.map((letter) => ({ ...letter, answer: { ...letter.answer, contentType } })));
      },
    }),
  },
  {
    name: 'declined-code-is-text',
    clause: 'ENV-005',
    does: 'Where an order declines a command, the code of the envelope is a text.',
    change: ({ envelope }) => ({
      envelope: (outcome) => {
        const answer = envelope(outcome);
        return outcome.isDeclined ? { ...answer, text: answer.text.replace('"code": 1', '"code": "1"') } : answer;
      },
    }),
  },
  {
    name: 'large-body-not-foreseen',
    clause: 'ENV-007',
    does: 'A body that is too large for the log ends in an error, with status 500.',
    change: ({ problemBody }) => ({
      problemBody: (problem) => problemBody(problem.status === 413 ? new Problem(500, 'Trouble', 'EMSGSIZE') : problem),
    }),
  },
  {
    name: 'conflict-told-in-words',
    clause: 'ENV-008',
    does: 'That an order is filled is told in plain words, without JSON.',
    change: ({ problemBody }) => ({
      problemBody: (problem) => {
        const answer = problemBody(problem);
        return problem.status === 409 ? { ...answer, contentType: 'text/plain', text: problem.message } : answer;
      },
    }),
  },
];

/** The steps of the service with one fault, or without any. */
export function partsWith(name: string | null): Parts {
  if (name === null) return SOUND_PARTS;
  const fault = EVENT_LOG_FAULTS.find((each) => each.name === name);
  if (fault === undefined) throw new Error(`The event log service has no fault ${name}.`);
  return { ...SOUND_PARTS, ...fault.change(SOUND_PARTS) };
}
