import type { Command } from '@candor/kernel';
import { idOf } from '@candor/kernel';
import { describe, expect, it } from 'vitest';
import {
  ALICE,
  type Bench,
  BOB,
  BTC,
  BTC_USDT,
  COIN,
  eventsOf,
  finish,
  HOUR_MS,
  ready,
  ticks,
  USDT,
} from './bench.ts';

/** An order of Alice's cross wallet, or of the isolated one of a symbol, with a side effect. */
function order(
  bench: Bench,
  sideEffect: 'borrow' | 'repay',
  side: 'buy' | 'sell',
  price: number | null,
  count: number,
  more: object = {},
  symbolId = 0,
): Command {
  const plain = bench.order(side, price, count, symbolId) as Extract<Command, { type: 'placeMarginOrder' }>;
  return { ...plain, ...more, type: 'placeMarginOrderWith', sideEffect };
}

function owed(bench: Bench, assetId: number, symbolId = 0) {
  return bench.wallet(ALICE, symbolId).loans.find((loan) => loan.assetId === assetId);
}

/** Bob takes so many lots of what rests at a price. */
function take(bench: Bench, side: 'buy' | 'sell', price: number, count: number) {
  return bench.mustDo(BOB, {
    type: 'placeOrder',
    symbolId: BTC_USDT,
    side,
    orderType: 'limit',
    timeInForce: 'IOC',
    postOnly: false,
    priceTicks: ticks(price),
    lots: count as never,
    quoteAmount: null,
    clientOrderId: null,
  });
}

describe('an order that borrows', () => {
  it('borrows just what a market order’s fills cost beyond what is there', () => {
    const bench = ready();
    bench.moveIn(ALICE, USDT, 10_000n * COIN);
    const { outcome, events } = bench.mustDo(ALICE, order(bench, 'borrow', 'buy', null, 50_000));
    // half a BTC at 50,000.01
    const cost = 25_000n * COIN + 500_000n;
    expect(outcome).toMatchObject({ status: 'filled', filledQuote: cost });
    expect(owed(bench, USDT)?.principal).toBe(cost - 10_000n * COIN);
    expect(eventsOf(events, 'marginBorrowed')).toMatchObject([
      { opens: true, amount: cost - 10_000n * COIN },
    ]);
    expect(bench.balance(ALICE, USDT)).toBe(0n);
    finish(bench);
  });

  it('sells coins that it has not got, in an isolated wallet too', () => {
    const bench = ready(BTC_USDT);
    const { outcome } = bench.mustDo(ALICE, order(bench, 'borrow', 'sell', null, 150_000, {}, BTC_USDT));
    expect(outcome).toMatchObject({ status: 'filled' });
    expect(owed(bench, BTC, BTC_USDT)?.principal).toBe(COIN / 2n);
    finish(bench);
  });

  it('borrows nothing where enough is there, and is a plain order then: it may trade far from the index', () => {
    const bench = ready();
    bench.mustDo(ALICE, order(bench, 'borrow', 'sell', 60_000, 10_000));
    bench.mustDo(ALICE, order(bench, 'borrow', 'sell', 40_000, 10_000));
    expect(bench.wallet(ALICE).loans).toEqual([]);
    finish(bench);
  });

  it('holds to the sale band where it borrows', () => {
    const bench = ready();
    expect(bench.refusal(ALICE, order(bench, 'borrow', 'buy', 52_501, 10_000))).toBe('MARGIN_PRICE_TOO_FAR');
    expect(bench.wallet(ALICE).loans).toEqual([]);
    expect(bench.refusal(ALICE, order(bench, 'borrow', 'buy', 52_500, 10_000))).toBe(null);
  });

  it('is refused as borrowing is, and leaves nothing behind', () => {
    const bench = ready();
    const before = bench.kernel.balances(ALICE, 'margin-cross');
    // 0.95 x 50,000 at three times: 95,000 and a little more, as what is borrowed lies there too
    expect(bench.refusal(ALICE, order(bench, 'borrow', 'buy', 50_000, 200_000))).toBe('MARGIN_RISK_TOO_HIGH');
    expect(bench.refusal(ALICE, order(bench, 'borrow', 'buy', 50_000, 0))).toBe('QUANTITY_INVALID');
    const taking = order(bench, 'borrow', 'buy', 50_100, 1_000, { postOnly: true });
    expect(bench.refusal(ALICE, taking)).toBe('POST_ONLY_WOULD_TAKE');
    bench.mustDo(0, { type: 'setSymbolState', symbolId: BTC_USDT, state: 'halted', reason: 'a test' });
    expect(bench.refusal(ALICE, order(bench, 'borrow', 'buy', 50_000, 1_000))).toBe('SYMBOL_HALTED');
    expect(bench.kernel.balances(ALICE, 'margin-cross')).toEqual(before);
    expect(bench.wallet(ALICE).loans).toEqual([]);
    finish(bench);
  });

  it('borrows nothing at a stale index, nor for a fill-or-kill that the book cannot fill', () => {
    const bench = ready();
    bench.nowMs += 11_000;
    expect(bench.refusal(ALICE, order(bench, 'borrow', 'buy', 50_000, 1_000))).toBe('INDEX_STALE');
    bench.tick(50_000);
    bench.unquote();
    const { outcome } = bench.mustDo(
      ALICE,
      order(bench, 'borrow', 'buy', 50_000, 1_000, { timeInForce: 'FOK' }),
    );
    expect(outcome).toMatchObject({ status: 'expired' });
    expect(bench.wallet(ALICE).loans).toEqual([]);
    finish(bench);
  });

  it('gives back what was borrowed for it when it is cancelled; the first hour stays owed', () => {
    const bench = ready();
    const { outcome } = bench.mustDo(ALICE, order(bench, 'borrow', 'buy', 49_000, 10_000));
    expect(owed(bench, USDT)?.principal).toBe(4_900n * COIN);
    const { events } = bench.mustDo(ALICE, {
      type: 'cancelOrder',
      orderId: outcome.ok ? idOf(outcome) : 0,
      clientOrderId: null,
    });
    const firstHour = (4_900n * COIN) / 100_000n;
    expect(eventsOf(events, 'marginRepaid')).toMatchObject([
      { by: 'owner', interest: firstHour, principal: 4_900n * COIN - firstHour, principalLeft: firstHour },
    ]);
    finish(bench);
  });
});

describe('an order that repays', () => {
  /** Alice has sold half a BTC that she borrowed. */
  function short(): Bench {
    const bench = ready();
    bench.mustDo(ALICE, bench.borrow(BTC, COIN / 2n));
    bench.mustDo(ALICE, bench.order('sell', null, 50_000));
    return bench;
  }

  it('repays at once what a market order brings, its fee taken off, interest first', () => {
    const bench = short();
    const { events } = bench.mustDo(ALICE, order(bench, 'repay', 'buy', null, 20_000));
    const [repaid] = eventsOf(events, 'marginRepaid');
    const brought = COIN / 5n - COIN / 5_000n;
    expect(repaid!.interest).toBe(COIN / 2n / 100_000n);
    expect(repaid!.interest + repaid!.principal).toBe(brought);
    expect(owed(bench, BTC)?.principal).toBe(repaid!.principalLeft);
    finish(bench);
  });

  it('repays no more than is owed', () => {
    const bench = short();
    bench.moveIn(ALICE, USDT, 1_000n * COIN);
    bench.mustDo(ALICE, order(bench, 'repay', 'buy', null, 51_000));
    expect(bench.wallet(ALICE).loans).toEqual([]);
    finish(bench);
  });

  it('repays with each fill while it rests, also after a restart', () => {
    const bench = short();
    bench.restarts = true;
    bench.mustDo(ALICE, order(bench, 'repay', 'buy', 49_990, 20_000));
    bench.unquote();
    for (const count of [5_000, 15_000]) {
      const { events } = take(bench, 'sell', 49_990, count);
      const lots = BigInt(count) * 1_000n;
      const [repaid] = eventsOf(events, 'marginRepaid');
      expect(repaid!.interest + repaid!.principal).toBe(lots - lots / 1_000n);
    }
    expect(bench.kernel.spot.openOrders(ALICE, null)).toEqual([]);
    finish(bench);
  });

  it('does nothing more where nothing is owed of what it brings', () => {
    const bench = short();
    const { events } = bench.mustDo(ALICE, order(bench, 'repay', 'sell', null, 10_000));
    expect(eventsOf(events, 'marginRepaid')).toEqual([]);
    finish(bench);
  });

  it('charges the hours first, by the index', () => {
    const bench = short();
    bench.tick(50_000, 2_000, 5 * HOUR_MS);
    bench.tick(50_000);
    const { events } = bench.mustDo(ALICE, order(bench, 'repay', 'buy', null, 20_000));
    expect(eventsOf(events, 'marginRepaid')[0]!.interest).toBe((6n * COIN) / 2n / 100_000n);
    finish(bench);
  });
});
