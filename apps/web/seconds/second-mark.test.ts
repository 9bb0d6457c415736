import type { Text } from '@candor/ui';
import { expect, it } from 'vitest';
import { type MarkedSecond, secondMark } from './second-mark.ts';

const contract: MarkedSecond = {
  id: 7,
  side: 'down',
  openTime: 3_000,
  closeTime: 33_000,
  openPrice: '100.5',
};
const text: Text = (id) => id;
const time = (ms: number) => `${ms / 1_000} s`;

it('marks a contract from its opening tick to its closing tick, at the price that it opened at', () => {
  expect(secondMark(contract, text, time)).toEqual({
    id: 'second-7',
    openMs: 3_000,
    closeMs: 33_000,
    price: '100.5',
    tone: 'down',
    openLabel: 'seconds.down · seconds.opens 3 s',
    closeLabel: 'seconds.closes 33 s',
  });
  expect(secondMark({ ...contract, openPrice: null }, text, time).price).toBeNull();
});
