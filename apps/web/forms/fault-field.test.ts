import { CallError, type Problem } from '@candor/api';
import { expect, it } from 'vitest';
import { faultField, problemField } from './fault-field.ts';

it.each([
  ['trade.form.problem.minNotional', 'quantity'],
  ['trade.form.problem.maxQuantity', 'quantity'],
  ['trade.form.problem.callback', 'callback'],
  ['trade.form.problem.stopPrice', 'stop'],
  ['perpetual.problem.closable', 'quantity'],
  ['perpetual.problem.noPosition', 'quantity'],
  ['ui.number.unread', null],
  [null, null],
])('the complaint %s concerns the field %s', (problem, field) => {
  expect(problemField(problem)).toBe(field);
});

it.each([
  [{ key: 'PERPETUAL_STOPS_WRONG_SIDE', field: 'stopLoss' }, 'loss'],
  [{ key: 'PERPETUAL_STOPS_WRONG_SIDE', field: 'stopProfit' }, 'profit'],
  [{ key: 'PERPETUAL_STOPS_WRONG_SIDE' }, null],
  [{ key: 'PERPETUAL_STOP_BEYOND_LIQUIDATION' }, 'loss'],
] as const)('the refusal %o concerns the field %s', (problem: Problem, field) => {
  expect(faultField(new CallError('contractLossSett', 2000, '', problem))).toBe(field);
});
