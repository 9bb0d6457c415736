import type { WithdrawalState } from '@candor/api';
import { expect, it } from 'vitest';
import { stepsTo } from './rows.ts';

const steps = (...states: WithdrawalState[]) => states.map((state) => ({ state }));

it('ends a clock with the state of the row, however far the withdrawal went on meanwhile', () => {
  const all = ['requested', 'confirming', 'checks', 'signing', 'broadcast', 'done'] as const;
  for (const [index, shown] of all.entries())
    for (let more = index; more < all.length; more += 1)
      expect(stepsTo(shown, steps(...all.slice(0, more + 1)))).toEqual(steps(...all.slice(0, index + 1)));
});

it('keeps a state that came back', () => {
  expect(stepsTo('signing', steps('signing', 'review', 'signing', 'broadcast'))).toEqual(
    steps('signing', 'review', 'signing'),
  );
});

it('shows every step of a state that has none of its own', () => {
  expect(stepsTo('done', steps('requested', 'checks'))).toEqual(steps('requested', 'checks'));
});
