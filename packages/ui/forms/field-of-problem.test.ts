import { expect, it } from 'vitest';
import { fieldOfProblem } from './field-of-problem.ts';

const problem = (field: string | null, key: string | null = null) => ({
  text: '',
  key,
  field,
  isDecided: true,
  isOffline: false,
});
const names = ['price', 'quantity', 'periods.0.payout'] as const;

it('an error goes to the field that the request calls the same, whole path first', () => {
  expect(fieldOfProblem(problem('price'), names)).toBe('price');
  expect(fieldOfProblem(problem('order.price'), names)).toBe('price');
  expect(fieldOfProblem(problem('periods.0.payout'), names)).toBe('periods.0.payout');
  expect(fieldOfProblem(problem('form.periods.0.payout'), names)).toBe('periods.0.payout');
});

it('the places of the form go first: by key, by path, by name', () => {
  const places = { INSUFFICIENT_BALANCE: 'quantity', amount: 'quantity', 'a.price': 'quantity' } as const;
  expect(fieldOfProblem(problem('price', 'INSUFFICIENT_BALANCE'), names, places)).toBe('quantity');
  expect(fieldOfProblem(problem('body.amount'), names, places)).toBe('quantity');
  expect(fieldOfProblem(problem('a.price'), names, places)).toBe('quantity');
});

it('an error of no field, or of one that is not shown, is the form’s', () => {
  expect(fieldOfProblem(problem(null, 'RATE_LIMITED'), names)).toBeNull();
  expect(fieldOfProblem(problem('trigger'), names)).toBeNull();
  expect(fieldOfProblem(problem('amount'), ['price'], { amount: 'quantity' as never })).toBeNull();
});
