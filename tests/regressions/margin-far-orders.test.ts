import type { AppliedCommand } from '@candor/journal';
import { describe, expect, it } from 'vitest';
import { MarginCheck } from '../../apps/verifier/checks/margin.ts';
import {
  ALICE,
  type Bench,
  BOB,
  BTC_USDT,
  COIN,
  eventsOf,
  finish,
  ready,
  ticks,
  USDT,
} from '../margin/bench.ts';

/** Alice owes 60,000 USDT against 1 BTC, and sells at 52,000. */
function resting(): Bench {
  const bench = ready();
  bench.mustDo(ALICE, bench.borrow(USDT, 60_000n * COIN));
  bench.mustDo(ALICE, bench.order('sell', 52_000, 10_000));
  bench.unquote();
  return bench;
}

function takes(bench: Bench): number {
  const { events } = bench.mustDo(BOB, {
    type: 'placeOrder',
    symbolId: BTC_USDT,
    side: 'buy',
    orderType: 'limit',
    timeInForce: 'IOC',
    postOnly: false,
    priceTicks: ticks(52_000),
    lots: 10_000 as never,
    quoteAmount: null,
    clientOrderId: null,
  });
  return eventsOf(events, 'trade').length;
}

/*
 * The price of an order of a wallet that owes was held to the band when it was placed, never again. After a leap of
 * the index whoever came first got the pool's coins at the old price.
 */
describe('orders of a wallet that owes', () => {
  it('are cancelled, with a receipt, where the index leaves them by more than the band', () => {
    const bench = resting();
    const { events } = bench.tick(54_737);
    const [receipt] = eventsOf(events, 'marginCancelled');
    const [done] = eventsOf(events, 'orderDone');
    expect(receipt).toMatchObject({ userId: ALICE, wallet: 'margin-cross', saleBandPpm: 50_000 });
    expect(receipt!.orders).toEqual([
      {
        orderId: done!.orderId,
        symbolId: BTC_USDT,
        side: 'sell',
        priceTicks: ticks(52_000),
        indexTicks: ticks(54_737),
      },
    ]);
    expect(takes(bench)).toBe(0);
    finish(bench);
  });

  it('stay at the edge of the band, and on its better side however far', () => {
    const bench = resting();
    for (const price of [54_736, 45_000])
      expect(eventsOf(bench.tick(price).events, 'marginCancelled')).toEqual([]);
    expect(takes(bench)).toBe(1);
    finish(bench);
  });

  it('stay without a debt, and while the index is stale', () => {
    const bench = ready();
    bench.mustDo(ALICE, bench.order('sell', 52_000, 10_000));
    bench.unquote();
    expect(eventsOf(bench.tick(60_000).events, 'marginCancelled')).toEqual([]);
    const stale = resting();
    for (let n = 0; n < 4; n++)
      expect(eventsOf(stale.tick(null, 2_000, 4_000).events, 'marginCancelled')).toEqual([]);
  });

  it('are cancelled at the end of a downtime and while the market is halted', () => {
    const late = resting();
    expect(eventsOf(late.tick(60_000, 2_000, 3_600_000).events, 'marginCancelled')).toHaveLength(1);
    finish(late);
    const halted = resting();
    halted.mustDo(0, { type: 'setSymbolState', symbolId: BTC_USDT, state: 'halted', reason: 'a test' });
    expect(eventsOf(halted.tick(60_000).events, 'marginCancelled')).toHaveLength(1);
    finish(halted);
  });

  it('that it placed before it owed are held to the band when it borrows', () => {
    const bench = ready();
    bench.mustDo(ALICE, bench.order('sell', 52_000, 10_000));
    bench.unquote();
    bench.tick(60_000);
    const { events } = bench.mustDo(ALICE, bench.borrow(USDT, COIN));
    expect(eventsOf(events, 'marginCancelled')).toHaveLength(1);
    finish(bench);
  });

  it('are checked by the verifier: a cancel near the index is found', () => {
    const bench = resting();
    const { events } = bench.tick(54_737);
    const [receipt] = eventsOf(events, 'marginCancelled');
    const near = {
      ...receipt!,
      orders: receipt!.orders.map((order) => ({ ...order, priceTicks: ticks(52_001) })),
    };
    expect(found(events)).toEqual([]);
    expect(found(events.map((event) => (event === receipt ? near : event)))).toHaveLength(1);
  });
});

function found(events: AppliedCommand['events']): string[] {
  const reports: string[] = [];
  const envelope = { timeMs: 1, body: { type: 'indexTick' } };
  new MarginCheck().see({ envelope, events } as AppliedCommand, undefined as never, (what) =>
    reports.push(what),
  );
  return reports;
}
