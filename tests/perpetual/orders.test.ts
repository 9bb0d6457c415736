import { idOf } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import { describe, expect, it } from 'vitest';
import { HOUSE, PERP, Stage, U, USDT } from './stage.ts';

const ALICE = 1000;
const BOB = 1001;
const CAROL = 1002;

const ticks = (price: number) => price as PriceTicks;
const lots = (count: number) => count as Lots;

/** Alice is long 0.1 BTC at 10,000 with 10 x; Bob is short and keeps the book filled on both sides. */
function stage(options: { restarts?: boolean; listing?: object } = {}): Stage {
  const s = new Stage(options);
  for (const user of [ALICE, BOB, CAROL]) s.user(user, 10_000n);
  s.tick(1_000_000);
  s.sell(BOB, 100, 1_000_000);
  s.buy(ALICE, 100, 1_000_000);
  return s;
}

const exit = (price: number, of: number | null = null, source: 'last' | 'mark' | 'index' = 'mark') => ({
  triggerTicks: ticks(price),
  source,
  lots: of === null ? null : lots(of),
});

describe.each([false, true])('take-profit and stop-loss (restarts: %s)', (restarts) => {
  it('close the position once, and the one that fires cancels the other', () => {
    const s = stage({ restarts });
    const { positionId } = s.position(ALICE);
    s.sure(ALICE, {
      type: 'setPositionExits',
      positionId,
      takeProfit: exit(1_020_000),
      stopLoss: exit(980_000),
    });
    const [profit, loss] = s.kernel.perpetual.exits(ALICE);
    expect(profit).toMatchObject({ kind: 'take-profit', twinId: loss!.exitId });
    expect(loss).toMatchObject({ kind: 'stop-loss', twinId: profit!.exitId });
    s.buy(CAROL, 200, 1_019_000);
    s.tick(1_019_999);
    expect(s.position(ALICE).lots).toBe(100);
    s.tick(1_020_000);
    expect(s.kernel.perpetual.positions(ALICE)).toEqual([]);
    expect(s.kernel.perpetual.exits(ALICE)).toEqual([]);
    expect(s.all('perpetualExitDone')).toMatchObject([
      { exitId: loss!.exitId, reason: 'twin' },
      { exitId: profit!.exitId, reason: 'triggered', priceTicks: 1_020_000 },
    ]);
    const accepted = s.all('perpetualOrderAccepted').find(({ exitId }) => exitId === profit!.exitId);
    expect(accepted).toMatchObject({ origin: 'trigger', reduceOnly: true, lots: 100, side: 'sell' });
  });

  it('close a part, and never more than there is', () => {
    const s = stage({ restarts });
    const { positionId } = s.position(ALICE);
    s.sure(ALICE, { type: 'setPositionExits', positionId, takeProfit: exit(1_010_000, 60), stopLoss: null });
    s.sure(ALICE, { type: 'setPositionExits', positionId, takeProfit: exit(1_015_000, 80), stopLoss: null });
    s.buy(CAROL, 400, 1_009_000);
    s.tick(1_010_000);
    expect(s.position(ALICE).lots).toBe(40);
    expect(s.kernel.perpetual.exits(ALICE)).toMatchObject([{ lots: 40 }]);
    s.tick(1_015_000);
    expect(s.kernel.perpetual.positions(ALICE)).toEqual([]);
  });

  it('are set by the entry order at its first fill, and follow the last price', () => {
    const s = stage({ restarts });
    s.buy(CAROL, 50, 999_000, { takeProfit: exit(1_003_000, null, 'last'), stopLoss: exit(990_000) });
    expect(s.kernel.perpetual.exits(CAROL)).toEqual([]);
    s.sell(BOB, 20, 999_000);
    expect(s.kernel.perpetual.exits(CAROL)).toHaveLength(2);
    s.sell(BOB, 30, 999_000);
    expect(s.kernel.perpetual.exits(CAROL)).toHaveLength(2);
    // a trade at the trigger: Alice buys from Bob, and Carol's exit sells to Bob's bid
    s.buy(BOB, 50, 1_002_000);
    s.sell(BOB, 1, 1_003_000);
    s.buy(ALICE, 1, 1_003_000);
    expect(s.kernel.perpetual.positions(CAROL)).toEqual([]);
  });

  it('refuse a stop beyond the liquidation price, and triggers that the price has passed', () => {
    const s = stage({ restarts });
    const { positionId, liquidationTicks } = s.position(ALICE);
    const set = (takeProfit: number | null, stopLoss: number | null) =>
      s.send(ALICE, {
        type: 'setPositionExits',
        positionId,
        takeProfit: takeProfit === null ? null : exit(takeProfit),
        stopLoss: stopLoss === null ? null : exit(stopLoss),
      });
    expect(set(null, liquidationTicks!)).toEqual({ ok: false, code: 'STOP_BEYOND_LIQUIDATION' });
    expect(set(null, liquidationTicks! + 1)).toMatchObject({ ok: true });
    expect(set(null, 1_000_000)).toEqual({ ok: false, code: 'TRIGGER_WOULD_FIRE' });
    expect(set(999_999, null)).toEqual({ ok: false, code: 'TRIGGER_WOULD_FIRE' });
    // the whole position's stop replaces the one before
    expect(set(null, 990_000)).toMatchObject({ ok: true });
    expect(s.kernel.perpetual.exits(ALICE)).toMatchObject([{ triggerTicks: 990_000 }]);
  });

  it('of an entry order are refused beyond where it would be liquidated', () => {
    const s = stage({ restarts });
    const at = (price: number) => s.order(CAROL, 'buy', 10, 1_000_000, { stopLoss: exit(price) });
    // (10,000 - 1,000) / 0.995 = 9,045.22...
    expect(at(904_522)).toEqual({ ok: false, code: 'STOP_BEYOND_LIQUIDATION' });
    expect(at(904_523)).toMatchObject({ ok: true });
  });

  it('never fire on prices of a time that is past', () => {
    const s = stage({ restarts });
    const { positionId } = s.position(ALICE);
    s.sure(ALICE, { type: 'setPositionExits', positionId, takeProfit: null, stopLoss: exit(990_000) });
    s.nowMs += 3_600_000;
    const quotes = [
      {
        venueId: 1,
        symbolId: 1,
        bidTicks: ticks(980_000),
        askTicks: ticks(980_000),
        venueTimeMs: s.nowMs - 9_000,
      },
    ];
    s.system({ type: 'indexTick', tickNo: Math.floor((s.nowMs - 9_000) / 250), quotes });
    expect(s.kernel.perpetual.exits(ALICE)).toHaveLength(1);
    s.tick(1_000_000);
    expect(s.kernel.perpetual.exits(ALICE)).toHaveLength(1);
  });
});

describe('orders', () => {
  it('wait for their trigger, hold nothing meanwhile, and are placed then', () => {
    const s = stage();
    const before = s.wallet(CAROL);
    s.buy(CAROL, 10, 1_011_000, { trigger: { triggerTicks: ticks(1_010_000), source: 'index' } });
    expect(s.wallet(CAROL)).toEqual(before);
    expect(s.kernel.perpetual.openOrders(CAROL, null)).toMatchObject([
      { trigger: { triggerTicks: 1_010_000 }, triggerDirection: 'rising' },
    ]);
    s.sell(BOB, 10, 1_010_500);
    s.tick(1_010_000);
    expect(s.position(CAROL).lots).toBe(10);
    expect(s.all('perpetualOrderTriggered')).toMatchObject([{ userId: CAROL, refused: null }]);
  });

  it('that can not be paid when they trigger end with the reason', () => {
    const s = stage();
    s.buy(CAROL, 10, 1_011_000, { trigger: { triggerTicks: ticks(1_010_000), source: 'mark' } });
    const most = s.kernel.transfer.transferable(CAROL, 'contract', 0, USDT);
    s.transfer(CAROL, 'contract', 'spot', most);
    s.tick(1_010_000);
    expect(s.all('perpetualOrderTriggered')).toMatchObject([{ refused: 'INSUFFICIENT_BALANCE' }]);
    expect(s.all('perpetualOrderDone').at(-1)).toMatchObject({ userId: CAROL, reason: 'refused' });
    expect(s.kernel.perpetual.openOrders(CAROL, null)).toEqual([]);
  });

  it('that only reduce are cut to what is left, the newest first', () => {
    const s = stage();
    const first = s.sell(ALICE, 60, 1_010_000, { reduceOnly: true });
    const second = s.sell(ALICE, 100, 1_020_000, { reduceOnly: true });
    expect(s.kernel.perpetual.openOrders(ALICE, null)).toMatchObject([{ lots: 60 }, { lots: 40 }]);
    expect(s.order(ALICE, 'sell', 1, 1_030_000, { reduceOnly: true })).toEqual({
      ok: false,
      code: 'REDUCE_ONLY_REJECTED',
    });
    // they hold nothing, and a market close still works: what it leaves of the position covers the oldest
    s.buy(CAROL, 30, 999_000);
    s.sell(ALICE, 30, null, { reduceOnly: true });
    expect(s.kernel.perpetual.openOrders(ALICE, null)).toMatchObject([
      { orderId: idOf(first), lots: 60 },
      { orderId: idOf(second), lots: 10 },
    ]);
    expect(s.all('perpetualOrderCut')).toMatchObject([{ removedLots: 30, lots: 10 }]);
    s.buy(CAROL, 70, 999_000);
    s.sell(ALICE, 70, null, { reduceOnly: true });
    expect(s.kernel.perpetual.openOrders(ALICE, null)).toEqual([]);
    expect(s.kernel.perpetual.positions(ALICE)).toEqual([]);
  });

  it('turn a one-way position around in one fill, which names both', () => {
    const s = stage();
    const old = s.position(ALICE).positionId;
    s.buy(CAROL, 150, 1_000_000);
    s.sell(ALICE, 150, 1_000_000);
    expect(s.position(ALICE)).toMatchObject({ direction: 'short', lots: 50, margin: 50n * U });
    expect(s.position(ALICE).positionId).not.toBe(old);
    expect(s.all('perpetualTrade').at(-1)!.taker).toMatchObject({
      closedPositionId: old,
      positionId: s.position(ALICE).positionId,
      closedLots: 100,
      heldLots: 100,
      heldCost: 1_000n * U,
      realisedPnl: 0n,
    });
  });

  it('do not meet their own, nor the house another house', () => {
    const s = stage();
    const { orderId } = s.sell(CAROL, 10, 1_001_000);
    s.buy(CAROL, 10, 1_001_000);
    expect(s.all('perpetualOrderDone')).toContainEqual(
      expect.objectContaining({ orderId, reason: 'self-trade', removedLots: 10 }),
    );
    s.system({ type: 'openAccount', accountUserId: 2, kind: 'house' });
    for (const house of [HOUSE, 2]) s.fund(house, 10_000n * U);
    s.sure(HOUSE, {
      type: 'perpetualMassQuote',
      symbolId: PERP,
      levels: [{ side: 'sell', priceTicks: ticks(1_002_000), lots: lots(5) }],
    });
    s.sure(2, {
      type: 'perpetualMassQuote',
      symbolId: PERP,
      levels: [{ side: 'buy', priceTicks: ticks(1_002_000), lots: lots(5) }],
    });
    expect(s.kernel.perpetual.positions(HOUSE)).toEqual([]);
    expect(s.kernel.perpetual.openOrders(HOUSE, null)).toEqual([]);
  });

  it('leave the book when their user can pay for them no more', () => {
    const s = stage();
    s.leverage(CAROL, 5, 'cross');
    const { orderId } = s.buy(CAROL, 100, 990_000);
    s.buy(CAROL, 4_000, 1_000_000);
    s.sell(BOB, 4_000, 1_000_000);
    // Carol has lost most of her wallet by now: her bid is worth less than what her position needs
    s.tick(840_000);
    s.sell(BOB, 10, 840_000);
    expect(s.all('perpetualOrderDone')).toContainEqual(
      expect.objectContaining({ orderId, reason: expect.stringMatching(/margin|liquidation/) }),
    );
  });

  it('are refused where they would be liquidated at once or where the leverage is too high for their size', () => {
    const s = stage();
    s.leverage(CAROL, 100);
    expect(s.order(CAROL, 'buy', 10, 1_006_000)).toEqual({ ok: false, code: 'PRICE_BEYOND_LIQUIDATION' });
    expect(s.order(CAROL, 'buy', 10, 1_004_000)).toMatchObject({ ok: true });
    expect(s.order(CAROL, 'buy', 5_001, 1_000_000)).toEqual({ ok: false, code: 'LEVERAGE_TOO_HIGH' });
    expect(s.order(CAROL, 'buy', 1, 1_200_000)).toEqual({ ok: false, code: 'PRICE_OUT_OF_BAND' });
    expect(s.order(CAROL, 'buy', 1, 1_000_000, { positionSide: 'long' })).toEqual({
      ok: false,
      code: 'POSITION_SIDE_MISMATCH',
    });
  });

  it('only reduce while the index is stale', () => {
    const s = stage();
    s.tick(0);
    expect(s.kernel.perpetual.mark(PERP)).toMatchObject({ indexTicks: null, markTicks: 1_000_000 });
    expect(s.order(CAROL, 'buy', 1, 1_000_000)).toEqual({ ok: false, code: 'INDEX_STALE' });
    s.buy(BOB, 50, 1_000_000, { reduceOnly: true });
    s.sell(ALICE, 50, null, { reduceOnly: true });
    expect(s.position(ALICE).lots).toBe(50);
  });

  it('of all symbols are cancelled and positions closed by one key', () => {
    const s = stage();
    s.sell(ALICE, 10, 1_050_000, { reduceOnly: true });
    s.buy(ALICE, 10, 950_000);
    s.buy(CAROL, 100, 999_000);
    s.sure(ALICE, { type: 'closeAllPositions', symbolIds: null });
    expect(s.kernel.perpetual.openOrders(ALICE, null)).toEqual([]);
    expect(s.kernel.perpetual.positions(ALICE)).toEqual([]);
    expect(s.wallet(ALICE).held).toBe(0n);
  });
});

describe('settings', () => {
  it('keep a long and a short position beside each other', () => {
    const s = stage();
    expect(s.send(ALICE, { type: 'setPositionMode', positionMode: 'hedge' })).toEqual({
      ok: false,
      code: 'POSITION_OPEN',
    });
    s.sure(CAROL, { type: 'setPositionMode', positionMode: 'hedge' });
    s.sell(BOB, 20, 1_000_000);
    s.buy(CAROL, 20, 1_000_000, { positionSide: 'long' });
    s.buy(BOB, 30, 999_000);
    s.sell(CAROL, 30, 999_000, { positionSide: 'short' });
    expect(s.kernel.perpetual.positions(CAROL)).toMatchObject([
      { positionSide: 'long', direction: 'long', lots: 20 },
      { positionSide: 'short', direction: 'short', lots: 30 },
    ]);
    // against a side is only less of it: 20 of 25 are taken
    s.buy(BOB, 25, 999_000);
    s.sell(CAROL, 25, 999_000, { positionSide: 'long' });
    expect(s.kernel.perpetual.positions(CAROL)).toMatchObject([{ positionSide: 'short', lots: 30 }]);
  });

  it('change the margin of an open position with the leverage, within what it needs', () => {
    const s = stage();
    s.sure(ALICE, { type: 'setLeverage', symbolId: PERP, leverage: 20 });
    expect(s.position(ALICE).margin).toBe(50n * U);
    s.sure(ALICE, { type: 'setLeverage', symbolId: PERP, leverage: 5 });
    expect(s.position(ALICE).margin).toBe(200n * U);
    s.tick(900_000);
    expect(s.send(ALICE, { type: 'setLeverage', symbolId: PERP, leverage: 100 })).toEqual({
      ok: false,
      code: 'MARGIN_TOO_LOW',
    });
    const { positionId } = s.position(ALICE);
    const adjust = (amount: bigint) =>
      s.send(ALICE, { type: 'adjustMargin', positionId, amount: amount as Amount });
    // 100 of equity stay, 180 are asked for at 5 x
    expect(adjust(-1n)).toEqual({ ok: false, code: 'MARGIN_TOO_LOW' });
    expect(adjust(100n * U)).toMatchObject({ ok: true });
    expect(adjust(-20n * U)).toMatchObject({ ok: true });
    expect(adjust(-1n)).toEqual({ ok: false, code: 'MARGIN_TOO_LOW' });
    expect(adjust(100_000n * U)).toEqual({ ok: false, code: 'INSUFFICIENT_BALANCE' });
  });

  it('stay while there are orders', () => {
    const s = stage();
    s.buy(CAROL, 10, 950_000);
    const cross = { type: 'setMarginMode', symbolId: PERP, marginMode: 'cross' } as const;
    expect(s.send(CAROL, cross)).toEqual({ ok: false, code: 'POSITION_OPEN' });
    s.sure(CAROL, { type: 'cancelPerpetualOrders', symbolId: null });
    expect(s.send(CAROL, cross)).toMatchObject({ ok: true });
    expect(s.kernel.perpetual.settings(CAROL, PERP)).toMatchObject({ marginMode: 'cross', leverage: 10 });
  });
});
