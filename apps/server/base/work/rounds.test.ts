import { JournalError } from '@candor/journal';
import { expect, test, vi } from 'vitest';
import { startRounds } from './rounds.ts';

const notReady = new JournalError('NOT_READY', 'The journal is not ready: nothing was done.');
const corrupt = new JournalError('CHAIN_BROKEN', 'The journal is broken.');
const starting = Object.assign(new Error('the database system is starting up'), { code: '57P03' });

test.each([
  [starting, 'warn'],
  [notReady, 'warn'],
  [corrupt, 'error'],
  [new Error('a fault'), 'error'],
] as const)('a round that fails with %s is logged as %s, and the next one comes', async (fault, level) => {
  const log = { warn: vi.fn(), error: vi.fn() };
  let rounds = 0;
  const stop = startRounds({
    everyMs: 1,
    log,
    failed: 'it failed',
    round: async () => {
      rounds += 1;
      if (rounds === 1) throw fault;
    },
  });
  await vi.waitFor(() => expect(rounds).toBeGreaterThan(1), { timeout: 30_000 });
  await stop();
  expect(log[level]).toHaveBeenCalledExactlyOnceWith({ err: fault }, 'it failed');
  expect(log[level === 'warn' ? 'error' : 'warn']).not.toHaveBeenCalled();
});

test('ticks during a round are skipped: none waits behind it', async () => {
  const log = { warn: vi.fn(), error: vi.fn() };
  const ends: (() => void)[] = [];
  const tick = vi.spyOn(globalThis, 'setInterval');
  const stop = startRounds({
    everyMs: 86_400_000,
    log,
    failed: 'it failed',
    round: () => new Promise<void>((end) => ends.push(end)),
  });
  const onTick = tick.mock.calls.at(-1)![0] as () => void;
  tick.mockRestore();
  for (let ticks = 0; ticks < 5; ticks += 1) onTick();
  await vi.waitFor(() => expect(ends).toHaveLength(1));
  ends[0]!();
  await stop();
  expect(ends).toHaveLength(1);
  expect(log.error).not.toHaveBeenCalled();
});
