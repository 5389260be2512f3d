import type { Alteration, Behaviour } from '../mock/behaviour.js';
import type { Answer, Call } from '../mock/call.js';
import type { OperationId } from '../contract/clause.js';

/** What a scenario hands to its behaviour. */
export interface Props {
  /** To be called when the client meets what the scenario is about. */
  readonly reached: () => void;
  /** Origin of another server, where nothing of the service is to be sent. */
  readonly elsewhere: string;
}

/** How a service comes to behave so. */
export type Make = (props: Props) => Alteration;

/** An alteration by its last word on an answer. */
function answering(name: string, change: (answer: Answer, call: Call, props: Props) => Answer | null): Make {
  return (props) => ({
    name,
    does: '',
    apply: (before) => ({
      respond: (call, answer) => {
        const last = before.respond(call, answer);
        const changed = last.status === 200 && call.operation !== null ? change(last, call, props) : null;
        if (changed === null) return last;
        props.reached();
        return changed;
      },
    }),
  });
}

function withBody(answer: Answer, status: number, type: string, body: string): Answer {
  const headers: Answer['headers'] = [
    ['Content-Type', type],
    ['Content-Length', String(Buffer.byteLength(body))],
  ];
  return { status, headers: [...headers, ...answer.headers.filter(([name]) => name === 'Date')], body };
}

/** Answers with this body, and a status that tells no success; default 400. */
export function refusing(type: string, body: string, status = 400): Make {
  return answering('refusing', (answer) => withBody(answer, status, type, body));
}

/** Refuses with status 400 and nothing at all. */
export const refusingWithNothing: Make = answering('refusing with nothing', (answer) => ({
  ...answer,
  status: 400,
  headers: [['Content-Length', '0']],
  body: '',
}));

/** Answers a modify with data.success false, and does not carry it out. */
export const withoutSuccess: Make = ({ reached }) => ({
  name: 'without success',
  does: '',
  apply: () => ({
    apply: () => undefined,
    modifyData: () => {
      reached();
      return { success: false };
    },
  }),
});

const isLaterPage = (call: Call): boolean => (call.parameters.get('nextKey') ?? '') !== '';

/** Refuses lookups from the second page on: each of them, or so many. */
export function refusingLaterPages(status: number, times = Number.POSITIVE_INFINITY): Make {
  return (props) => {
    let left = times;
    return answering('refusing later pages', (answer, call) => {
      if (!isLaterPage(call) || left === 0) return null;
      left -= 1;
      return withBody(answer, status, 'application/json', '{"status":"ERROR","code":1}');
    })(props);
  };
}

/** Carries a modify out, and then answers like a gateway to which the service's answer did not come. */
export function failingAfterwards(status: number): Make {
  return answering('failing afterwards', (answer, call) =>
    call.operation === 'modifyOrder' ? withBody(answer, status, 'text/html', '<html><h1>Gateway</h1></html>') : null,
  );
}

/** Carries a modify out, and answers with these data. */
export function modifyData(data: object): Make {
  return ({ reached }) => ({
    name: 'modify data',
    does: '',
    apply: () => ({
      modifyData: () => {
        reached();
        return data;
      },
    }),
  });
}

/** Spells the text of each answer otherwise. */
export function respelling(change: (text: string) => string): Make {
  return answering('respelling', (answer) => {
    const text = String(answer.body);
    const changed = change(text);
    return changed === text ? null : withBody(answer, 200, 'application/json', changed);
  });
}

/** Answers with status 200 and this text, where the operation is the one named. */
export function answeringWith(operation: OperationId, type: string, body: string): Make {
  return answering('answering with', (answer, call) =>
    call.operation === operation ? withBody(answer, 200, type, body) : null,
  );
}

/** Sends the first half of each answer, as if it were all. */
export function cutting(operation: OperationId): Make {
  return answering('cutting', (answer, call) =>
    call.operation === operation
      ? withBody(answer, 200, 'application/json', String(answer.body).slice(0, answer.body.length / 2))
      : null,
  );
}

/** Data of a page, in the making. */
export type PageData = Readonly<Record<string, unknown>>;

/** Changes the data of each page. */
export function pageData(change: (data: PageData, isLater: boolean) => object): Make {
  return ({ reached }) => ({
    name: 'page data',
    does: '',
    apply: (before) => ({
      pageData: (call, page) => {
        const data = before.pageData(call, page) as Readonly<Record<string, unknown>>;
        const changed = change(data, isLaterPage(call));
        if (changed !== data) reached();
        return changed;
      },
    }),
  });
}

/** Gives the first page with the same key, whatever is asked for. */
export const samePageForEver: Make = ({ reached }) => ({
  name: 'same page for ever',
  does: '',
  apply: (before) => ({
    readPosition: (call) => {
      call.position = 0;
      if ((call.parameters.get('nextKey') ?? '') !== '') reached();
      return null;
    },
    pageOf: (call, selected) => ({ ...before.pageOf(call, selected), hasNext: true }),
  }),
});

/** Sends whoever asks to another origin. */
export function redirecting(status: number): Make {
  return answering('redirecting', (_, { incoming }, { elsewhere }) => ({
    status,
    headers: [
      ['Location', `${elsewhere}${incoming.target}`],
      ['Content-Length', '0'],
    ],
    body: '',
  }));
}

/** Does what it is asked for, waits, and closes the connection without an answer. */
function holdingAnswers(isMeant: (call: Call) => boolean, waitMs: number): Make {
  return ({ reached }) => ({
    name: 'holding answers',
    does: '',
    apply: (before) => ({
      transmit: (call, answer, response) => {
        if (!isMeant(call) || answer.status !== 200) {
          before.transmit(call, answer, response);
          return;
        }
        reached();
        setTimeout(() => response.socket?.destroy(), waitMs).unref();
      },
    }),
  });
}

/** Carries a modify out, waits, and closes the connection without an answer. */
export const holdingTheAnswer = (waitMs: number): Make =>
  holdingAnswers(({ operation }) => operation === 'modifyOrder', waitMs);

/** Closes the connection without an answer from the second page on. */
export const losingLaterPages: Make = holdingAnswers(isLaterPage, 0);

/** Carries a modify out and closes the connection without an answer. */
export const losingTheAnswer: Make = holdingTheAnswer(0);

/** Closes the connection after each answer, whose length it says. */
export const closing: Make = answering('closing', ({ headers, ...answer }) => ({
  ...answer,
  headers: [...headers, ['Connection', 'close']],
}));

/** Is too busy for the first modify, says so after a while, and carries out the second. */
export function busyAtFirst(waitMs: number, status: number, more: Answer['headers'] = []): Make {
  return ({ reached }) => {
    let isFirst = true;
    return {
      name: 'busy at first',
      does: '',
      apply: (before) => ({
        checkBounds: (call) => {
          if (!isFirst) return before.checkBounds(call);
          return { cause: 'service-broken', field: 'busy' };
        },
        refusal: (call, refusal) => (refusal.field === 'busy' ? { status, body: {} } : before.refusal(call, refusal)),
        transmit: (call, answer, response) => {
          if (answer.status !== status) {
            before.transmit(call, answer, response);
            return;
          }
          isFirst = false;
          reached();
          const whole = { ...answer, headers: [...answer.headers, ...more] };
          setTimeout(() => before.transmit(call, whole, response), waitMs);
        },
      }),
    };
  };
}

/** Sends the head of each answer, and the body byte by byte. */
export const byteByByte: Make = ({ reached }) => ({
  name: 'byte by byte',
  does: '',
  apply: () => ({
    transmit: (_, { status, headers, body }, response) => {
      reached();
      response.sendDate = false;
      response.writeHead(status, headers.flat());
      void drip(Buffer.from(body), response);
    },
  }),
});

const FEW_BYTES = 64;

async function drip(bytes: Buffer, response: Parameters<Behaviour['transmit']>[2]): Promise<void> {
  for (const byte of bytes.subarray(0, FEW_BYTES)) {
    response.write(Buffer.of(byte));
    await new Promise((resolve) => setImmediate(resolve));
  }
  response.end(bytes.subarray(FEW_BYTES));
}

/** Compresses an answer, where the client said that it takes it so, or just where it did not. */
export function compressing(compress: (body: string | Buffer) => Buffer, where: 'asked' | 'not asked'): Make {
  return answering('compressing', (answer, { incoming }) => {
    const { rawHeaders } = incoming;
    const asked = rawHeaders.some(
      (text, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'accept-encoding' && /\bgzip\b/.test(text),
    );
    if (asked !== (where === 'asked')) return null;
    const body = compress(answer.body);
    const others = answer.headers.filter(([name]) => name !== 'Content-Length');
    return {
      ...answer,
      body,
      headers: [...others, ['Content-Encoding', 'gzip'], ['Content-Length', String(body.length)]],
    };
  });
}

/** Pages of one, none, and a few in turn. */
export const pagesOfAnySize: Make = ({ reached }) => ({
  name: 'pages of any size',
  does: '',
  apply: () => ({
    pageOf: ({ position }, selected) => {
      reached();
      const end = Math.min(position + (SIZES[position % SIZES.length] ?? 1), selected.length);
      return { instruments: selected.slice(position, end), end, hasNext: end < selected.length };
    },
  }),
});

const SIZES = [1, 7, 2, 3];

/** A page without instruments in the middle, with a key that leads on. */
export const emptyPageInBetween: Make = ({ reached }) => {
  const MARK = '~';
  return {
    name: 'empty page in between',
    does: '',
    apply: (before) => ({
      readKey: (call, key) => before.readKey(call, key.endsWith(MARK) ? key.slice(0, -1) : key),
      pageOf: (call, selected) => {
        const key = call.parameters.get('nextKey') ?? '';
        if (key === '' || key.endsWith(MARK)) return before.pageOf(call, selected);
        reached();
        return { instruments: [], end: call.position, hasNext: true };
      },
      pageData: (call, page) => {
        const data = before.pageData(call, page) as Readonly<Record<string, unknown>>;
        const isEmpty = page.instruments.length === 0 && page.hasNext;
        return isEmpty ? { ...data, nextKey: `${call.parameters.get('nextKey') ?? ''}${MARK}` } : data;
      },
    }),
  };
};

/** A first page without instruments, whose key leads to those that there are. */
export const emptyFirstPage: Make = ({ reached }) => {
  const KEY = 'first';
  return {
    name: 'empty first page',
    does: '',
    apply: (before) => ({
      readKey: (call, key) => (key === KEY ? 0 : before.readKey(call, key)),
      pageOf: (call, selected) => {
        if (isLaterPage(call)) return before.pageOf(call, selected);
        reached();
        return { instruments: [], end: 0, hasNext: true };
      },
      pageData: (call, page) => {
        const data = before.pageData(call, page) as PageData;
        return isLaterPage(call) ? data : { ...data, nextKey: KEY };
      },
    }),
  };
};

/** Where there is no further page, the answer has the nextKey given here. */
export function lastKey(key: unknown): Make {
  return pageData((data) => {
    if (data['hasNext'] === true) return data;
    const others = Object.fromEntries(Object.entries(data).filter(([name]) => name !== 'nextKey'));
    return key === undefined ? others : { ...others, nextKey: key };
  });
}
