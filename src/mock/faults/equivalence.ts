import { gzipSync } from 'node:zlib';
import type { Fault } from '../behaviour.js';
import { headerValuesOf, type Answer, type Call, type Incoming } from '../call.js';
import { refuse } from '../refusal.js';
import { codeOf, groupOf } from '../steps/read-query.js';
import { fault, type FaultHead } from './make-fault.js';
import { paging } from './make-lookup-fault.js';

/** Clauses on walks: whether they break, hangs on the connections of the moment. */
const SOME_WALKS = ['LKP-004', 'PAG-002', 'EQV-003', 'EQV-004', 'EQV-006', 'EQV-007'];

/** Faults of services that answer what means the same otherwise, sections 4.2 and 4.3. */
export const EQUIVALENCE_FAULTS: readonly Fault[] = [
  byHeaders(
    [
      'authorization-by-case',
      'EQV-001',
      'Looks in a lookup for a header that is spelled Authorization, to the letter.',
    ],
    'listOrderableStocks',
    (names) => !names.includes('Authorization'),
  ),
  byHeaders(
    ['accept-before-authorization', 'EQV-001', 'Refuses a lookup whose Accept comes before its Authorization.'],
    'listOrderableStocks',
    (names) => isBefore(names, 'accept', 'authorization'),
  ),
  byHeaders(
    ['signature-header-by-case', 'EQV-002', 'Looks for a header that is spelled X-Signature, to the letter.'],
    'modifyOrder',
    (names) => !names.includes('X-Signature') && names.some((name) => name.toLowerCase() === 'x-signature'),
  ),
  byHeaders(
    ['signature-before-timestamp', 'EQV-002', 'Refuses a modify whose X-Signature comes before its X-Timestamp.'],
    'modifyOrder',
    (names) => isBefore(names, 'x-signature', 'x-timestamp'),
  ),
  requery(
    ['parameters-by-place', 'EQV-003', 'Takes the parameters of a query by their places, whatever their names.'],
    (query) => {
      const values = query.split('&').map((pair) => pair.slice(pair.indexOf('=') + 1));
      return values.length < 3
        ? query
        : ['stockGroupCd', 'stockCd', 'nextKey'].map((name, at) => `${name}=${values[at]}`).join('&');
    },
  ),
  requery(['key-first-counts-for-none', 'EQV-003', 'Overlooks a nextKey with which a query begins.'], (query) =>
    query.replace(/^nextKey=[^&]+/, 'nextKey='),
  ),
  requery(['small-hexadecimal-not-decoded', 'EQV-004', 'Decodes percent-encoding in capitals only.'], (query) =>
    query.replace(/%(?=[0-9a-f]{2})(?![0-9A-F]{2})/g, '%25'),
  ),
  requery(
    ['letters-not-decoded', 'EQV-004', 'Leaves letters and digits that are percent-encoded as they are.'],
    (query) => query.replace(/%(?=(?:3[0-9]|4[1-9A-F]|5[0-9A]|6[1-9A-F]|7[0-9A])(?![0-9A-F]))/g, '%25'),
  ),
  fault(
    ['slash-ends-the-query', 'EQV-004', 'Takes no nextKey that has a slash which is not percent-encoded.'],
    (before) => ({
      readPosition: (call) =>
        call.incoming.query.includes('/') ? refuse('key-unknown', 'nextKey') : before.readPosition(call),
    }),
  ),
  fault(
    [
      'key-of-a-new-connection',
      'EQV-005',
      'Takes no nextKey in the first request of a connection.',
      { atTimes: SOME_WALKS },
    ],
    (before) => {
      const known = new WeakSet<object>();
      return {
        readKey: (call, key) => (known.has(call.incoming.connection) ? before.readKey(call, key) : null),
        respond: (call, answer) => {
          known.add(call.incoming.connection);
          return before.respond(call, answer);
        },
      };
    },
  ),
  fault(
    [
      'walk-of-a-connection',
      'EQV-005',
      'Takes a nextKey only over a connection that a page of the group was asked for over before.',
      { atTimes: SOME_WALKS },
    ],
    (before) => {
      const begun = new WeakMap<object, Set<string>>();
      return {
        readKey: (call, key) =>
          begun.get(call.incoming.connection)?.has(groupOf(call)) === true ? before.readKey(call, key) : null,
        selectInstruments: (call) => {
          const { connection } = call.incoming;
          begun.set(connection, (begun.get(connection) ?? new Set()).add(groupOf(call)));
          return before.selectInstruments(call);
        },
      };
    },
  ),
  fault(
    ['new-walk-ends-the-other', 'EQV-006', 'Knows no nextKey any more once another walk of the group has begun.'],
    (before) => {
      const walks = new Map<string, number>();
      const numberOf = (call: Call): number => walks.get(filterOf(call)) ?? 0;
      return {
        selectInstruments: (call) => {
          if (call.position === 0) walks.set(filterOf(call), numberOf(call) + 1);
          return before.selectInstruments(call);
        },
        keyOf: (call, position) => `${before.keyOf(call, position)}#${numberOf(call)}`,
        readKey: (call, key) => {
          const [given = '', number] = key.split('#');
          return Number(number) === numberOf(call) ? before.readKey(call, given) : null;
        },
      };
    },
  ),
  fault(
    [
      'one-place-per-token',
      'EQV-006',
      'Goes on, whatever the nextKey, from the last page of the group that it gave to anyone.',
      { also: ['EQV-007'] },
    ],
    (before) => {
      const places = new Map<string, number>();
      return {
        keyOf: (call, position) => {
          places.set(filterOf(call), position);
          return before.keyOf(call, position);
        },
        readKey: (call, key) => (before.readKey(call, key) === null ? null : (places.get(filterOf(call)) ?? null)),
      };
    },
  ),
  fault(['page-comes-once', 'EQV-007', 'Answers a nextKey that it was given before by an empty page.'], (before) => {
    const given = new Set<string>();
    let isAgain = false;
    let count = 0;
    return {
      keyOf: (call, position) => `${before.keyOf(call, position)}#${(count += 1)}`,
      readKey: (call, key) => {
        isAgain = given.has(key);
        given.add(key);
        return before.readKey(call, key.split('#')[0] ?? '');
      },
      pageOf: (call, selected) => {
        const page = before.pageOf(call, selected);
        const isEmpty = isAgain && call.position > 0;
        isAgain = false;
        return isEmpty ? { ...page, instruments: [] } : page;
      },
    };
  }),
  fault(
    [
      'one-key-for-empty-pages',
      'EQV-006',
      'Pages through all instruments by two, with one nextKey for all pages, and shows those of the filter.',
      { also: ['EQV-007'] },
    ],
    () => {
      let place = 0;
      return {
        keyOf: (_, position) => {
          place = position;
          return 'MORE';
        },
        readKey: (_, key) => (key === 'MORE' ? place : null),
        pageOf: ({ position, service }, selected) => {
          const all = service.catalogue.instruments;
          const end = Math.min(position + 2, all.length);
          const instruments = all.slice(position, end).filter((one) => selected.includes(one));
          return { instruments, end, hasNext: end < all.length };
        },
      };
    },
  ),
  fault(
    [
      'keys-for-one-use',
      'EQV-007',
      'Takes each nextKey once, and only the last one that it gave.',
      { also: ['EQV-006'] },
    ],
    (before) => {
      let given = 0;
      let last: { readonly key: string; readonly position: number; readonly filter: string } | null = null;
      return {
        keyOf: (call, position) => {
          given += 1;
          last = { key: `${before.keyOf(call, position)}#${given}`, position, filter: filterOf(call) };
          return last.key;
        },
        readKey: (call, key) => {
          const expected = last;
          last = null;
          return expected?.key === key && expected.filter === filterOf(call) ? expected.position : null;
        },
      };
    },
  ),
  paging(
    ['fewer-where-compressed', 'EQV-008', 'Leaves the last instrument of a page out where it may compress it.'],
    (call, _, page) => (accepts(call, 'gzip') ? { ...page, instruments: page.instruments.slice(0, -1) } : page),
  ),
  answering(
    ['half-compressed', 'EQV-008', 'Sends but the first half of a compressed answer where brotli would do as well.'],
    (answer, call) => {
      if (!accepts(call, 'br')) return answer;
      const whole = gzipSync(answer.body);
      const body = whole.subarray(0, whole.length >> 1);
      const headers = answer.headers.filter(([name]) => name !== 'Content-Length');
      return {
        ...answer,
        body,
        headers: [...headers, ['Content-Encoding', 'gzip'], ['Content-Length', String(body.length)]],
      };
    },
  ),
  afterRefused(
    [
      'refusal-kept-for-the-url',
      'EQV-009',
      'Refuses the next lookup from a URL that it refused one from for its token.',
    ],
    'listOrderableStocks',
    ({ incoming }) => incoming.target,
  ),
  afterRefused(
    [
      'lookup-after-a-refused-one',
      'EQV-009',
      'Refuses the next lookup of a connection on which it refused one for its token.',
    ],
    'listOrderableStocks',
    ({ incoming }) => incoming.connection,
  ),
  afterRefused(
    [
      'body-left-on-the-connection',
      'EQV-010',
      'Refuses a modify without a token before it reads its body, and takes what is left of a long one for the next request.',
    ],
    'modifyOrder',
    ({ incoming }) => incoming.connection,
    ({ incoming }) => incoming.body.length > 16_384,
  ),
  refusingTimestamps(['timestamp-once', 'CLK-008', 'Takes each X-Timestamp once.'], (timestamp, { used }) =>
    used.has(timestamp),
  ),
  refusingTimestamps(
    ['timestamp-rising', 'CLK-009', 'Takes an X-Timestamp only where it is above the last.', { also: ['CLK-008'] }],
    (timestamp, { last }) => timestamp <= last,
  ),
  refusingTimestamps(
    ['timestamp-never-falls', 'CLK-009', 'Takes no X-Timestamp that is below the last.'],
    (timestamp, { last }) => timestamp < last,
  ),
];

/** A fault that goes by the timestamps of the modifies that it verified before. */
function refusingTimestamps(
  head: FaultHead,
  isRefused: (timestamp: number, before: { readonly used: ReadonlySet<number>; readonly last: number }) => boolean,
): Fault {
  return fault(head, (before) => {
    const used = new Set<number>();
    let last = -Infinity;
    return {
      verifySignature: (call) => {
        const refusal = before.verifySignature(call);
        if (refusal !== null) return refusal;
        const timestamp = Number(call.timestamp);
        if (isRefused(timestamp, { used, last })) return refuse('timestamp-window');
        used.add(timestamp);
        last = Math.max(last, timestamp);
        return null;
      },
    };
  });
}

const filterOf = (call: Call): string => `${groupOf(call)} ${codeOf(call)}`;

const namesOf = ({ rawHeaders }: Incoming): readonly string[] => rawHeaders.filter((_, at) => at % 2 === 0);

function isBefore(names: readonly string[], one: string, other: string): boolean {
  const lower = names.map((name) => name.toLowerCase());
  return lower.includes(one) && lower.includes(other) && lower.indexOf(one) < lower.indexOf(other);
}

const accepts = ({ incoming }: Call, coding: string): boolean =>
  headerValuesOf(incoming, 'accept-encoding').some((value) => value.includes(coding));

/** A fault that finds no token where the names of the headers are such. */
function byHeaders(
  head: FaultHead,
  operation: Call['operation'],
  isRefused: (names: readonly string[]) => boolean,
): Fault {
  return fault(head, (before) => ({
    readToken: (call) =>
      call.operation === operation && isRefused(namesOf(call.incoming))
        ? refuse('token-missing')
        : before.readToken(call),
  }));
}

/** A fault that reads a query as if it were another one. */
function requery(head: FaultHead, rewrite: (query: string) => string): Fault {
  return fault(head, (before) => ({
    readQuery: (call) =>
      before.readQuery({ ...call, incoming: { ...call.incoming, query: rewrite(call.incoming.query) } }),
  }));
}

function answering(head: FaultHead, change: (answer: Answer, call: Call) => Answer): Fault {
  return fault(head, (before) => ({
    respond: (call, answer) => {
      const last = before.respond(call, answer);
      return last.status === 200 && call.operation === 'listOrderableStocks' ? change(last, call) : last;
    },
  }));
}

/**
 * A fault that refuses one request after another one without a token that is alike in this.
 *
 * @param isMarking - which ones without a token; default all
 */
function afterRefused(
  head: FaultHead,
  operation: Call['operation'],
  likeness: (call: Call) => unknown,
  isMarking: (call: Call) => boolean = () => true,
): Fault {
  return fault(head, (before) => {
    const marked = new Set<unknown>();
    return {
      readToken: (call) => {
        const refusal = before.readToken(call);
        if (call.operation !== operation) return refusal;
        if (refusal?.cause !== 'token-missing') return marked.delete(likeness(call)) ? refuse('request-form') : refusal;
        if (isMarking(call)) marked.add(likeness(call));
        return refusal;
      },
    };
  });
}
