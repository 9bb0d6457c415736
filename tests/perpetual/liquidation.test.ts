import type { Amount, Lots, PriceTicks } from '@candor/money';
import { describe, expect, it } from 'vitest';
import { HOUSE, PERP, Stage, U, USDT } from './stage.ts';

const ALICE = 1000;
const BOB = 1001;
const CAROL = 1002;
const DAVE = 1003;

/** Alice is long one BTC at 10,000 with 100 USDT of margin (100 x), Bob is short; nobody else is in the book. */
function stage(
  options: { restarts?: boolean; insurance?: bigint; bob?: number; feePpm?: number } = {},
): Stage {
  const s = new Stage({
    restarts: options.restarts ?? false,
    listing: { liquidationFeePpm: options.feePpm ?? 5_000 },
  });
  for (const user of [ALICE, BOB, CAROL, DAVE]) s.user(user, 20_000n);
  s.tick(1_000_000);
  s.leverage(ALICE, 100);
  s.leverage(BOB, options.bob ?? 2);
  const insurance = options.insurance ?? 0n;
  if (insurance > 0n) {
    s.system({ type: 'fundInsurance', assetId: USDT, amount: (insurance * U) as Amount, fromUserId: 0 });
  }
  s.sell(BOB, 1_000, 1_000_000);
  s.buy(ALICE, 1_000, 1_000_000);
  return s;
}

describe.each([false, true])('liquidation (restarts: %s)', (restarts) => {
  it('comes exactly at the shown price and not a tick before', () => {
    const s = stage({ restarts });
    // (9,900 / 0.995) = 9,949.748..., so 9,949.74 is liquidated and 9,949.75 is not
    expect(s.position(ALICE).liquidationTicks).toBe(994_974);
    s.sure(CAROL, { type: 'setLeverage', symbolId: PERP, leverage: 1 });
    s.buy(CAROL, 1_000, 990_000);
    s.tick(994_975);
    expect(s.all('perpetualLiquidated')).toEqual([]);
    expect(s.position(ALICE)).toMatchObject({ lots: 1_000, equity: 49_75000000n });
    s.tick(994_974);
    expect(s.all('perpetualLiquidated')).toHaveLength(1);
  });

  it('warns before, once', () => {
    const s = stage({ restarts });
    s.tick(996_200);
    expect(s.all('perpetualWarning')).toMatchObject([{ userId: ALICE, equity: 62n * U }]);
    s.tick(996_100);
    s.tick(996_200);
    expect(s.all('perpetualWarning')).toHaveLength(1);
    const { positionId } = s.position(ALICE);
    s.sure(ALICE, { type: 'adjustMargin', positionId, amount: (500n * U) as Amount });
    s.sure(ALICE, { type: 'adjustMargin', positionId, amount: (-450n * U) as Amount });
    s.tick(991_200);
    expect(s.all('perpetualWarning')).toHaveLength(1);
    s.tick(991_100);
    expect(s.all('perpetualWarning')).toHaveLength(2);
  });

  it('stops where a step has made the rest safe', () => {
    const s = stage({ restarts, feePpm: 500 });
    s.buy(CAROL, 1_000, 994_900);
    s.tick(994_900);
    const [receipt] = s.all('perpetualLiquidated');
    // 49 of equity against 49.745 needed. A quarter is closed for a fee of 1.243625: 47.756375 stand for 37.30875
    expect(receipt).toMatchObject({
      lots: 1_000,
      collateral: 100n * U,
      equity: 49n * U,
      maintenanceMicros: 49_745n * U * 1_000n,
      insuranceBefore: 0n,
      insuranceAfter: 1_24362500n,
      deleveraged: [],
      lotsLeft: 750,
      returned: 0n,
    });
    expect(receipt!.steps).toMatchObject([
      {
        lots: 250,
        filledLots: 250,
        fee: 1_24362500n,
        equityAfter: 47_75637500n,
        maintenanceMicrosAfter: 3_730_875_000n * 1_000_000n,
      },
    ]);
    expect(s.position(ALICE)).toMatchObject({ lots: 750, margin: 86_00637500n });
  });

  it('returns what is left to the user and the published fee to the insurance fund', () => {
    const s = stage({ restarts });
    s.buy(CAROL, 1_000, 994_950);
    const before = s.wallet(ALICE).available;
    s.tick(994_960);
    const [receipt] = s.all('perpetualLiquidated');
    const fees = receipt!.steps.reduce((sum, { fee }) => sum + fee, 0n);
    // sold at 9,949.50: a loss of 50.5 of the 100, a fee of half a percent of 9,949.50, cut to what is left
    expect(fees).toBe(49_50000000n);
    expect(receipt!.insuranceAfter).toBe(49_50000000n);
    expect(receipt!.lotsLeft).toBe(0);
    expect(s.wallet(ALICE).available - before).toBe(receipt!.returned);
    expect(s.wallet(ALICE).held).toBe(0n);
  });

  it('lets the insurance fund pay for fills beyond bankruptcy, as far as it goes', () => {
    const s = stage({ restarts, insurance: 30n });
    // 9,900 is bankruptcy without a fee; 9,870 takes all of the fund, 9,869.99 would take more
    s.buy(CAROL, 500, 987_000);
    s.buy(CAROL, 500, 986_999);
    s.tick(988_000);
    const [receipt] = s.all('perpetualLiquidated');
    expect(receipt!.insuranceBefore).toBe(30n * U);
    expect(receipt!.steps.reduce((sum, { filledLots }) => sum + filledLots, 0)).toBe(500);
    expect(receipt!.deleveraged).toMatchObject([{ userId: BOB, lots: 500 }]);
    expect(s.kernel.perpetual.insurance(USDT)).toBeGreaterThanOrEqual(0n);
    expect(s.kernel.perpetual.positions(ALICE)).toEqual([]);
  });

  it('takes no price further from the mark than the maintenance margin, however much the insurance fund has', () => {
    const s = stage({ restarts, insurance: 10_000n });
    s.buy(CAROL, 1_000, 988_000);
    s.tick(994_000);
    const [receipt] = s.all('perpetualLiquidated');
    // 9,940 less 49.70: Carol's bid would have cost the fund 20
    expect(receipt).toMatchObject({ steps: [], lotsLeft: 0, insuranceBefore: 10_000n * U });
    expect(receipt!.deleveraged).toMatchObject([{ userId: BOB, lots: 1_000 }]);
    expect(receipt!.insuranceAfter).toBeGreaterThan(10_000n * U);
  });

  it('deleverages at the bankruptcy price, without fees, the house first, then by score', () => {
    const s = stage({ restarts, bob: 2 });
    s.fund(HOUSE, 5_000n * U);
    // Dave shorts with 50 x, the house too: 0.3 and 0.2 BTC
    s.leverage(DAVE, 50);
    s.leverage(CAROL, 100);
    s.sell(DAVE, 300, 1_000_000);
    s.buy(CAROL, 300, 1_000_000);
    s.sure(HOUSE, {
      type: 'perpetualMassQuote',
      symbolId: PERP,
      levels: [{ side: 'sell', priceTicks: 1_000_000 as PriceTicks, lots: 200 as Lots }],
    });
    s.buy(CAROL, 200, 1_000_000);
    const { positionId } = s.position(CAROL);
    s.sure(CAROL, { type: 'adjustMargin', positionId, amount: (2_000n * U) as Amount });
    s.log.length = 0;
    s.tick(993_000);
    const [receipt] = s.all('perpetualLiquidated');
    expect(receipt).toMatchObject({ userId: ALICE, steps: [], lotsLeft: 0, insuranceBefore: 0n });
    expect(receipt!.deleveraged).toMatchObject([
      { userId: HOUSE, house: true, lots: 200 },
      { userId: DAVE, house: false, lots: 300 },
      { userId: BOB, lots: 500 },
    ]);
    const told = s.all('perpetualDeleveraged');
    // with the fee it would be 9,900 / 0.995, but of 30 that are left a fee of 49.65 can't be paid: the mark
    expect(receipt!.bankruptcyTicks).toBe(994_975);
    expect(told.map(({ priceTicks }) => priceTicks)).toEqual([993_000, 993_000, 993_000]);
    expect(told[1]).toMatchObject({ userId: DAVE, lots: 300, lotsLeft: 0, realisedPnl: 21n * U });
    expect(receipt!.insuranceAfter).toBe(30n * U);
    expect(s.entries('perpetual-fee')).toEqual([]);
    expect(s.kernel.perpetual.position(receipt!.positionId)).toBeNull();
  });

  it('deleverages below nothing at the price that leaves nothing, and takes no fee for it', () => {
    const s = stage({ restarts });
    s.tick(985_000);
    const [receipt] = s.all('perpetualLiquidated');
    expect(receipt).toMatchObject({ equity: -50n * U, insuranceBefore: 0n, insuranceAfter: 0n, lotsLeft: 0 });
    expect(s.all('perpetualDeleveraged')).toMatchObject([
      { userId: BOB, lots: 1_000, priceTicks: 990_000, realisedPnl: 100n * U },
    ]);
  });

  it('is left alone while the index is stale, while the symbol is halted, and by prices of the past', () => {
    const s = stage({ restarts });
    s.nowMs += 60_000;
    const quotes = [
      {
        venueId: 1,
        symbolId: 1,
        bidTicks: 900_000 as PriceTicks,
        askTicks: 900_000 as PriceTicks,
        venueTimeMs: s.nowMs - 5_500,
      },
    ];
    s.system({ type: 'indexTick', tickNo: Math.floor((s.nowMs - 5_500) / 250), quotes });
    expect(s.kernel.perpetual.mark(PERP)!.markTicks).toBe(900_000);
    s.tick(0);
    s.tick(0);
    expect(s.kernel.perpetual.mark(PERP)).toMatchObject({ indexTicks: null, markTicks: 900_000 });
    s.system({ type: 'setPerpetualState', symbolId: PERP, state: 'halted', reason: 'A test' });
    s.tick(900_000);
    expect(s.all('perpetualLiquidated')).toEqual([]);
    s.system({ type: 'setPerpetualState', symbolId: PERP, state: 'trading', reason: '' });
    s.tick(900_000);
    expect(s.all('perpetualLiquidated')).toHaveLength(1);
  });

  it('cancels opening orders first and holds nothing for them any more', () => {
    const s = stage({ restarts });
    const { orderId } = s.buy(ALICE, 100, 950_000);
    s.tick(994_000);
    const [receipt] = s.all('perpetualLiquidated');
    expect(receipt!.cancelledOrders).toEqual([orderId]);
    expect(s.kernel.perpetual.openOrders(ALICE, null)).toEqual([]);
    expect(s.wallet(ALICE).held).toBe(0n);
  });
});

describe('cross margin', () => {
  it('stands with the whole wallet and counts every cross position', () => {
    const s = new Stage();
    for (const user of [BOB, CAROL]) s.user(user, 50_000n);
    s.user(ALICE, 1_000n);
    s.tick(1_000_000);
    s.leverage(ALICE, 20, 'cross');
    s.leverage(BOB, 2);
    s.sell(BOB, 1_000, 1_000_000);
    s.buy(ALICE, 1_000, 1_000_000);
    expect(s.wallet(ALICE)).toEqual({ available: 995n * U, held: 0n });
    // (10,000 - 995) / 0.995
    expect(s.position(ALICE).liquidationTicks).toBe(905_025);
    expect(s.kernel.transfer.transferable(ALICE, 'contract', 0, USDT)).toBe(495n * U);
    s.tick(980_000);
    // 200 lost, 490 needed
    expect(s.kernel.transfer.transferable(ALICE, 'contract', 0, USDT)).toBe(305n * U);
    expect(s.transfer(ALICE, 'contract', 'spot', 305n * U).ok).toBe(true);
    expect(s.transfer(ALICE, 'contract', 'spot', 1n)).toEqual({ ok: false, code: 'TRANSFER_LOCKED' });
    // (10,000 - 690) / 0.995: the transfer has moved it
    expect(s.position(ALICE).liquidationTicks).toBe(935_678);
    s.tick(935_679);
    expect(s.all('perpetualLiquidated')).toEqual([]);
    s.tick(935_678);
    expect(s.all('perpetualLiquidated')).toMatchObject([{ userId: ALICE, marginMode: 'cross', lotsLeft: 0 }]);
    expect(s.wallet(ALICE).available).toBeGreaterThanOrEqual(0n);
  });
});
