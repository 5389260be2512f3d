import { expect, test } from '@playwright/test';
import { TokenSource, type TokenSourceOptions } from '../../../src/client/token-source.js';

const START = Date.parse('2030-01-01T00:00:00Z');

/** A JWT of that life, in seconds from the start on. */
function jwt(fromS: number, untilS: number, name = 'a'): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iat: START / 1000 + fromS, exp: START / 1000 + untilS, jti: name };
  return `${part({ alg: 'HS256' })}.${part(claims)}.c2lnbmF0dXJl`;
}

interface Bench {
  readonly tokens: TokenSource;
  /** When tokens were fetched, in seconds from the start on. */
  readonly fetched: number[];
  readonly fresh: string[];
  readonly troubles: string[];
  readonly advance: (seconds: number) => void;
}

/** A source whose clock stands still unless it is told otherwise, and whose sleep moves it. */
function bench(token: string, fetch: () => Promise<string>, options: Partial<TokenSourceOptions> = {}): Bench {
  let nowMs = START;
  const [fetched, fresh, troubles]: [number[], string[], string[]] = [[], [], []];
  const tokens = new TokenSource({
    token,
    fetch: () => {
      fetched.push((nowMs - START) / 1000);
      return fetch();
    },
    now: () => nowMs,
    serviceNow: () => nowMs,
    sleep: (ms) => {
      nowMs += ms;
      return Promise.resolve();
    },
    onFresh: (one) => fresh.push(one),
    onTrouble: (because) => troubles.push(because),
    ...options,
  });
  return { tokens, fetched, fresh, troubles, advance: (seconds) => (nowMs += seconds * 1000) };
}

test('a token that holds for long is left alone, and one that says nothing of its end', async () => {
  for (const token of [jwt(0, 3600), 'opaque']) {
    const { tokens, fetched } = bench(token, () => Promise.resolve('other'));
    await tokens.prepare();
    expect(tokens.present).toBe(token);
    expect(fetched).toEqual([]);
  }
});

test('a token is renewed a minute before its end, while the old one is still sent', async () => {
  let give: (token: string) => void = () => undefined;
  const { tokens, fetched, fresh, advance } = bench(jwt(0, 600), () => new Promise((resolve) => (give = resolve)));
  advance(539);
  await tokens.prepare();
  expect(fetched).toEqual([]);
  advance(2);
  await Promise.all([tokens.prepare(), tokens.prepare()]);
  expect(fetched).toEqual([541]);
  expect(tokens.present).toBe(jwt(0, 600));
  give(jwt(541, 1141));
  await tokens.replace(jwt(0, 600));
  expect(tokens.present).toBe(jwt(541, 1141));
  expect({ fetched, fresh }).toEqual({ fetched: [541], fresh: [jwt(541, 1141)] });
});

test('a token that is to last is renewed a minute before its end, and waited for', async () => {
  const { tokens, fetched, advance } = bench(jwt(0, 600), () => Promise.resolve(jwt(541, 1141)));
  expect(await tokens.lasting()).toBe(jwt(0, 600));
  advance(541);
  expect(await tokens.lasting()).toBe(jwt(541, 1141));
  expect(fetched).toEqual([541]);
  const stop = new AbortController();
  const hanging = bench(jwt(0, 60), () => new Promise(() => undefined), { stopSignal: stop.signal });
  hanging.advance(61);
  const last = hanging.tokens.lasting();
  stop.abort();
  expect(await last).toBe(jwt(0, 60));
});

test('a token that has ended is not sent while a fresh one is under way, unless the run is stopped', async () => {
  const stop = new AbortController();
  const { tokens, advance } = bench(jwt(0, 60), () => new Promise(() => undefined), { stopSignal: stop.signal });
  advance(61);
  let isReady = false;
  const ready = tokens.prepare().then(() => (isReady = true));
  await new Promise(setImmediate);
  expect(isReady).toBe(false);
  stop.abort();
  await ready;
});

test('tokens of short life are renewed after four fifths of it', async () => {
  let at = 0;
  const { tokens, fetched, advance } = bench(jwt(0, 50), () => Promise.resolve(jwt((at += 40), at + 50)));
  for (let second = 0; second < 200; second += 1) {
    await tokens.prepare();
    tokens.noteAccepted(tokens.present);
    advance(1);
  }
  expect(fetched).toEqual([40, 80, 120, 160]);
});

test('a refused token is replaced once for all that it was sent with', async () => {
  const { tokens, fetched } = bench('old', () => Promise.resolve('new'));
  expect(await Promise.all([tokens.replace('old'), tokens.replace('old'), tokens.replace('old')])).toEqual([
    true,
    true,
    true,
  ]);
  expect(await tokens.replace('old')).toBe(true);
  expect(fetched).toEqual([2]);
});

test('fresh tokens that are accepted for a while come no faster than the bound', async () => {
  let count = 0;
  const { tokens, fetched } = bench('token-0', () => Promise.resolve(`token-${(count += 1)}`));
  for (let round = 0; round < 5; round += 1) {
    tokens.noteAccepted(tokens.present);
    await tokens.replace(tokens.present);
  }
  expect(fetched).toEqual([2, 4, 6, 8, 10]);
});

test('where fresh tokens are refused as well, fetches become ever rarer, and nothing waits for them', async () => {
  let count = 0;
  const { tokens, fetched, advance } = bench('token-0', () => Promise.resolve(`token-${(count += 1)}`));
  for (let second = 0; second < 3600; second += 1) {
    await tokens.replace(tokens.present);
    advance(1);
  }
  expect(fetched.slice(0, 5)).toEqual([2, 6, 14, 30, 62]);
  expect(fetched.length).toBeLessThan(20);
});

test('a command that fails is told, and the token stays', async () => {
  const { tokens, troubles } = bench('old', () => Promise.reject(new Error('The token command ended with status 3.')));
  expect(await tokens.replace('old')).toBe(false);
  expect({ troubles, present: tokens.present }).toEqual({
    troubles: ['The token command ended with status 3.'],
    present: 'old',
  });
});

test('the same token again, and one that has ended, are told', async () => {
  const same = bench('old', () => Promise.resolve('old'));
  expect(await same.tokens.replace('old')).toBe(false);
  expect(same.troubles).toEqual(['The fresh token is the one that there was.']);
  const ended = jwt(-100, -10);
  const stale = bench(ended, () => Promise.resolve(ended));
  await stale.tokens.prepare();
  expect(stale.troubles).toEqual(['The fresh token has ended already.']);
  await stale.tokens.prepare();
  expect(stale.fetched).toHaveLength(1);
});

test('a token that is accepted after its end is not renewed for its end, but where it is refused', async () => {
  let count = 0;
  const { tokens, fetched, advance } = bench(jwt(-100, -10), () =>
    Promise.resolve(jwt(-100, -10, String((count += 1)))),
  );
  await tokens.prepare();
  expect(fetched).toHaveLength(1);
  for (let second = 0; second < 60; second += 1) {
    tokens.noteAccepted(tokens.present);
    advance(10);
    await tokens.prepare();
  }
  expect(fetched).toHaveLength(1);
  expect(await tokens.replace(tokens.present)).toBe(true);
  expect(fetched).toHaveLength(2);
});

test('a command that hangs is given up after the second time in a row, and nothing waits for it again', async () => {
  let nowMs = START;
  const hang = (): Promise<string> => {
    nowMs += 30_000;
    return Promise.reject(new Error('it did not end'));
  };
  const now = (): number => nowMs;
  const { tokens, fetched, troubles } = bench(jwt(0, 60), hang, {
    now,
    serviceNow: now,
    sleep: () => Promise.resolve(),
  });
  nowMs += 61_000;
  for (let turn = 0; turn < 10; turn += 1) {
    await tokens.prepare();
    expect(await tokens.replace(tokens.present)).toBe(false);
    nowMs += 600_000;
  }
  expect(fetched).toHaveLength(2);
  expect(troubles).toEqual(['it did not end', 'it did not end', 'No more fresh tokens: that hung 2 times in a row.']);
  expect(tokens.mayFetch).toBe(false);
  const failing = bench(jwt(0, 60), () => Promise.reject(new Error('status 3')));
  failing.advance(61);
  for (let turn = 0; turn < 5; turn += 1) {
    await failing.tokens.prepare();
    failing.advance(600);
  }
  expect(failing.fetched).toHaveLength(5);
});

test('a run that ends does not wait for long for a fresh token, and ends what gets one', async () => {
  let stop: AbortSignal | undefined;
  const source = bench(jwt(0, 60), () => Promise.resolve(''), {
    fetch: (signal) => {
      stop = signal;
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('ended'))));
    },
  });
  source.advance(61);
  await source.tokens.settle();
  expect(stop?.aborted).toBe(false);
  source.tokens.close();
  expect(stop?.aborted).toBe(true);
  await new Promise(setImmediate);
  expect(source.troubles).toEqual([]);
});
