import { walletAccount } from '@candor/kernel';
import { describe, expect, it } from 'vitest';
import * as oracle from '../oracles/margin.ts';
import {
  ALICE,
  Bench,
  BOB,
  BTC,
  BTC_USDT,
  COIN,
  ETH,
  eventsOf,
  FUNDS,
  finish,
  HOUR_MS,
  INSURANCE,
  MAKER,
  POOL,
  RATE_PPB,
  ready,
  ticks,
  USDT,
  units,
} from './bench.ts';

describe('borrowing', () => {
  it('lends out of the pool, books the debt against the receivable and charges the first hour at once', () => {
    const bench = ready();
    const { events, outcome } = bench.mustDo(ALICE, bench.borrow(USDT, 30_000n * COIN));
    expect(outcome).toMatchObject({ ok: true, kind: 'loan', loanId: expect.any(Number) });
    const firstHour = oracle.interest([{ principal: 30_000n * COIN, ratePpb: RATE_PPB }]);
    expect(firstHour).toBe((3n * COIN) / 10n);
    expect(bench.balance(ALICE, USDT)).toBe(30_000n * COIN);
    expect(bench.house(USDT)).toEqual({
      assetId: USDT,
      pool: POOL[USDT]! - 30_000n * COIN,
      insurance: INSURANCE,
      receivable: 30_000n * COIN + firstHour,
    });
    expect(bench.wallet(ALICE)).toMatchObject({
      loans: [{ assetId: USDT, principal: 30_000n * COIN, interest: firstHour }],
      risk: { riskPpm: 2_583_307n },
    });
    expect(eventsOf(events, 'marginBorrowed')).toMatchObject([
      { userId: ALICE, wallet: 'margin-cross', amount: 30_000n * COIN, firstHour, principal: 30_000n * COIN },
    ]);
    expect(eventsOf(events, 'entry').map(({ kind }) => kind)).toEqual(['margin-borrow', 'margin-interest']);
    finish(bench);
  });

  it('goes exactly as far as the leverage, and says what bounds it', () => {
    const bench = ready();
    const most = bench.kernel.margin.preview(ALICE, 'margin-cross', 0, USDT, units(0n))!.most;
    expect(most).toBe(9_499_715_008_547n);
    expect(bench.refusal(ALICE, bench.borrow(USDT, most + 1n))).toBe('MARGIN_RISK_TOO_HIGH');
    const preview = bench.kernel.margin.preview(ALICE, 'margin-cross', 0, USDT, most)!;
    bench.mustDo(ALICE, bench.borrow(USDT, most));
    expect(bench.wallet(ALICE).risk!.riskPpm).toBe(preview.riskAfterPpm);
    expect(preview.riskAfterPpm).toBe(1_500_000n);
    expect(bench.refusal(ALICE, bench.borrow(USDT, 1n))).toBe('MARGIN_RISK_TOO_HIGH');
    finish(bench);
  });

  it('refuses what is not lent, too much for one wallet, an empty pool, strangers and the house', () => {
    const bench = ready();
    bench.moveIn(ALICE, USDT, 100_000n * COIN);
    bench.moveIn(ALICE, BTC, 9n * COIN);
    expect(bench.refusal(ALICE, bench.borrow(ETH, COIN))).toBe('MARGIN_NOT_BORROWABLE');
    expect(bench.refusal(ALICE, bench.borrow(USDT, 400_000n * COIN + 1n))).toBe('MARGIN_BORROW_LIMIT');
    bench.mustDo(0, {
      type: 'setMarginAsset',
      assetId: BTC,
      borrowable: true,
      hourlyRatePpb: RATE_PPB,
      haircutPpm: 950_000,
      maxBorrow: units(1_000n * COIN),
    });
    bench.moveIn(BOB, USDT, FUNDS[USDT]!);
    bench.moveIn(BOB, BTC, FUNDS[BTC]!);
    bench.mustDo(ALICE, bench.borrow(BTC, 20n * COIN));
    bench.mustDo(BOB, bench.borrow(BTC, 20n * COIN));
    expect(bench.refusal(BOB, bench.borrow(BTC, 10n * COIN + 1n))).not.toBeNull();
    expect(bench.refusal(ALICE, bench.borrow(USDT, 0n))).toBe('QUANTITY_INVALID');
    expect(bench.refusal(ALICE, bench.borrow(USDT, -1n))).toBe('QUANTITY_INVALID');
    expect(bench.refusal(ALICE, bench.borrow(USDT, COIN, 2))).toBe('MARGIN_NOT_OFFERED');
    expect(bench.refusal(ALICE, bench.borrow(USDT, COIN, 99))).toBe('UNKNOWN_SYMBOL');
    expect(bench.refusal(ALICE, bench.borrow(9, COIN))).toBe('MARGIN_NOT_OFFERED');
    expect(bench.refusal(4_000, bench.borrow(USDT, COIN))).toBe('UNKNOWN_ACCOUNT');
    expect(bench.refusal(MAKER, bench.borrow(USDT, COIN))).toBe('NOT_PERMITTED');
    expect(bench.refusal(0, bench.borrow(USDT, COIN))).toBe('NOT_PERMITTED');
    expect(
      bench.refusal(ALICE, { type: 'fundMarginPool', into: 'pool', assetId: USDT, amount: units(1n) }),
    ).toBe('NOT_PERMITTED');
    finish(bench);
  });

  it('leaves no trace where it is refused', () => {
    const bench = new Bench();
    bench.tick(50_000);
    const before = bench.kernel.stateHash();
    const seq = bench.kernel.seq;
    expect(bench.refusal(BOB, bench.borrow(USDT, COIN))).toBe('MARGIN_RISK_TOO_HIGH');
    expect(bench.refusal(BOB, bench.order('buy', 50_000, 100))).toBe('INSUFFICIENT_BALANCE');
    expect(bench.refusal(BOB, bench.repay(USDT, null))).toBe('MARGIN_NO_DEBT');
    expect(bench.kernel.seq).toBe(seq + 3);
    expect(bench.kernel.margin.wallets(BOB)).toEqual([]);
    expect(bench.kernel.stateHash()).not.toBe(before);
    expect(bench.kernel.ledgerSums().every(({ sum }) => sum === 0n)).toBe(true);
    finish(bench);
  });

  it('lends nothing at an index that is stale or too old', () => {
    const bench = ready();
    bench.nowMs += 10_001;
    expect(bench.refusal(ALICE, bench.borrow(USDT, COIN))).toBe('INDEX_STALE');
    bench.tick(null, 2_000);
    expect(bench.wallet(ALICE).risk).toBeNull();
    expect(bench.refusal(ALICE, bench.borrow(USDT, COIN))).toBe('INDEX_STALE');
    bench.tick(50_000);
    bench.mustDo(ALICE, bench.borrow(USDT, COIN));
    finish(bench);
  });

  it('of an isolated wallet goes by its own leverage and its own collateral alone', () => {
    const bench = ready(BTC_USDT);
    bench.moveIn(ALICE, USDT, 50_000n * COIN);
    const most = () => bench.kernel.margin.preview(ALICE, 'margin-isolated', BTC_USDT, USDT, units(0n))!.most;
    const atFive = most();
    bench.mustDo(ALICE, { type: 'setMarginLeverage', symbolId: BTC_USDT, leverage: 2 });
    expect(most()).toBeLessThan(atFive);
    // 2 x 1.00001 x <= 47,500 + x
    expect(most()).toBe(4_749_905_001_898n);
    for (const leverage of [1, 6, 2.5, -3, Number.NaN]) {
      expect(bench.refusal(ALICE, { type: 'setMarginLeverage', symbolId: BTC_USDT, leverage })).toBe(
        'MARGIN_LEVERAGE_INVALID',
      );
    }
    expect(bench.refusal(ALICE, { type: 'setMarginLeverage', symbolId: 2, leverage: 2 })).toBe(
      'MARGIN_NOT_OFFERED',
    );
    expect(bench.refusal(ALICE, bench.borrow(ETH, COIN, BTC_USDT))).toBe('MARGIN_NOT_BORROWABLE');
    bench.mustDo(ALICE, bench.borrow(USDT, 1_000n * COIN, BTC_USDT));
    expect(bench.wallet(ALICE).loans).toEqual([]);
    expect(bench.wallet(ALICE, BTC_USDT).loans).toHaveLength(1);
    finish(bench);
  });
});

describe('interest and repayment', () => {
  it('accrues by the started hour and is paid before the principal', () => {
    const bench = ready();
    bench.mustDo(ALICE, bench.borrow(USDT, 1_000n * COIN));
    const started = Math.floor(bench.nowMs / HOUR_MS);
    bench.nowMs = (started + 3) * HOUR_MS;
    bench.mustDo(0, { type: 'tick' });
    const hours = Array.from({ length: 4 }, () => ({ principal: 1_000n * COIN, ratePpb: RATE_PPB }));
    expect(bench.wallet(ALICE).loans[0]!.interest).toBe(oracle.interest(hours));
    bench.mustDo(ALICE, bench.repay(USDT, COIN / 100n));
    expect(bench.wallet(ALICE).loans[0]).toMatchObject({
      principal: 1_000n * COIN,
      interest: (3n * COIN) / 100n,
    });
    const { events } = bench.mustDo(ALICE, bench.repay(USDT, COIN));
    expect(eventsOf(events, 'marginRepaid')).toMatchObject([
      { interest: (3n * COIN) / 100n, principal: (97n * COIN) / 100n, by: 'owner', interestLeft: 0n },
    ]);
    expect(bench.house(USDT).pool).toBe(POOL[USDT]! - 1_000n * COIN + COIN / 100n + COIN);
    expect(bench.refusal(ALICE, bench.repay(USDT, null))).toBe('INSUFFICIENT_BALANCE');
    bench.moveIn(ALICE, USDT, 100n * COIN);
    bench.mustDo(ALICE, bench.repay(USDT, 5_000n * COIN));
    expect(bench.wallet(ALICE).loans).toEqual([]);
    expect(bench.house(USDT)).toMatchObject({
      pool: POOL[USDT]! + oracle.interest(hours),
      receivable: 0n,
    });
    expect(bench.kernel.nextDueMs).toBeGreaterThan(bench.nowMs);
    finish(bench);
  });

  it('is the same whether hours pass one by one or are caught up after a downtime', () => {
    const run = (stepMs: number) => {
      const bench = ready();
      bench.mustDo(ALICE, bench.borrow(BTC, 12_345n));
      bench.mustDo(ALICE, bench.borrow(USDT, 777_777_777n));
      const endMs = bench.nowMs + 50 * HOUR_MS;
      let hours = 0;
      while (bench.nowMs < endMs) {
        bench.nowMs = Math.min(endMs, bench.nowMs + stepMs);
        hours += eventsOf(bench.mustDo(0, { type: 'tick' }).events, 'marginHour').length;
      }
      expect(hours).toBe(50);
      bench.tick(50_000);
      bench.mustDo(ALICE, bench.repay(BTC, null));
      finish(bench);
      return { loans: bench.wallet(ALICE).loans, btc: bench.house(BTC), usdt: bench.house(USDT) };
    };
    const byTheHour = run(HOUR_MS);
    expect(run(50 * HOUR_MS)).toEqual(byTheHour);
    expect(run(7 * 60_000)).toEqual(byTheHour);
  });

  it('takes a new rate from the next started hour on', () => {
    const bench = ready();
    bench.mustDo(ALICE, bench.borrow(USDT, 1_000n * COIN));
    const setRate = (hourlyRatePpb: number) =>
      bench.mustDo(0, {
        type: 'setMarginAsset',
        assetId: USDT,
        borrowable: true,
        hourlyRatePpb,
        haircutPpm: 1_000_000,
        maxBorrow: units(1_000_000n * COIN),
      });
    setRate(3);
    bench.nowMs += HOUR_MS;
    bench.mustDo(0, { type: 'tick' });
    setRate(0);
    bench.nowMs += HOUR_MS;
    bench.mustDo(0, { type: 'tick' });
    const principal = 1_000n * COIN;
    expect(bench.wallet(ALICE).loans[0]!.interest).toBe(
      oracle.interest([RATE_PPB, 3, 0].map((ratePpb) => ({ principal, ratePpb }))),
    );
    finish(bench);
  });

  it('charges each borrowing its own first hour within one hour, and gives none back', () => {
    const bench = ready();
    for (let n = 0; n < 3; n++) bench.mustDo(ALICE, bench.borrow(USDT, 100n * COIN));
    expect(bench.wallet(ALICE).loans[0]!.interest).toBe((3n * COIN) / 1_000n);
    bench.mustDo(ALICE, bench.repay(USDT, 100n * COIN));
    bench.mustDo(ALICE, bench.borrow(USDT, 100n * COIN));
    expect(bench.wallet(ALICE).loans[0]!.interest).toBe(COIN / 1_000n);
    finish(bench);
  });
});

describe('what may be moved out', () => {
  it('is what leaves the risk rate at its threshold, to the unit', () => {
    const bench = ready();
    bench.mustDo(ALICE, bench.borrow(USDT, 20_000n * COIN));
    const most = bench.kernel.transfer.transferable(ALICE, 'margin-cross', 0, USDT);
    // 67,500 - t >= 2 x 20,000.2
    expect(most).toBe(20_000n * COIN);
    const free = bench.kernel.transfer.transferable(ALICE, 'margin-cross', 0, BTC);
    expect(bench.refusal(ALICE, bench.moveOut(ALICE, BTC, free + 1n))).toBe('TRANSFER_LOCKED');
    bench.mustDo(ALICE, bench.moveOut(ALICE, BTC, free));
    expect(bench.wallet(ALICE).risk!.riskPpm).toBe(2_000_000n);
    // a unit of BTC is worth 47,500 of USDT to the risk rate, so some of those may be left over
    expect(bench.kernel.transfer.transferable(ALICE, 'margin-cross', 0, USDT)).toBeLessThan(47_500n);
    expect(bench.refusal(ALICE, bench.moveOut(ALICE, USDT, 47_500n))).toBe('TRANSFER_LOCKED');
    bench.nowMs += 11_000;
    expect(bench.refusal(ALICE, bench.moveOut(ALICE, BTC, 1n))).toBe('TRANSFER_LOCKED');
    bench.tick(60_000);
    bench.mustDo(ALICE, bench.moveOut(ALICE, BTC, 1n));
    bench.mustDo(ALICE, bench.repay(USDT, 19_000n * COIN));
    finish(bench);
  });
});

describe('orders of margin wallets', () => {
  it('trade in the same book with the wallet’s own money', () => {
    const bench = ready();
    bench.mustDo(ALICE, bench.borrow(USDT, 10_000n * COIN));
    const { events, outcome } = bench.mustDo(ALICE, bench.order('buy', 50_100, 10_000));
    expect(outcome).toMatchObject({ status: 'filled' });
    expect(eventsOf(events, 'orderAccepted')).toMatchObject([{ userId: ALICE, wallet: 'margin-cross' }]);
    expect(eventsOf(events, 'trade')).toMatchObject([{ takerUserId: ALICE, makerHouse: true }]);
    const account = walletAccount(ALICE, 'margin-cross');
    const posted = eventsOf(events, 'entry').flatMap(({ postings }) => postings.map((each) => each.account));
    expect(posted).toContain(account);
    expect(posted).not.toContain(ALICE);
    expect(bench.balance(ALICE, BTC)).toBe(COIN + ((COIN / 10n) * 999n) / 1_000n);
    expect(bench.kernel.balances(ALICE).find(({ assetId }) => assetId === BTC)!.available).toBe(9n * COIN);
    finish(bench);
  });

  it('rest, are seen with their wallet, and are cancelled by id or all at once', () => {
    const bench = ready();
    bench.moveIn(ALICE, BTC, COIN, BTC_USDT);
    bench.mustDo(ALICE, { ...bench.order('sell', 51_000, 1_000), clientOrderId: 'mine' } as never);
    bench.mustDo(ALICE, bench.order('sell', 52_000, 1_000, BTC_USDT));
    bench.mustDo(ALICE, {
      type: 'placeOrder',
      symbolId: BTC_USDT,
      side: 'sell',
      orderType: 'limit',
      timeInForce: 'GTC',
      postOnly: false,
      priceTicks: ticks(53_000),
      lots: 1_000,
      quoteAmount: null,
      clientOrderId: 'mine',
    } as never);
    const open = () => bench.kernel.spot.openOrders(ALICE, null).map(({ wallet }) => wallet);
    expect(open()).toEqual(['margin-cross', `margin-isolated/${BTC_USDT}`, 'spot']);
    const [first] = bench.kernel.spot.openOrders(ALICE, null);
    expect(bench.refusal(BOB, { type: 'cancelOrder', orderId: first!.orderId, clientOrderId: null })).toBe(
      'UNKNOWN_ORDER',
    );
    bench.check();
    bench.mustDo(ALICE, { type: 'cancelOrder', orderId: first!.orderId, clientOrderId: null });
    expect(open()).toEqual([`margin-isolated/${BTC_USDT}`, 'spot']);
    bench.mustDo(ALICE, { type: 'cancelAll', symbolId: null });
    expect(open()).toEqual([`margin-isolated/${BTC_USDT}`]);
    bench.mustDo(ALICE, { type: 'cancelMarginOrders', wallet: 'margin-cross', symbolId: null });
    expect(open()).toHaveLength(1);
    bench.mustDo(ALICE, { type: 'cancelMarginOrders', wallet: 'margin-isolated', symbolId: BTC_USDT });
    expect(open()).toEqual([]);
    finish(bench);
  });

  it('never meet an order of another wallet of the same user', () => {
    const bench = ready();
    bench.unquote();
    bench.moveIn(ALICE, USDT, 50_000n * COIN);
    bench.mustDo(ALICE, bench.order('sell', 50_000, 1_000));
    const { events } = bench.mustDo(ALICE, {
      type: 'placeOrder',
      symbolId: BTC_USDT,
      side: 'buy',
      orderType: 'limit',
      timeInForce: 'GTC',
      postOnly: false,
      priceTicks: ticks(50_000),
      lots: 1_000,
      quoteAmount: null,
      clientOrderId: null,
    } as never);
    expect(eventsOf(events, 'trade')).toEqual([]);
    expect(eventsOf(events, 'orderDone')).toMatchObject([{ reason: 'self-trade' }]);
    const killed = bench.mustDo(ALICE, {
      ...bench.order('sell', 50_000, 1_000),
      timeInForce: 'FOK',
    } as never);
    expect(killed.outcome).toMatchObject({ status: 'expired' });
    expect(bench.kernel.spot.openOrders(ALICE, null)).toHaveLength(1);
    finish(bench);
  });

  it('of a wallet that owes keep near the index, and below the call only pay what is owed', () => {
    const bench = ready();
    bench.quote(BTC_USDT, 50_000, 1_000_000, 300_000);
    bench.mustDo(ALICE, bench.borrow(USDT, 90_000n * COIN));
    expect(bench.refusal(ALICE, bench.order('sell', 47_499.99, 1_000))).toBe('MARGIN_PRICE_TOO_FAR');
    expect(bench.refusal(ALICE, bench.order('buy', 52_500.01, 1_000))).toBe('MARGIN_PRICE_TOO_FAR');
    bench.unquote();
    bench.quote(BTC_USDT, 50_000, 1_000_000, 300_000);
    const far = bench.mustDo(ALICE, bench.order('sell', null, 1_000));
    expect(far.outcome).toMatchObject({ status: 'expired', filledLots: 0 });
    bench.nowMs += 10_500;
    expect(bench.refusal(ALICE, bench.order('sell', 50_000, 1_000))).toBe('INDEX_STALE');
    bench.tick(50_000, 2_000, 1_000);
    bench.tick(18_900);
    expect(bench.wallet(ALICE)).toMatchObject({ called: true, selling: false });
    expect(bench.refusal(ALICE, bench.order('buy', 18_900, 1_000))).toBe('MARGIN_RISK_TOO_HIGH');
    bench.mustDo(ALICE, bench.order('sell', 18_900, 1_000));
    finish(bench);
  });

  it('of a wallet that owes nothing are bound by the band alone', () => {
    const bench = ready();
    bench.mustDo(ALICE, bench.order('sell', 30_000, 1_000));
    expect(bench.refusal(ALICE, { ...bench.order('sell', 50_000, 1_000), symbolId: 99 } as never)).toBe(
      'UNKNOWN_SYMBOL',
    );
    finish(bench);
  });
});

describe('terms', () => {
  it('are refused where a wallet would be in danger the moment it borrows, or a sale could not cover the debt', () => {
    const bench = new Bench();
    const terms = (change: object) =>
      bench.refusal(0, {
        type: 'setMarginTerms',
        symbolId: 0,
        valueAssetId: USDT,
        maxLeverage: 3,
        transferPpm: 2_000_000,
        callPpm: 1_200_000,
        liquidationPpm: 1_100_000,
        saleBandPpm: 50_000,
        ...change,
      } as never);
    expect(terms({})).toBeNull();
    for (const change of [
      { maxLeverage: 1 },
      { maxLeverage: 6, callPpm: 1_200_000 },
      { callPpm: 1_100_000 },
      { transferPpm: 1_100_000 },
      { liquidationPpm: 1_050_000 },
      { saleBandPpm: 0 },
      { saleBandPpm: 100_000 },
      { symbolId: 99 },
      { symbolId: BTC_USDT, valueAssetId: BTC },
      { valueAssetId: 5 },
      { callPpm: 1.5 },
    ]) {
      expect(terms(change), JSON.stringify(change)).not.toBeNull();
    }
    finish(bench);
  });
});
