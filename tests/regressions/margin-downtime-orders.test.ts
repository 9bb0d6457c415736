import type { AppliedCommand } from '@candor/journal';
import { describe, expect, it } from 'vitest';
import { MarginCheck } from '../../apps/verifier/checks/margin.ts';
import {
  ALICE,
  type Bench,
  BOB,
  BTC,
  BTC_USDT,
  COIN,
  eventsOf,
  finish,
  ready,
  ticks,
  USDT,
} from '../margin/bench.ts';

const MINUTE_MS = 60_000;

/** Alice owes 60,000 USDT against 1 BTC, and sells 0.1 at 51,000 with the index at 50,000. */
function resting(): Bench {
  const bench = ready();
  bench.mustDo(ALICE, bench.borrow(USDT, 60_000n * COIN));
  bench.mustDo(ALICE, bench.order('sell', 51_000, 10_000));
  bench.unquote();
  return bench;
}

function take(bench: Bench, timeInForce: 'IOC' | 'FOK' = 'IOC') {
  const applied = bench.do(BOB, {
    type: 'placeOrder',
    symbolId: BTC_USDT,
    side: 'buy',
    orderType: 'limit',
    timeInForce,
    postOnly: false,
    priceTicks: ticks(51_000),
    lots: 10_000 as never,
    quoteAmount: null,
    clientOrderId: null,
  });
  return { applied, trades: eventsOf(applied.events, 'trade').length };
}

/*
 * The first command after a downtime may be anybody's order. What rested of a wallet that owes was still at the price of
 * before it, and whoever had seen the leap meanwhile got the pool's coins there, ahead of the first tick.
 */
describe('an order of a wallet that owes, after a downtime', () => {
  it('trades with nobody before the first tick: who meets it has it cancelled, with a receipt', () => {
    const bench = resting();
    bench.nowMs += MINUTE_MS;
    const { applied, trades } = take(bench);
    expect(trades).toBe(0);
    expect(applied.outcome).toMatchObject({ ok: true, status: 'expired' });
    const [receipt] = eventsOf(applied.events, 'marginCancelled');
    expect(receipt).toMatchObject({ userId: ALICE, wallet: 'margin-cross', saleBandPpm: 50_000 });
    expect(receipt!.orders).toMatchObject([{ symbolId: BTC_USDT, priceTicks: ticks(51_000), indexTicks: 0 }]);
    expect(bench.balance(ALICE, BTC)).toBe(COIN);
    expect(bench.kernel.spot.openOrders(ALICE, null)).toEqual([]);
    finish(bench);
  });

  it('stays where nobody meets it, and trades again with the first tick that leaves it in its band', () => {
    const bench = resting();
    bench.nowMs += MINUTE_MS;
    bench.mustDo(0, { type: 'tick' });
    expect(bench.kernel.spot.openOrders(ALICE, null)).toHaveLength(1);
    bench.tick(51_500);
    expect(take(bench).trades).toBe(1);
    finish(bench);
  });

  it('counts for nothing in a fill-or-kill, which leaves it alone', () => {
    const bench = resting();
    bench.nowMs += MINUTE_MS;
    const { applied, trades } = take(bench, 'FOK');
    expect(trades).toBe(0);
    expect(applied.outcome).toMatchObject({ ok: true, status: 'expired' });
    expect(bench.kernel.spot.openOrders(ALICE, null)).toHaveLength(1);
    finish(bench);
  });

  it('trades as any other where its wallet owes nothing', () => {
    const bench = ready();
    bench.mustDo(ALICE, bench.order('sell', 51_000, 10_000));
    bench.unquote();
    bench.nowMs += MINUTE_MS;
    expect(take(bench).trades).toBe(1);
    finish(bench);
  });

  it('is withheld after six seconds too, when the last index has not gone stale yet', () => {
    const bench = resting();
    bench.nowMs += 6_000;
    expect(take(bench).trades).toBe(0);
    finish(bench);
  });

  it('and while ticks come without an index', () => {
    const bench = resting();
    for (let n = 0; n < 4; n++) bench.tick(null, 2_000, 4_000);
    expect(take(bench).trades).toBe(0);
    finish(bench);
  });
});

it('nobody borrows, moves coins out or trades on credit at an index that six seconds of downtime left behind', () => {
  const bench = ready();
  bench.mustDo(ALICE, bench.borrow(USDT, 10_000n * COIN));
  bench.nowMs += 6_000;
  expect(bench.refusal(ALICE, bench.borrow(USDT, COIN))).toBe('INDEX_STALE');
  expect(bench.refusal(ALICE, bench.order('sell', null, 1_000))).toBe('INDEX_STALE');
  expect(bench.refusal(ALICE, bench.moveOut(ALICE, USDT, COIN))).toBe('TRANSFER_LOCKED');
  expect(bench.refusal(ALICE, bench.repay(USDT, COIN))).toBe(null);
  bench.tick(50_000);
  expect(bench.refusal(ALICE, bench.borrow(USDT, COIN))).toBe(null);
  finish(bench);
});

it('the verifier finds an order withheld at a fresh index', () => {
  const bench = resting();
  bench.nowMs += MINUTE_MS;
  const before = bench.nowMs;
  const { applied } = take(bench);
  expect(found([[before, applied.events]])).toEqual([]);
  const tick = bench.tick(50_500);
  expect(
    found([
      [before, []],
      [before + 250, tick.events, 'indexTick'],
      [before + 500, applied.events],
    ]),
  ).toHaveLength(1);
});

type Seen = readonly [timeMs: number, events: AppliedCommand['events'], type?: string];

function found(commands: readonly Seen[]): string[] {
  const reports: string[] = [];
  const check = new MarginCheck();
  for (const [timeMs, events, type] of commands) {
    const command = { envelope: { timeMs, body: { type: type ?? 'placeOrder' } }, events };
    check.see(command as AppliedCommand, undefined as never, (what) => reports.push(what));
  }
  return reports;
}
