import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HOUSE, U, USDT } from '../perpetual/stage.ts';
import { ALICE, Bench, BTC_USDT, COIN, POOL, START_TICK, units } from '../seconds/bench.ts';
import { type Moment, ReplayedMarket } from './replayed.ts';

const CROWD = Array.from({ length: 20 }, (_, at) => 2_000 + at);
const BYSTANDER = 3_000;

describe('many accounts that know the price', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A price that rises by a tenth of a percent every two steps, with three levels of 50 BTC a side. */
  const rising: Moment[] = Array.from({ length: 120 }, (_, at) => {
    const bid = 6_000_000 + 6_000 * (at >> 1);
    const side = (sign: 1 | -1) =>
      [0, 1, 2].map((level) => ({
        price: BigInt(bid + (sign === 1 ? 100 : 0) + sign * level * 100) * 1_000_000n,
        quantity: 50n * U,
      }));
    const book = { venueId: 1, symbol: 'BTCUSDT', bids: side(-1), asks: side(1), timeMs: 0 };
    return { book, bid, ask: bid + 100 };
  });

  test('take contracts from the house up to its position limit, and only its own money', async () => {
    const market = new ReplayedMarket(rising, 'contracts', true);
    const { stage } = market;
    for (const user of [...CROWD, BYSTANDER]) stage.user(user, 1_000_000n);
    const equityAtFirst = stage.kernel.perpetual.account(HOUSE, USDT).walletBalance;
    const bystander = stage.wallet(BYSTANDER);
    const refused = new Set<string>();
    let most = 0;
    for (let at = 0; at < rising.length; at++) {
      await market.play(at);
      for (const user of CROWD) {
        const outcome = stage.order(user, 'buy', 2_000, rising[at]!.ask + 300, { timeInForce: 'IOC' });
        if (!outcome.ok) refused.add(outcome.code);
      }
      most = Math.max(most, stage.position(HOUSE).lots);
    }
    await market.stop();
    expect(market.trouble).toEqual([]);
    // three even shares of the equity; this house has one contract
    const share = equityAtFirst / U / 60_000n;
    expect(most).toBeGreaterThan(Number(share) * 1_000);
    expect(most).toBeLessThanOrEqual(Number(share) * 3_000);
    const { walletBalance, unrealisedPnl } = stage.kernel.perpetual.account(HOUSE, USDT);
    expect(walletBalance + unrealisedPnl).toBeGreaterThan(0n);
    expect(stage.wallet(BYSTANDER)).toEqual(bystander);
    for (const { sum } of stage.kernel.ledgerSums()) expect(sum).toBe(0n);
    expect([...refused]).toEqual([]);
  });

  test('win from the pool of second contracts what it reserved for each, and nothing of anybody else', () => {
    const bench = new Bench();
    const before = bench.wallet(ALICE);
    for (const userId of CROWD) {
      bench.expectOk({ type: 'openAccount', accountUserId: userId, kind: 'user' });
      bench.fund(userId, units(10_000n));
    }
    bench.tick(1_000);
    const refused = new Set<string>();
    const accepted: number[] = [];
    for (const userId of CROWD)
      for (let more = 0; more < 2; more++) {
        const { outcome } = bench.open({ quantity: 300 }, userId);
        if (outcome.ok) accepted.push(userId);
        else refused.add(outcome.code);
      }
    // each would be paid 240: the cap of 4,000 carries 16 of the 40
    expect(accepted).toHaveLength(16);
    expect([...refused]).toEqual(['SECONDS_EXPOSURE_CAP']);
    expect(bench.kernel.seconds.pool()).toMatchObject({
      available: POOL - 16n * 240n * COIN,
      reserved: 16n * 240n * COIN,
    });
    const openTick = START_TICK + 1 + 12;
    bench.tickUntil(openTick, 1_000);
    bench.tickUntil(openTick + 140, 1_100);
    expect(bench.kernel.seconds.pool()).toMatchObject({
      available: POOL - 16n * 240n * COIN,
      reserved: 0n,
      stakes: 0n,
    });
    for (const userId of CROWD) {
      const won = BigInt(accepted.filter((each) => each === userId).length);
      expect(bench.wallet(userId)).toBe((10_000n + won * 240n) * COIN);
    }
    expect(bench.wallet(ALICE)).toBe(before);
    for (const { sum } of bench.kernel.ledgerSums()) expect(sum).toBe(0n);
    // what is left carries fewer, and at last the pool is what refuses
    bench.expectOk({ type: 'setExposureCap', symbolId: 0, cap: units(1_000_000n) });
    bench.expectOk({ type: 'setExposureCap', symbolId: BTC_USDT, cap: units(1_000_000n) });
    const later = CROWD.map((userId) => bench.open({ quantity: 300 }, userId).outcome);
    expect(later.filter(({ ok }) => ok)).toHaveLength(4);
    expect(later.at(-1)).toMatchObject({ ok: false, code: 'SECONDS_POOL_SHORT' });
  });
});
