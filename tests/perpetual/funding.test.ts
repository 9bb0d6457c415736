import type { Amount, Lots, PriceTicks } from '@candor/money';
import { describe, expect, it } from 'vitest';
import { HOUSE, PERP, Stage, U, USDT } from './stage.ts';

const ALICE = 1000;
const BOB = 1001;
const CAROL = 1002;
/** 10 s: 40 ticks. */
const INTERVAL_MS = 10_000;

function stage(restarts = false): Stage {
  const s = new Stage({
    restarts,
    listing: { fundingIntervalMs: INTERVAL_MS, impactNotional: (10n * U) as Amount },
  });
  for (const user of [ALICE, BOB, CAROL]) s.user(user, 10_000n);
  s.tick(1_000_000, 0);
  s.sell(BOB, 100, 1_000_000);
  s.buy(ALICE, 100, 1_000_000);
  return s;
}

/** Ticks until the interval's end is past. */
function pass(s: Stage): void {
  const { nextMs } = s.kernel.perpetual.funding(PERP)!;
  while (s.nowMs < nextMs) s.tick(1_000_000);
}

describe.each([false, true])('funding (restarts: %s)', (restarts) => {
  it('is 0.01 percent from longs to shorts where only the house quotes', () => {
    const s = stage(restarts);
    s.fund(HOUSE, 100_000n * U);
    s.sure(HOUSE, {
      type: 'perpetualMassQuote',
      symbolId: PERP,
      levels: [
        { side: 'buy', priceTicks: 1_010_000 as PriceTicks, lots: 500 as Lots },
        { side: 'sell', priceTicks: 1_020_000 as PriceTicks, lots: 500 as Lots },
      ],
    });
    pass(s);
    const [told] = s.all('perpetualFunding');
    expect(told).toMatchObject({ ratePpb: 100_000, premiumPpb: 0, paid: 10_000_000n, received: 10_000_000n });
    expect(s.position(ALICE)).toMatchObject({ funding: -10_000_000n, margin: 100n * U - 10_000_000n });
    expect(s.position(BOB)).toMatchObject({ funding: 10_000_000n, margin: 100n * U + 10_000_000n });
    expect(s.kernel.perpetual.funding(PERP)).toMatchObject({ lastPpb: 100_000, samples: expect.any(Number) });
  });

  it('follows the impact prices of others than the house, up to its cap', () => {
    const s = stage(restarts);
    s.buy(CAROL, 10, 1_004_000);
    s.sell(BOB, 10, 1_006_000);
    pass(s);
    // 0.4 percent above the index, less the damper of 0.05
    const [told] = s.all('perpetualFunding');
    expect(told!.premiumPpb).toBeGreaterThan(3_800_000);
    expect(told!.ratePpb).toBe(Math.min(told!.premiumPpb - 500_000, 3_750_000));
    // the impact bid needs 1 lot at 10,000 (10 USDT), which Carol's 10 have
    pass(s);
    expect(s.all('perpetualFunding')[1]).toMatchObject({ premiumPpb: 4_000_000, ratePpb: 3_500_000 });
  });

  it('takes no sample of a book that nobody may trade in: what was left there would set the rate', () => {
    for (const state of ['halted', 'post-only'] as const) {
      const s = stage(restarts);
      s.buy(CAROL, 10, 1_004_000);
      s.sell(BOB, 10, 1_006_000);
      pass(s);
      s.system({ type: 'setPerpetualState', symbolId: PERP, state, reason: 'A test' });
      pass(s);
      // the one sample is of the tick that ended the interval before
      expect(s.all('perpetualFunding')[1]).toMatchObject({ samples: 1, ratePpb: 3_500_000 / 40 });
      s.system({ type: 'setPerpetualState', symbolId: PERP, state: 'trading', reason: '' });
      pass(s);
      expect(s.all('perpetualFunding')[2]).toMatchObject({ samples: 39, wholePpb: 3_500_000 });
    }
  });

  it('is paid for the ticks that came before a downtime, and each missed interval is settled in order', () => {
    const s = stage(restarts);
    s.nowMs += 3 * INTERVAL_MS;
    s.system({ type: 'tick' });
    const told = s.all('perpetualFunding');
    expect(told.length).toBe(3);
    expect(told.map(({ ratePpb }) => ratePpb)).toEqual([2_500, 0, 0]);
    expect(told.map(({ timeMs }) => timeMs % INTERVAL_MS)).toEqual([0, 0, 0]);
    expect(s.all('perpetualFundingPaid').map(({ ratePpb }) => ratePpb)).toEqual([2_500, 2_500]);
    expect(s.kernel.nextDueMs).toBeLessThanOrEqual(s.nowMs + INTERVAL_MS);
  });

  it('leaves what rounding takes to the insurance fund', () => {
    const s = stage(restarts);
    s.sell(BOB, 7, 1_000_000);
    s.buy(CAROL, 7, 1_000_000);
    s.tick(1_000_003);
    const { nextMs } = s.kernel.perpetual.funding(PERP)!;
    while (s.nowMs < nextMs) s.tick(1_000_003);
    const [told] = s.all('perpetualFunding');
    expect(told!.residue).toBe(told!.paid - told!.received);
    expect(told!.residue).toBeGreaterThanOrEqual(0n);
    expect(s.kernel.perpetual.insurance(USDT)).toBe(told!.residue);
  });

  it('that a payer has not comes from the insurance fund, then receivers get less', () => {
    const s = stage(restarts);
    s.user(CAROL, 0n + 1n);
    s.leverage(CAROL, 100, 'cross');
    const most = s.kernel.transfer.transferable(CAROL, 'contract', 0, USDT);
    s.transfer(CAROL, 'contract', 'spot', most - 105n * U);
    s.sell(BOB, 1_000, 1_000_000);
    s.buy(CAROL, 1_000, 1_000_000);
    s.log.length = 0;
    // Carol has 100 for 10,000; she wins 40, which is no cash, and the rest of her wallet goes away
    s.tick(1_004_000);
    const left = s.kernel.transfer.transferable(CAROL, 'contract', 0, USDT);
    s.transfer(CAROL, 'contract', 'spot', left);
    expect(s.kernel.perpetual.account(CAROL, USDT)).toMatchObject({ available: 0n });
    pass(s);
    const [told] = s.all('perpetualFunding');
    // she pays out of what the position has won
    expect(told).toMatchObject({ shortage: 0n, fromInsurance: 0n });
    expect(s.kernel.perpetual.positions(CAROL)[0]?.funding ?? 0n).toBeLessThan(0n);
  });
});

describe('funding and liquidation', () => {
  it('settles before positions are looked at', () => {
    const s = stage();
    s.leverage(CAROL, 100);
    s.sell(BOB, 100, 1_000_000);
    s.buy(CAROL, 100, 1_000_000);
    const { nextMs } = s.kernel.perpetual.funding(PERP)!;
    while (s.nowMs + 250 < nextMs) s.tick(1_000_000);
    // 4.97 of equity for 4.975 needed only once the funding of about 0.1 is paid: safe without it
    s.tick(994_990);
    expect(s.all('perpetualLiquidated')).toMatchObject([{ userId: CAROL, collateral: 9_90000000n }]);
    const events = s.log.map(({ type }) => type);
    expect(events.lastIndexOf('perpetualFunding')).toBeLessThan(events.indexOf('perpetualLiquidated'));
  });
});
