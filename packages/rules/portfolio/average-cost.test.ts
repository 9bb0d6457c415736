import { expect, it } from 'vitest';
import { averageCost, unrealisedOf } from './average-cost.ts';

const buy = (coin: bigint, value: bigint) => ({ coin, value: -value });
const sell = (coin: bigint, value: bigint) => ({ coin: -coin, value });

it('adds purchases up and takes the average cost of what is sold', () => {
  const of = averageCost([buy(2n, 100n), buy(2n, 200n), sell(1n, 90n)]);
  expect(of).toEqual({ quantity: 3n, cost: 225n, realised: 15n });
  expect(unrealisedOf(of, 3n, 300n)).toBe(75n);
});

it('leaves the remainder of a division with the coins that stay, so that nothing is lost', () => {
  const all = [buy(3n, 100n), sell(1n, 40n), sell(1n, 40n), sell(1n, 40n)];
  expect(averageCost(all)).toEqual({ quantity: 0n, cost: 0n, realised: 20n });
});

it('makes neither profit nor loss of coins that came otherwise', () => {
  expect(averageCost([sell(5n, 500n)])).toEqual({ quantity: 0n, cost: 0n, realised: 0n });
  expect(averageCost([buy(1n, 50n), sell(2n, 200n)])).toEqual({ quantity: 0n, cost: 0n, realised: 50n });
});

it('counts of coins that left neither cost nor worth', () => {
  const of = averageCost([buy(4n, 400n)]);
  expect(unrealisedOf(of, 1n, 150n)).toBe(50n);
  expect(unrealisedOf(of, 8n, 1200n)).toBe(200n);
  expect(unrealisedOf(of, 0n, 0n)).toBe(0n);
  expect(unrealisedOf(of, 1n, null)).toBeNull();
});
