import type { Lots, PriceTicks } from '@candor/money';
import { describe, expect, it } from 'vitest';
import { HOUSE, PERP, Stage, U, USDT } from './stage.ts';

const ALICE = 1000;
const BOB = 1001;

function stage(restarts = false): Stage {
  const it = new Stage({ restarts });
  it.user(ALICE, 1_000n);
  it.user(BOB, 1_000n);
  it.tick(1_000_000);
  return it;
}

describe.each([false, true])('open, mark, close (restarts: %s)', (restarts) => {
  it('posts profit, loss and fees to the unit', () => {
    const s = stage(restarts);
    s.sell(BOB, 100, 1_000_000);
    expect(s.wallet(BOB)).toEqual({ available: 1_000n * U - 100_50000000n, held: 100_50000000n });
    const opened = s.buy(ALICE, 100, 1_000_000);
    expect(opened).toMatchObject({ status: 'filled', filledLots: 100, filledQuote: 1_000n * U });
    // 1,000 USDT at 10 x: 100 of margin each, a taker fee of 0.5 and a maker fee of 0.2
    expect(s.wallet(ALICE)).toEqual({ available: 899_50000000n, held: 100n * U });
    expect(s.wallet(BOB)).toEqual({ available: 899_80000000n, held: 100n * U });
    s.tick(1_020_000);
    expect(s.position(ALICE)).toMatchObject({
      markTicks: 1_020_000,
      unrealisedPnl: 20n * U,
      equity: 120n * U,
    });
    expect(s.position(BOB)).toMatchObject({ unrealisedPnl: -20n * U, equity: 80n * U });
    s.buy(BOB, 100, 1_020_000, { reduceOnly: true });
    const { positionId } = s.position(ALICE);
    const closed = s.sure(ALICE, {
      type: 'closePosition',
      positionId,
      priceTicks: null,
      lots: null,
      clientOrderId: null,
    });
    expect(closed).toMatchObject({ status: 'filled', filledQuote: 1_020n * U });
    expect(s.wallet(ALICE)).toEqual({ available: 899_50000000n + 120n * U - 51000000n, held: 0n });
    expect(s.wallet(BOB)).toEqual({ available: 899_80000000n + 80n * U - 20400000n, held: 0n });
    expect(s.kernel.perpetual.positions(ALICE)).toEqual([]);
    const [usdt] = s.kernel.ledgerSums().filter(({ assetId }) => assetId === USDT);
    expect(usdt).toMatchObject({ sum: 0n, products: 0n, fees: 1_27260000n, safetyFund: 14140000n });
  });

  it('lets the house quote and be taken', () => {
    const s = stage(restarts);
    s.fund(HOUSE, 100_000n * U);
    s.sure(HOUSE, {
      type: 'perpetualMassQuote',
      symbolId: PERP,
      levels: [
        { side: 'buy', priceTicks: 999_000 as PriceTicks, lots: 500 as Lots },
        { side: 'sell', priceTicks: 1_001_000 as PriceTicks, lots: 500 as Lots },
      ],
    });
    expect(s.kernel.perpetual.depth(PERP, 5)).toEqual({
      bids: [{ priceTicks: 999_000, lots: 500, houseLots: 500 }],
      asks: [{ priceTicks: 1_001_000, lots: 500, houseLots: 500 }],
    });
    s.buy(ALICE, 10, null);
    expect(s.position(HOUSE)).toMatchObject({
      direction: 'short',
      lots: 10,
      marginMode: 'cross',
      margin: 0n,
    });
    s.tick(1_000_000);
    // the house's quotes and fills move no mark
    expect(s.kernel.perpetual.mark(PERP)).toMatchObject({ markTicks: 1_000_000, lastTicks: 1_001_000 });
  });
});
