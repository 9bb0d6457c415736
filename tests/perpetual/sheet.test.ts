import { describe, expect, it } from 'vitest';
import { runMarket } from './random-market.ts';
import { SheetFollower } from './sheet-follower.ts';

describe('the sheet with exact fractions', () => {
  it('agrees on positions, margins, liquidation prices, marks and funding', () => {
    const compared = { positions: 0, liquidationTicks: 0, marks: 0, rates: 0, payments: 0 };
    for (let seed = 200; seed < 207; seed++) {
      const follower = new SheetFollower();
      try {
        runMarket({
          seed,
          commands: 300,
          restarts: false,
          before: (stage, body) => follower.before(stage, body),
          after: (stage, body) => follower.after(stage, body),
        });
      } catch (error) {
        throw new Error(`Seed ${seed}: ${error instanceof Error ? error.stack : String(error)}`);
      }
      for (const key of Object.keys(compared) as (keyof typeof compared)[]) {
        compared[key] += follower.compared[key];
      }
    }
    expect(compared.positions).toBeGreaterThan(3_000);
    expect(compared.liquidationTicks).toBeGreaterThan(2_000);
    expect(compared.marks).toBeGreaterThan(100);
    expect(compared.rates).toBeGreaterThan(20);
    expect(compared.payments).toBeGreaterThan(50);
  });
});
