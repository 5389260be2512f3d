import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { LegalTwin, Behaviour } from '../behaviour.js';
import type { Answer, Call } from '../call.js';
import { sellPriceOf } from '../catalogue.js';

/** How far the clock of a service may well be off, in milliseconds. */
const OFF_MS = 40_000;
/** Every so many requests are one too many. */
const BUSY_AT = 900;

const LONG_DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** The same answer with another text. */
function withText(answer: Answer, body: string): Answer {
  const length = String(Buffer.byteLength(body));
  const headers = answer.headers.map(([name, value]) => [name, name === 'Content-Length' ? length : value] as const);
  return { ...answer, headers, body };
}

/** Closes a connection a moment after so many answers on it. */
function closing(name: string, does: string, most: number): LegalTwin {
  const answers = new WeakMap<object, number>();
  return {
    name,
    does,
    apply: (before) => ({
      transmit: (call, answer, response) => {
        const { socket } = response;
        const count = (answers.get(call.incoming.connection) ?? 0) + 1;
        answers.set(call.incoming.connection, count);
        if (count === most) response.once('finish', () => setTimeout(() => socket?.destroy(), 1));
        before.transmit(call, answer, response);
      },
    }),
  };
}

/** Legal ways to spell and to send an answer. */
export const LEGAL_ANSWERS: readonly LegalTwin[] = [
  {
    name: 'unasked-continue',
    does: 'Sends 100 Continue before every answer, though nobody asked for it.',
    apply: (before) => ({
      transmit: (call, answer, response) => {
        response.writeContinue();
        before.transmit(call, answer, response);
      },
    }),
  },
  {
    name: 'older-dates',
    does: 'Writes Date in the formats of RFC 850 and of asctime by turns.',
    apply: (before) => {
      let turn = 0;
      return {
        respond: (call, answer) => {
          const last = before.respond(call, answer);
          const write = (turn += 1) % 2 === 0 ? asctime : rfc850;
          return { ...last, headers: last.headers.map(([name, text]) => [name, name === 'Date' ? write(text) : text]) };
        },
      };
    },
  },
  {
    name: 'more-members',
    does: 'Has members that the document does not name, in every object.',
    apply: (before) => ({
      envelope: (call, data) => ({ requestId: 'a-1', ...(before.envelope(call, data) as object), trace: [null] }),
      modifyData: (call) => ({ ...(before.modifyData(call) as object), orderNo: call.order?.orderNo }),
      pageData: (call, page) => ({ total: null, ...(before.pageData(call, page) as object), page: { index: 1 } }),
      recordOf: (call, instrument) => ({
        ...(before.recordOf(call, instrument) as object),
        names: { en: instrument.stockCd, ko: '종목' },
      }),
      refusal: (call, refusal) => {
        const { status, body } = before.refusal(call, refusal);
        return { status, body: { ...(body as object), help: { href: '/help' } } };
      },
    }),
  },
  {
    name: 'long-numbers',
    does: 'Has numbers of 400 digits in members that the document does not name.',
    apply: (before) => ({
      serialize: (call, body) =>
        before.serialize(call, body).replace(/\}$/, `,"trace":${'7'.repeat(400)},"of":-1e-400}`),
    }),
  },
  {
    name: 'deep-answers',
    does: 'Nests a member that the document does not name, of a success 150 levels deep and of a refusal 300.',
    // what is deeper than 200 levels is not read
    leaves: ['ENV-008'],
    apply: (before) => ({
      serialize: (call, body) => before.serialize(call, body).replace(/\}$/, `,"trace":${nested(150)}}`),
      respond: (call, answer) => {
        const last = before.respond(call, answer);
        if (last.status === 200) return last;
        const text = String(last.body).replaceAll(nested(150), nested(300));
        return withText(last, text);
      },
    }),
  },
  {
    name: 'large-pages',
    does: 'Has a text of 1.2 MB on each page of INDEX.',
    apply: (before) => ({
      pageData: (call, page) => {
        const data = before.pageData(call, page) as object;
        return call.parameters.get('stockGroupCd') === 'INDEX' ? { ...data, legal: 'lorem '.repeat(200_000) } : data;
      },
    }),
  },
  {
    name: 'other-marker',
    does: 'Marks a success with the status OK and the code 0.',
    apply: () => ({ envelope: (_, data) => ({ status: 'OK', code: 0, data }) }),
  },
  {
    name: 'other-order-and-space',
    does: 'Has the members of every object in reverse, with white space between them.',
    apply: (before) => ({
      serialize: (call, body) => JSON.stringify(JSON.parse(before.serialize(call, body), reversed), null, '\t'),
    }),
  },
  {
    name: 'numbers-with-decimals',
    does: 'Spells whole numbers with decimals or an exponent.',
    apply: (before) => ({
      serialize: (call, body) =>
        before
          .serialize(call, body)
          .replace(/":(\d+)000(?=[,}])/g, '":$1E+3')
          .replace(/":(\d+)(?=[,}])/g, '":$1.0'),
    }),
  },
  {
    name: 'escaped-strings',
    does: 'Escapes the slash, and the names of members.',
    apply: (before) => ({
      serialize: (call, body) =>
        before.serialize(call, body).replaceAll('/', '\\/').replaceAll('"stockCd"', '"stock\\u0043d"'),
    }),
  },
  answering('charset-named', 'Names a charset in Content-Type.', ({ headers, ...rest }) => ({
    ...rest,
    headers: headers.map(([name, value]) => [name, name === 'Content-Type' ? `${value};charset="UTF-8"` : value]),
  })),
  answering('compressed', 'Compresses every answer.', (answer) => packed(answer, 'gzip', gzipSync)),
  answering('chunked', 'Sends no Content-Length, and closes the connection after each answer.', (answer) => ({
    ...answer,
    headers: [...answer.headers.filter(([name]) => name !== 'Content-Length'), ['Connection', 'close']],
  })),
  answering('compressed-with-brotli', 'Compresses every answer with brotli.', (answer) =>
    packed(answer, 'br', brotliCompressSync),
  ),
  answering('odd-spelling-of-headers', 'Spells names of headers, and the content type, in odd case.', (answer) => ({
    ...answer,
    headers: answer.headers.map(([name, value]) => [
      name.toUpperCase(),
      name === 'Content-Type' ? `Application/JSON ; profile="v1;a"; Charset=utf-8` : value,
    ]),
  })),
  answering('no-date', 'Sends no Date.', (answer) => ({
    ...answer,
    headers: answer.headers.filter(([name]) => name !== 'Date'),
  })),
  {
    name: 'clock-ahead',
    does: 'Has a clock that is 40 seconds ahead, in its Date as well.',
    apply: (before) => clockOff(before, OFF_MS),
  },
  {
    name: 'clock-behind',
    does: 'Has a clock that is 40 seconds behind, in its Date as well.',
    apply: (before) => clockOff(before, -OFF_MS),
  },
  {
    name: 'slow-at-times',
    does: 'Holds every third answer back, so that later ones overtake it.',
    apply: (before) => {
      let count = 0;
      return {
        transmit: (call, answer, response) => {
          count += 1;
          if (count % 3 > 0) before.transmit(call, answer, response);
          else setTimeout(() => before.transmit(call, answer, response), 2 + (count % 7));
        },
      };
    },
  },
  closing('closes-after-answers', 'Closes the connection a moment after each answer, without a word.', 1),
  closing('closes-at-seven', 'Closes a connection a moment after its seventh answer, without a word.', 7),
  {
    name: 'busy-at-times',
    does: 'Answers now and then that there were too many requests, and when to come back.',
    apply: (before) => {
      let count = 0;
      return {
        route: (call) => {
          count += 1;
          return count % BUSY_AT === 0 ? { cause: 'wrong-method', field: 'busy' } : before.route(call);
        },
        refusal: (call, refusal) =>
          refusal.field === 'busy' ? { status: 429, body: {} } : before.refusal(call, refusal),
        respond: (call, answer) => {
          const last = before.respond(call, answer);
          return last.status === 429 ? { ...last, headers: [...last.headers, ['Retry-After', '0']] } : last;
        },
      };
    },
  },
  {
    name: 'moving-prices',
    does: 'Has other prices in every answer.',
    apply: (before) => {
      let moves = 0;
      return {
        recordOf: (call, instrument) => {
          moves = (moves + 1) % 1000;
          const closePrice = instrument.closePrice * (1 + moves / 1_000_000);
          return { ...(before.recordOf(call, instrument) as object), closePrice };
        },
        sellPricesOf: (_, { instruments }) =>
          Object.fromEntries(instruments.map((one) => [one.stockCd, `${sellPriceOf(one)}${moves}`])),
      };
    },
  },
  {
    name: 'price-keys-by-currency',
    does: 'Has other keys than instruments in sellPrices and buyPrices, or none at all.',
    apply: () => ({
      sellPricesOf: (_, { instruments }) =>
        Object.fromEntries(instruments.map((one) => [one.tradeCurrencyCd, sellPriceOf(one)])),
      buyPricesOf: () => ({}),
    }),
  },
];

function asctime(httpDate: string): string {
  const [day = '', date = '', month = '', year = '', time = ''] = httpDate.split(/,? /);
  return `${day} ${month} ${date.replace(/^0/, ' ')} ${time} ${year}`;
}

function rfc850(httpDate: string): string {
  const [, date = '', month = '', year = '', time = ''] = httpDate.split(/,? /);
  return `${LONG_DAYS[new Date(httpDate).getUTCDay()] ?? ''}, ${date}-${month}-${year.slice(-2)} ${time} GMT`;
}

function answering(name: string, does: string, change: (answer: Answer) => Answer): LegalTwin {
  return {
    name,
    does,
    apply: (before: Behaviour) => ({ respond: (call, answer) => change(before.respond(call, answer)) }),
  };
}

function packed({ body, headers, status }: Answer, coding: string, pack: (body: string | Buffer) => Buffer): Answer {
  const bytes = pack(body);
  const others = headers.filter(([name]) => name !== 'Content-Length');
  const length = ['Content-Length', String(bytes.length)] as const;
  return { status, body: bytes, headers: [...others, ['Content-Encoding', coding], length] };
}

function reversed(_: string, value: unknown): unknown {
  const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isPlain ? Object.fromEntries(Object.entries(value).reverse()) : value;
}

/** The timestamp is judged by a clock that is off, and `Date` tells it. */
function clockOff(before: Behaviour, byMs: number): Partial<Behaviour> {
  const shifted = (call: Call): Call => {
    return { ...call, incoming: { ...call.incoming, arrivedAtMs: call.incoming.arrivedAtMs + byMs } };
  };
  return {
    withinWindow: (call) => before.withinWindow(shifted(call)),
    respond: (call, answer) => {
      const last = before.respond(call, answer);
      const date = new Date(shifted(call).incoming.arrivedAtMs).toUTCString();
      return { ...last, headers: last.headers.map(([name, value]) => [name, name === 'Date' ? date : value]) };
    },
  };
}
