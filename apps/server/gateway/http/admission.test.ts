import { expect, it } from 'vitest';
import { createBudget } from './admission.ts';

it('gives a key its points of a second, others theirs, and says when the next second begins', () => {
  let timeMs = 5_000;
  const budget = createBudget(10, () => timeMs);
  expect(budget.take('a', 4)).toBe(0);
  timeMs += 300;
  expect(budget.take('a', 6)).toBe(0);
  expect(budget.take('a', 1)).toBe(700);
  expect(budget.take('b', 10)).toBe(0);
  timeMs += 699;
  expect(budget.take('a', 1)).toBe(1);
  timeMs += 1;
  expect(budget.take('a', 10)).toBe(0);
});

it('takes nothing where too little is left: what is cheaper still passes', () => {
  const budget = createBudget(10, () => 0);
  expect(budget.take('a', 8)).toBe(0);
  expect(budget.take('a', 3)).toBeGreaterThan(0);
  expect(budget.take('a', 2)).toBe(0);
});

it('lets what costs more than a whole second pass as the first of one', () => {
  let timeMs = 0;
  const budget = createBudget(5, () => timeMs);
  expect(budget.take('a', 11)).toBe(0);
  expect(budget.take('a', 1)).toBeGreaterThan(0);
  timeMs += 1_000;
  expect(budget.take('a', 1)).toBe(0);
  expect(budget.take('a', 11)).toBeGreaterThan(0);
});
