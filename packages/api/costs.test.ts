import { expect, test } from 'vitest';
import { calls } from './index.ts';

test('an act that asks for factors costs more than a common call: each try writes a challenge', () => {
  const cheap = Object.values(calls).filter(({ cost, stepUp }) => stepUp !== null && cost < 3);
  expect(cheap.map(({ name }) => name)).toEqual([]);
});

test('a quote and a swap cost what they write', () => {
  expect([calls.quoteSwap.cost, calls.acceptSwap.cost]).toEqual([5, 5]);
});
