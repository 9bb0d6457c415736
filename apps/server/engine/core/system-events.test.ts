import type { CommittedBatch } from '@candor/journal';
import type { KernelEvent } from '@candor/kernel';
import { expect, it } from 'vitest';
import { hasSystemEvent } from './system-events.ts';

const types = new Set<KernelEvent['type']>(['catalogue', 'symbolState']);

class Counted {
  readonly stamp: { readonly userId: number };
  readonly #types: readonly KernelEvent['type'][];
  reads = 0;

  constructor(userId: number, types: readonly KernelEvent['type'][]) {
    this.stamp = { userId };
    this.#types = types;
  }

  get events() {
    this.reads += 1;
    return this.#types.map((type) => ({ type }) as KernelEvent);
  }
}
const command = (userId: number, ...events: KernelEvent['type'][]) => new Counted(userId, events);
const batchOf = (...commands: Counted[]) => ({ commands }) as unknown as CommittedBatch;

it('finds events of these types among those of the system alone', () => {
  expect(hasSystemEvent(batchOf(command(0, 'entry', 'symbolState')), types)).toBe(true);
  expect(hasSystemEvent(batchOf(command(0, 'entry')), types)).toBe(false);
  expect(hasSystemEvent(batchOf(command(1000, 'symbolState')), types)).toBe(false);
  expect(hasSystemEvent(batchOf(), types)).toBe(false);
});

it('reads no events of a user’s command', () => {
  const order = command(1000, 'entry');
  const listing = command(0, 'catalogue');
  expect(hasSystemEvent(batchOf(order, listing), types)).toBe(true);
  expect([order.reads, listing.reads]).toEqual([0, 1]);
});
