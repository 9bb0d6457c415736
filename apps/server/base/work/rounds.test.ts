import { expect, test, vi } from 'vitest';
import { startRounds } from './rounds.ts';

const starting = Object.assign(new Error('the database system is starting up'), { code: '57P03' });

test.each([
  [starting, 'warn'],
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
