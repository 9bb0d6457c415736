import type { CommittedBatch } from '@candor/journal';
import { expect, it } from 'vitest';
import { eventually } from '../../../../tests/support/patience.ts';
import { keepCopy } from './kept-copy.ts';

/** Simulates a core whose state is the last sequence number. The copy is refreshed when a batch requires it. */
function stage() {
  const listeners = new Set<(batch: CommittedBatch) => void>();
  const given = { seq: 0, fails: false, asked: 0 };
  const errors: unknown[] = [];
  return {
    given,
    errors,
    commit(hash: string) {
      given.seq += 1;
      const batch = { batchNo: given.seq, firstSeq: given.seq, lastSeq: given.seq, hash, commands: [] };
      for (const listener of listeners) listener(batch);
    },
    keep: () =>
      keepCopy(
        {
          onCommitted(listener) {
            listeners.add(listener);
            return () => listeners.delete(listener);
          },
        },
        {
          async load() {
            given.asked += 1;
            const { seq, fails } = given;
            await Promise.resolve();
            if (fails) throw new Error('not ready');
            return seq;
          },
          touches: ({ hash }) => hash === 'touches',
          onError: (error) => errors.push(error),
        },
      ),
  };
}

it('copies again after a change and after a gap, and not otherwise', async () => {
  const { given, commit, keep } = stage();
  const copy = await keep();
  expect(copy.current()).toBe(0);
  commit('touches');
  await eventually(() => expect(copy.current()).toBe(1));
  commit('other');
  given.seq += 1;
  commit('other');
  await eventually(() => expect(copy.current()).toBe(4));
  expect(given.asked).toBe(3);
  copy.stop();
  commit('touches');
  expect(given.asked).toBe(3);
});

it('misses nothing that changes while it is asked for first', async () => {
  const { commit, keep } = stage();
  const kept = keep();
  commit('touches');
  const copy = await kept;
  await eventually(() => expect(copy.current()).toBe(1));
});

it('asks until it is answered, and says once that it could not', async () => {
  const { given, errors, commit, keep } = stage();
  const copy = await keep();
  given.fails = true;
  commit('touches');
  await eventually(() => expect(given.asked).toBeGreaterThan(3));
  given.fails = false;
  await eventually(() => expect(copy.current()).toBe(1));
  expect(errors).toHaveLength(1);
});
