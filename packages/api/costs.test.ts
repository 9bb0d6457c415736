import { expect, test } from 'vitest';
import { callCost, calls } from './index.ts';

test('an act that asks for factors costs more than a common call: each try writes a challenge', () => {
  const cheap = Object.values(calls).filter(({ name, stepUp }) => stepUp !== null && callCost(name, 1) < 3);
  expect(cheap.map(({ name }) => name)).toEqual([]);
});

test('a quote and a swap cost what they write', () => {
  expect([callCost('quoteSwap', 1), callCost('acceptSwap', 1)]).toEqual([5, 5]);
});
