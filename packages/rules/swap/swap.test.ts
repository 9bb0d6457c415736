import type { Amount, PriceTicks } from '@candor/money';
import { expect, it } from 'vitest';
import { parLeg, type SwapLeg, swapArrives } from './index.ts';

/** A price in cents of a coin with lots of a thousandth, both coins of 8 decimals. */
const leg = (cents: number, spreadPpm: number): SwapLeg => ({
  priceTicks: cents as PriceTicks,
  quotePerTickLot: 1_000n as Amount,
  basePerLot: 100_000n as Amount,
  spreadPpm,
});
const COIN = 100_000_000n;

/** A small generator, so that a failure can be repeated. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

it('gives the index less the spread, as anybody can reckon it', () => {
  // 5,000 USDT at 50,000 and 0.1 percent
  expect(swapArrives(5_000n * COIN, parLeg(0), leg(5_000_000, 1_000))).toBe(9_990_000n);
  // 0.1 BTC at 50,000
  expect(swapArrives(COIN / 10n, leg(5_000_000, 1_000), parLeg(0))).toBe(4_995n * COIN);
  // 1 BTC into ETH at 2,500, both spreads
  expect(swapArrives(COIN, leg(5_000_000, 1_000), leg(250_000, 2_000))).toBe((20n * COIN * 997n) / 1_000n);
});

it('rounds once, for the house, by less than one unit', () => {
  const random = randomOf(7);
  for (let i = 0; i < 2_000; i++) {
    const from = random(3) === 0 ? parLeg(random(5_000)) : leg(1 + random(9_000_000), random(5_000));
    const to = random(3) === 0 ? parLeg(random(5_000)) : leg(1 + random(9_000_000), random(5_000));
    const amount = BigInt(1 + random(2_000_000_000));
    const arrives = swapArrives(amount, from, to);
    const worth = (side: SwapLeg) => BigInt(side.priceTicks) * side.quotePerTickLot;
    const keeps = 1_000_000n - BigInt(from.spreadPpm + to.spreadPpm);
    const over = amount * worth(from) * to.basePerLot * keeps;
    const under = from.basePerLot * worth(to) * 1_000_000n;
    expect(arrives * under <= over && over < (arrives + 1n) * under).toBe(true);
  }
});

it('never gives anybody more by going there and back', () => {
  const random = randomOf(11);
  for (let i = 0; i < 2_000; i++) {
    const [one, other] = [leg(1 + random(9_000_000), random(300)), leg(1 + random(9_000_000), random(300))];
    const amount = BigInt(1 + random(2_000_000_000));
    expect(swapArrives(swapArrives(amount, one, other), other, one) <= amount).toBe(true);
  }
});
