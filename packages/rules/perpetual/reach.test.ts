import type { Amount } from '@candor/money';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { liquidationTicks, type PositionTerms, reachSteps, reachTicks, tierSteps } from './index.ts';

const steps = tierSteps([
  { floorNotional: 0n as Amount, mmrPpm: 4_000, maxLeverage: 100 },
  { floorNotional: 5_000_000_000_000n as Amount, mmrPpm: 5_000, maxLeverage: 50 },
  { floorNotional: 100_000_000_000_000n as Amount, mmrPpm: 25_000, maxLeverage: 20 },
]);

const positions: fc.Arbitrary<PositionTerms> = fc.record({
  sign: fc.constantFrom(1 as const, -1 as const),
  lots: fc.integer({ min: 1, max: 1_000_000_000 }),
  unitsPerTickLot: fc.constantFrom(1, 10, 1_000, 1_000_000),
  entryCost: fc.bigInt({ min: 0n, max: 1n << 60n }),
});

it('what stands by doubles is reached no later than exactly, and hardly sooner', () => {
  const shares = fc.integer({ min: 1, max: 300 });
  fc.assert(
    fc.property(positions, shares, fc.bigInt({ min: 0n, max: 1n << 40n }), (position, percent, more) => {
      const collateral = (position.entryCost * BigInt(percent)) / 100n + more;
      const exact = liquidationTicks(position, collateral, steps);
      const found = reachTicks(position, collateral, reachSteps(steps));
      if (exact === null) return;
      expect(found).not.toBeNull();
      const { sign } = position;
      const early = sign * (found! - exact);
      expect(early).toBeGreaterThanOrEqual(0);
      // a tick, and a millionth of a millionth of what collateral is to the position
      expect(early).toBeLessThanOrEqual(2 + exact * 1e-11 * (1 + percent));
    }),
    { numRuns: 5_000 },
  );
});
