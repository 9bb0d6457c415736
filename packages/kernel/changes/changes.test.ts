import type { Amount, Lots } from '@candor/money';
import { TERMS_NOTICE_MS } from '@candor/rules';
import { beforeEach, describe, expect, test } from 'vitest';
import { BTC, HOUSE, LIST, PERP, SPOT, Stage, U, USDT } from '../../../tests/perpetual/stage.ts';
import type { Command, TermsChange } from '../commands.ts';
import type { KernelEvent, Outcome } from '../events.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ALICE = 10;
const REASON = 'Volatility of the last weeks';
const TICKS = 5_000_000;

const tighter = (symbolId = PERP): TermsChange => ({
  type: 'setPerpetualTiers',
  symbolId,
  tiers: [
    { floorNotional: 0n as Amount, mmrPpm: 40_000, maxLeverage: 20 },
    { floorNotional: (50_000n * U) as Amount, mmrPpm: 60_000, maxLeverage: 10 },
  ],
});
const limits = (more: Partial<Extract<TermsChange, { type: 'setSymbolLimits' }>> = {}): TermsChange => ({
  type: 'setSymbolLimits',
  symbolId: SPOT,
  minNotional: (10n * U) as Amount,
  maxLots: 1_000_000 as Lots,
  maxOpenOrders: 50,
  priceBandPpm: 50_000,
  ...more,
});
const fees = (takerPpm: number): TermsChange => ({
  type: 'setFeeTiers',
  volumeAssetId: USDT,
  tiers: [{ minVolume: 0n, makerPpm: 100, takerPpm, perpetualMakerPpm: 100, perpetualTakerPpm: takerPpm }],
});
const asset = (hourlyRatePpb: number): TermsChange => ({
  type: 'setMarginAsset',
  assetId: USDT,
  borrowable: true,
  hourlyRatePpb,
  haircutPpm: 1_000_000,
  maxBorrow: (10_000n * U) as Amount,
});

let stage: Stage;

beforeEach(() => {
  stage = new Stage();
  stage.user(HOUSE, 10_000_000n);
  stage.user(ALICE, 10_000n);
  stage.tick(TICKS);
});

/** The first whole minute that leaves a change its notice, and so many minutes more. */
const earliest = (change: TermsChange, minutes = 0) =>
  Math.ceil((stage.nowMs + TERMS_NOTICE_MS[change.type]) / MINUTE_MS) * MINUTE_MS + minutes * MINUTE_MS;

const announce = (change: TermsChange, effectiveMs = earliest(change), reason = REASON): Outcome =>
  stage.send(0, { type: 'scheduleChange', effectiveMs, reason, change });

/** Index ticks up to a time, none later than a second after the one before: no downtime. */
function passTo(timeMs: number, stepMs = 1_000): void {
  while (stage.nowMs < timeMs) stage.tick(TICKS, Math.min(stepMs, timeMs - stage.nowMs));
}

const codeOf = (outcome: Outcome) => (outcome.ok ? null : outcome.code);
const ended = (events: readonly KernelEvent[]) => events.filter(({ type }) => type === 'changeEnded');

describe('an announcement', () => {
  test('leaves the terms as they stand and is read by everybody', () => {
    const effectiveMs = earliest(tighter());
    expect(announce(tighter())).toEqual({ ok: true, kind: 'plain' });
    const announced = {
      changeNo: 1,
      announcedMs: stage.nowMs,
      effectiveMs,
      reason: REASON,
      change: tighter(),
    };
    expect(stage.events).toEqual([{ type: 'changeAnnounced', ...announced }]);
    expect(stage.kernel.announcedChanges()).toEqual([announced]);
    expect(stage.info().tiers).toEqual(LIST.tiers);
    passTo(stage.nowMs + 10_000);
    expect(stage.info().tiers).toEqual(LIST.tiers);
  });

  test('gives each kind of change its notice, to the minute', () => {
    const kinds: readonly TermsChange[] = [
      tighter(),
      limits(),
      fees(900),
      asset(1),
      { ...limits(), type: 'setPerpetualLimits', symbolId: PERP } as TermsChange,
    ];
    for (const change of kinds) {
      expect(codeOf(announce(change, earliest(change) - MINUTE_MS))).toBe('CHANGE_TOO_SOON');
      expect(codeOf(announce(change, earliest(change) + 1))).toBe('INVALID_COMMAND');
      expect(codeOf(announce(change, earliest(change) + 91 * 24 * HOUR_MS))).toBe('INVALID_COMMAND');
      expect(codeOf(announce(change))).toBeNull();
      expect(codeOf(announce(change, earliest(change, 5)))).toBe('CHANGE_PENDING');
    }
    expect(stage.kernel.announcedChanges()).toHaveLength(kinds.length);
  });

  test('is checked as a whole when it is made', () => {
    const [first, second] = (tighter() as Extract<TermsChange, { type: 'setPerpetualTiers' }>).tiers;
    const wrong: readonly TermsChange[] = [
      { type: 'setPerpetualTiers', symbolId: PERP, tiers: [second!, first!] },
      { type: 'setPerpetualTiers', symbolId: SPOT, tiers: [first!] },
      limits({ priceBandPpm: 1_000_001 }),
      limits({ maxLots: 0 as Lots }),
      limits({ minNotional: -1n as Amount }),
      limits({ symbolId: 99 }),
      fees(1_000_000),
      asset(-1),
    ];
    for (const change of wrong) expect(announce(change).ok).toBe(false);
    expect(announce(tighter(), undefined, 'why').ok).toBe(false);
    expect(stage.kernel.announcedChanges()).toEqual([]);
  });

  test('is the only way to change limits and tiers, and no user’s', () => {
    for (const change of [tighter(), limits()]) {
      expect(codeOf(stage.send(0, change))).toBe('NOT_PERMITTED');
      const effectiveMs = earliest(change);
      const command: Command = { type: 'scheduleChange', effectiveMs, reason: REASON, change };
      expect(codeOf(stage.send(ALICE, command))).toBe('NOT_PERMITTED');
    }
  });

  test('can be withdrawn: what stands stays', () => {
    announce(tighter());
    const withdrawal = { type: 'withdrawChange', changeNo: 1, reason: 'Not needed any more' } as const;
    expect(stage.send(0, withdrawal).ok).toBe(true);
    expect(codeOf(stage.send(0, withdrawal))).toBe('UNKNOWN_CHANGE');
    expect(stage.kernel.endedChanges()).toMatchObject([
      { changeNo: 1, end: 'withdrawn', endedMs: stage.nowMs, endReason: 'Not needed any more' },
    ]);
    passTo(earliest(tighter()), 3_000_000);
    expect(stage.info().tiers).toEqual(LIST.tiers);
    expect(codeOf(announce(tighter()))).toBeNull();
  });
});

describe('at its time', () => {
  test('tiers hold for open positions: the leverage stays, what lies too near is liquidated, then and not before', () => {
    stage.leverage(ALICE, 50);
    stage.sell(HOUSE, 100, TICKS);
    stage.buy(ALICE, 100, TICKS);
    const before = stage.position(ALICE);
    announce(tighter());
    const effectiveMs = earliest(tighter());
    passTo(effectiveMs - 250, 3_600_000);
    expect(stage.position(ALICE)).toMatchObject({ leverage: 50, liquidationTicks: before.liquidationTicks });
    passTo(effectiveMs);
    expect(ended(stage.events)).toMatchObject([{ changeNo: 1, end: 'applied', endedMs: effectiveMs }]);
    expect(stage.info()).toMatchObject({ tiers: (tighter() as { tiers: unknown }).tiers, maxLeverage: 20 });
    expect(stage.all('perpetualLiquidated')).toMatchObject([{ userId: ALICE, symbolId: PERP }]);
    const [change, liquidation] = [
      stage.events.findIndex(({ type }) => type === 'changeEnded'),
      stage.events.findIndex(({ type }) => type === 'perpetualLiquidated'),
    ];
    expect(change).toBeLessThan(liquidation);
  });

  test('a position with enough behind it stays, at a leverage that a new order could not have', () => {
    stage.leverage(ALICE, 50, 'cross');
    stage.sell(HOUSE, 10, TICKS);
    stage.buy(ALICE, 10, TICKS);
    announce(tighter());
    passTo(earliest(tighter()), 3_600_000);
    expect(stage.position(ALICE)).toMatchObject({ lots: 10, leverage: 50 });
    expect(codeOf(stage.order(ALICE, 'buy', 10, TICKS - 10))).toBe('LEVERAGE_TOO_HIGH');
    expect(stage.send(ALICE, { type: 'setLeverage', symbolId: PERP, leverage: 20 }).ok).toBe(true);
    expect(stage.order(ALICE, 'buy', 10, TICKS - 10).ok).toBe(true);
  });

  test('limits hold for new orders, and those that rest stay', () => {
    stage.system({
      type: 'practiceFunds',
      accountUserId: ALICE,
      assetId: USDT,
      amount: (1_000n * U) as Amount,
    });
    const order = {
      type: 'placeOrder',
      symbolId: SPOT,
      side: 'buy',
      orderType: 'limit',
      timeInForce: 'GTC',
      postOnly: false,
      priceTicks: TICKS - 100_000,
      lots: 10,
      quoteAmount: null,
      clientOrderId: null,
    } as unknown as Command;
    expect(stage.send(ALICE, order).ok).toBe(true);
    announce(limits());
    passTo(earliest(limits()), 600_000);
    expect(stage.kernel.symbols()[0]).toMatchObject({
      minNotional: 10n * U,
      maxLots: 1_000_000,
      maxOpenOrders: 50,
      priceBandPpm: 50_000,
    });
    expect(stage.kernel.spot.openOrders(ALICE, SPOT)).toHaveLength(1);
    expect(codeOf(stage.send(ALICE, order))).toBe('NOTIONAL_TOO_SMALL');
    const far = { ...order, priceTicks: TICKS - 300_000, lots: 100 } as unknown as Command;
    expect(codeOf(stage.send(ALICE, far))).toBe('PRICE_OUT_OF_BAND');
  });

  test('limits of a perpetual hold for new orders', () => {
    const { minNotional, maxLots, priceBandPpm } = {
      minNotional: 100n * U,
      maxLots: 50,
      priceBandPpm: 20_000,
    };
    const change = {
      type: 'setPerpetualLimits',
      symbolId: PERP,
      minNotional,
      maxLots,
      maxOpenOrders: 9,
      priceBandPpm,
    } as unknown as TermsChange;
    announce(change);
    passTo(earliest(change), 600_000);
    expect(stage.info()).toMatchObject({ minNotional, maxLots, maxOpenOrders: 9, priceBandPpm });
    expect(codeOf(stage.order(ALICE, 'buy', 51, TICKS))).toBe('QUANTITY_INVALID');
    expect(codeOf(stage.order(ALICE, 'buy', 1, TICKS))).toBe('NOTIONAL_TOO_SMALL');
    expect(codeOf(stage.order(ALICE, 'buy', 10, TICKS - 110_000))).toBe('PRICE_OUT_OF_BAND');
  });

  test('a fee holds from its minute on: a fill in the minute before pays the old one', () => {
    stage.system({ ...fees(500) } as Command);
    announce(fees(900));
    const effectiveMs = earliest(fees(900));
    const takerFee = () => {
      stage.sell(HOUSE, 100, TICKS);
      stage.buy(ALICE, 100, null);
      return -stage
        .entries('perpetual-fee')
        .at(-1)!
        .postings.find(({ account }) => account % 1 === 0)!.amount;
    };
    passTo(effectiveMs - 250, 3_600_000);
    const before = takerFee();
    passTo(effectiveMs);
    const after = takerFee();
    expect(after * 5n).toBe(before * 9n);
  });

  test('several of one time apply in the order of their announcement', () => {
    const at = earliest(tighter(), 10);
    for (const change of [fees(900), tighter(), limits()]) expect(announce(change, at).ok).toBe(true);
    expect(stage.kernel.announcedChanges().map(({ changeNo }) => changeNo)).toEqual([1, 2, 3]);
    passTo(at, 3_600_000);
    expect(ended(stage.events).map((event) => 'changeNo' in event && event.changeNo)).toEqual([1, 2, 3]);
    expect(stage.kernel.announcedChanges()).toEqual([]);
  });
});

describe('with loans', () => {
  /** Alice owes 1,000 USDT against bitcoins at 10,000 ppb an hour. */
  function borrow(): void {
    const units = (1_000n * U) as Amount;
    stage.system({ type: 'fundMarginPool', into: 'pool', assetId: USDT, amount: (100_000n * U) as Amount });
    stage.system(asset(10_000) as Command);
    stage.system({ ...asset(0), assetId: BTC } as Command);
    stage.system({
      type: 'setMarginTerms',
      symbolId: 0,
      valueAssetId: USDT,
      maxLeverage: 3,
      transferPpm: 2_000_000,
      callPpm: 1_200_000,
      liquidationPpm: 1_100_000,
      saleBandPpm: 50_000,
    });
    stage.system({ type: 'practiceFunds', accountUserId: ALICE, assetId: BTC, amount: U as Amount });
    stage.sure(ALICE, {
      type: 'transfer',
      from: 'spot',
      to: 'margin-cross',
      fromSymbolId: 0,
      toSymbolId: 0,
      assetId: BTC,
      amount: U as Amount,
    });
    stage.sure(ALICE, { type: 'borrow', wallet: 'margin-cross', symbolId: 0, assetId: USDT, amount: units });
  }
  const rates = () =>
    stage.all('marginHour').map(({ hourMs, rates: [rate] }) => [hourMs, rate!.hourlyRatePpb]);

  test('the hour that begins at a change of its rate takes the new one', () => {
    borrow();
    const hour = Math.ceil(earliest(asset(20_000)) / HOUR_MS) * HOUR_MS;
    announce(asset(20_000), hour);
    passTo(hour - 10_000, HOUR_MS);
    passTo(hour + 10_000, 2_500);
    passTo(hour + HOUR_MS, HOUR_MS);
    expect(rates().slice(-3)).toEqual([
      [hour - HOUR_MS, 10_000],
      [hour, 20_000],
      [hour + HOUR_MS, 20_000],
    ]);
  });

  test('hours of a downtime are charged by the rate from before it', () => {
    borrow();
    const hour = Math.ceil(earliest(asset(20_000)) / HOUR_MS) * HOUR_MS;
    announce(asset(20_000), hour);
    passTo(hour - HOUR_MS + 1_000, HOUR_MS);
    passTo(hour + 2 * HOUR_MS + 1_000, 9 * HOUR_MS);
    expect(rates().slice(-4)).toEqual([
      [hour - HOUR_MS, 10_000],
      [hour, 10_000],
      [hour + HOUR_MS, 10_000],
      [hour + 2 * HOUR_MS, 10_000],
    ]);
    passTo(hour + 3 * HOUR_MS, HOUR_MS);
    expect(rates().at(-1)).toEqual([hour + 3 * HOUR_MS, 20_000]);
  });
});

test('a kernel that is loaded before each command does the same', () => {
  const run = (restarts: boolean) => {
    stage = new Stage({ restarts });
    stage.user(HOUSE, 10_000_000n);
    stage.user(ALICE, 10_000n);
    stage.tick(TICKS);
    stage.leverage(ALICE, 20);
    stage.sell(HOUSE, 40, TICKS);
    stage.buy(ALICE, 40, TICKS);
    for (const change of [limits(), fees(700), tighter()]) announce(change);
    stage.send(0, { type: 'withdrawChange', changeNo: 2, reason: 'Not needed any more' });
    passTo(earliest(tighter()) + MINUTE_MS, 1_800_000);
    for (const ticks of [TICKS - 40_000, TICKS - 80_000, TICKS - 120_000]) stage.tick(ticks);
    return {
      log: stage.log,
      hash: stage.kernel.stateHash(),
      liquidated: stage.all('perpetualLiquidated').length,
    };
  };
  const live = run(false);
  expect(run(true)).toEqual(live);
  expect(live.liquidated).toBe(1);
});
