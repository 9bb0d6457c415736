import { ChainError } from '@candor/chains';
import { expect, it } from 'vitest';
import { keepPrice } from './prices.ts';
import { BITCOIN_PRICE } from './terms.ts';

function bench(terms: Partial<typeof BITCOIN_PRICE | { mostTimes: null }> = {}) {
  const state: { nowMs: number; estimate: bigint | null | Error } = { nowMs: 0, estimate: 20n };
  const alarms: string[] = [];
  const prices = keepPrice<bigint>({
    async ask() {
      if (state.estimate instanceof Error) throw state.estimate;
      return state.estimate;
    },
    worthOf: (price) => price,
    ...BITCOIN_PRICE,
    ...terms,
    alarm: (line) => alarms.push(line),
    now: () => state.nowMs,
  });
  return { state, alarms, prices };
}

const refusal = new ChainError('NODE_REFUSED', 'Method not found');

it.each([
  ['no estimate', null],
  ['a refused question', refusal],
  ['less than the least', 0n],
  ['more than the most', BITCOIN_PRICE.most + 1n],
  ['ten times as much and one', 201n],
  ['less than a tenth', 1n],
])('%s is no price: the last good one is kept for a bounded time', async (_, estimate) => {
  const { state, alarms, prices } = bench();
  expect(await prices.read()).toBe(20n);
  expect(alarms).toEqual([]);
  state.estimate = estimate;
  state.nowMs = BITCOIN_PRICE.livesMs - 1;
  expect(await prices.read()).toBe(20n);
  expect(alarms).toHaveLength(1);
});

it('keeps no price of a time that lies ahead: the clock was set back', async () => {
  const { state, prices } = bench();
  state.nowMs = 86_400_000;
  expect(await prices.read()).toBe(20n);
  state.nowMs = 0;
  state.estimate = null;
  expect(await prices.read()).toBeNull();
});

it.each([null, refusal, 0n, BITCOIN_PRICE.most + 1n])(
  'after that time, and at the start, %s lets payments wait',
  async (estimate) => {
    const { state, prices } = bench();
    state.estimate = estimate;
    expect(await prices.read()).toBeNull();
    state.estimate = 20n;
    expect(await prices.read()).toBe(20n);
    state.estimate = estimate;
    state.nowMs = BITCOIN_PRICE.livesMs;
    expect(await prices.read()).toBeNull();
  },
);

it('a price that rises or falls in fact is believed once the last good one is old', async () => {
  for (const after of [900n, 1n]) {
    const { state, prices } = bench();
    expect(await prices.read()).toBe(20n);
    state.estimate = after;
    expect(await prices.read()).toBe(20n);
    state.nowMs = BITCOIN_PRICE.livesMs;
    expect(await prices.read()).toBe(after);
  }
});

it('a node that is away is no node without an estimate', async () => {
  const { state, prices } = bench();
  state.estimate = new ChainError('NODE_UNREACHABLE', 'away');
  await expect(prices.read()).rejects.toMatchObject({ code: 'NODE_UNREACHABLE' });
});
