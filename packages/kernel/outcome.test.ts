import type { Amount, Lots } from '@candor/money';
import { expect, test } from 'vitest';
import { idOf, orderDone, outcomeAs, refuse } from './outcome.ts';

test('what was done is read as the kind of its command, with its id', () => {
  const done = orderDone(7, 'open', 3 as Lots, 11n as Amount);
  expect(outcomeAs(done, 'order')).toBe(done);
  expect([idOf(done), idOf(refuse('UNKNOWN_ORDER'))]).toEqual([7, 0]);
});

test('an outcome of another kind than its command has is a fault', () => {
  expect(() => outcomeAs({ ok: true, kind: 'plain' }, 'order')).toThrow('of the kind plain, not order');
});
