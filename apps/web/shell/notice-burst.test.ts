import type { Notice } from '@candor/api';
import { expect, it } from 'vitest';
import { announce } from './notice-burst.ts';

const notice = (id: number, key = `k${id}`, kind: Notice['kind'] = 'order-filled') =>
  ({ id, key, kind }) as Notice;
const isUrgent = ({ kind }: Notice) => kind === 'liquidation';
const ids = (notices: readonly Notice[]) => notices.map(({ id }) => id);

it('gives one or two notices a card each', () => {
  const { alone, together } = announce([notice(1), notice(2)], isUrgent, false);
  expect([ids(alone), ids(together)]).toEqual([[1, 2], []]);
});

it('makes one card of a burst, in which an order that fills further counts once', () => {
  const burst = [notice(1, 'order'), notice(2), notice(3, 'order'), notice(4)];
  const { alone, together } = announce(burst, isUrgent, false);
  expect(alone).toEqual([]);
  expect(ids(together).sort()).toEqual([2, 3, 4]);
});

it('puts what follows into the card of the burst while that is open', () => {
  const { alone, together } = announce([notice(5)], isUrgent, true);
  expect([ids(alone), ids(together)]).toEqual([[], [5]]);
});

it('keeps an urgent notice out of the crowd', () => {
  const burst = [notice(1), notice(2), notice(3), notice(4, 'k4', 'liquidation')];
  const { alone, together } = announce(burst, isUrgent, false);
  expect([ids(alone), ids(together)]).toEqual([[4], [1, 2, 3]]);
});
