import { EventEmitter } from 'node:events';
import { expect, test } from '@playwright/test';
import { ENDING_SIGNALS, listenForEnd, type Interruption } from '../../../src/cli/interrupted.js';

interface Made {
  readonly signals: EventEmitter;
  readonly exits: number[];
  readonly clock: { ms: number };
  readonly heard: Interruption;
}

function made(): Made {
  const signals = new EventEmitter();
  const exits: number[] = [];
  const clock = { ms: 5 };
  const heard = listenForEnd({
    on: signals as unknown as NodeJS.Process,
    now: () => clock.ms,
    exit: (status) => void exits.push(status),
  });
  return { signals, exits, clock, heard };
}

for (const signal of ENDING_SIGNALS) {
  test(`${signal} asks for the end, and once more ends at once`, async () => {
    const { signals, exits, clock, heard } = made();
    expect(heard.signal.aborted).toBe(false);
    signals.emit(signal);
    await heard.asked;
    expect(heard.signal.reason).toBe('it was interrupted');
    clock.ms += 999;
    signals.emit(signal);
    expect(exits).toEqual([]);
    clock.ms += 1;
    signals.emit(signal === 'SIGINT' ? 'SIGTERM' : 'SIGINT');
    expect(exits).toEqual([3]);
  });
}

test('what is over listens no more', () => {
  const { signals, heard } = made();
  heard.off();
  expect(ENDING_SIGNALS.map((signal) => signals.listenerCount(signal))).toEqual([0, 0, 0, 0]);
});
