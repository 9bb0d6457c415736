import type { Amount } from '@candor/money';
import { describe, expect, it } from 'vitest';
import {
  ALICE,
  type Bench,
  BOB,
  BTC_USDT,
  CAP,
  COIN,
  eventsOf,
  FUNDS,
  MAKER,
  POOL,
  quotesAt,
  ready,
  USDT,
  units,
} from './bench.ts';

/** Opens Alice's contract and returns its terms. */
function opened(bench: Bench, change = {}) {
  const applied = bench.open(change);
  expect(applied.outcome).toMatchObject({ ok: true });
  return eventsOf(applied.events, 'secondAccepted')[0]!.terms;
}

describe('accepting a second contract', () => {
  it('names every term, moves the stake and reserves the whole payout', () => {
    const bench = ready();
    const terms = opened(bench);
    const acceptedTick = bench.nowMs / 250;
    expect(terms).toMatchObject({
      userId: ALICE,
      symbolId: BTC_USDT,
      direction: 'up',
      periodS: 30,
      quantity: 10,
      assetId: USDT,
      stake: 10n * COIN,
      payoutPpm: 800_000,
      payout: 8n * COIN,
      formula: 1,
      quorum: 1,
      acceptedMs: bench.nowMs,
      acceptedSeq: bench.kernel.seq,
      openTickNo: acceptedTick + 12,
      closeTickNo: acceptedTick + 12 + 120,
      weights: [1, 2, 3].map((venueId) => ({ venueId, weightPpm: 333_333 })),
    });
    expect(bench.wallet(ALICE)).toBe(FUNDS - 10n * COIN);
    expect(bench.kernel.seconds.pool()).toMatchObject({
      available: POOL - 8n * COIN,
      reserved: 8n * COIN,
      stakes: 10n * COIN,
      exposures: [
        { symbolId: 0, cap: CAP, reserved: 8n * COIN },
        { symbolId: BTC_USDT, cap: CAP, reserved: 8n * COIN },
      ],
    });
    bench.check();
    bench.replay();
  });

  it('keeps its terms when the house changes its own', () => {
    const bench = ready();
    const { openTickNo, closeTickNo } = opened(bench);
    const periods = [{ periodS: 30, payoutPpm: 100_000 }];
    bench.expectOk({
      type: 'setSecondsTerms',
      symbolId: BTC_USDT,
      assetId: USDT,
      minQuantity: 1,
      maxQuantity: 5,
      formula: 1,
      periods,
    });
    bench.expectOk({ type: 'enableSeconds', practice: false, countries: [] });
    bench.expectOk({ type: 'setExposureCap', symbolId: 0, cap: 0n as Amount });
    // Venues that would outweigh all others now do not count for this contract.
    for (const venueId of [4, 5]) {
      bench.expectOk({ type: 'setVenue', venueId, name: `Late ${venueId}`, weightPpm: 1_000_000 });
    }
    bench.tickUntil(openTickNo, 1_000);
    while (bench.nowMs < closeTickNo * 250 - 1_000) bench.tick(1_001);
    const ended = [];
    for (let left = 4; left > 0; left--) {
      bench.nowMs += 250;
      const quotes = [...quotesAt(1_001, bench.nowMs), ...quotesAt(992, bench.nowMs, [4, 5])];
      ended.push(...eventsOf(bench.tickNow(quotes).events, 'secondEnded'));
    }
    expect(bench.kernel.index(BTC_USDT)!.priceTicks).toBe(992);
    expect(ended).toMatchObject([{ result: 'won', paid: 18n * COIN }]);
    expect(bench.open({ quantity: 5 }).outcome).toMatchObject({ code: 'SECONDS_NOT_ENABLED' });
  });

  it('refuses what is not offered, whole or within bounds', () => {
    const bench = ready();
    const code = (change: object, userId = ALICE) => bench.open(change, userId).outcome;
    expect(code({ periodS: 31 })).toMatchObject({ code: 'SECONDS_NOT_OFFERED' });
    expect(code({ symbolId: 9 })).toMatchObject({ code: 'UNKNOWN_SYMBOL' });
    for (const quantity of [0, -1, 1.5, 501, Number.NaN, 2 ** 60]) {
      expect(code({ quantity })).toMatchObject({ code: 'QUANTITY_INVALID' });
    }
    expect(code({}, 4_000)).toMatchObject({ code: 'UNKNOWN_ACCOUNT' });
    expect(code({}, MAKER)).toMatchObject({ code: 'NOT_PERMITTED' });
    expect(code({}, 0)).toMatchObject({ code: 'NOT_PERMITTED' });
    expect(code({ quantity: 500 })).toMatchObject({ ok: true });
    expect(code({ quantity: 500 })).toMatchObject({ ok: true });
    expect(code({ quantity: 1 })).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    bench.check();
  });

  it('refuses the same client order id while the contract is open', () => {
    const bench = ready();
    const { closeTickNo } = opened(bench, { clientOrderId: 'mine' });
    expect(bench.open({ clientOrderId: 'mine' }).outcome).toMatchObject({
      code: 'DUPLICATE_CLIENT_ORDER_ID',
    });
    expect(bench.open({ clientOrderId: 'mine' }, BOB).outcome.ok).toBe(true);
    bench.tickUntil(closeTickNo, 1_000);
    expect(bench.open({ clientOrderId: 'mine' }).outcome.ok).toBe(true);
  });

  it('refuses while the index is stale: 2 s, or ticks that are not of the clock', () => {
    const bench = ready();
    bench.nowMs += 2_000;
    expect(bench.open().outcome.ok).toBe(true);
    bench.nowMs += 1;
    expect(bench.open().outcome).toMatchObject({ code: 'INDEX_STALE' });
    bench.nowMs += 249;
    bench.tickNow(quotesAt(1_000, bench.nowMs), bench.nowMs / 250 + 1);
    expect(bench.open().outcome).toMatchObject({ code: 'INDEX_STALE' });
    bench.nowMs += 250;
    expect(bench.open().outcome.ok).toBe(true);
  });

  it('refuses what the pool or a cap cannot carry', () => {
    const bench = ready();
    bench.expectOk({ type: 'setExposureCap', symbolId: BTC_USDT, cap: units(8n) });
    opened(bench);
    expect(bench.open({ quantity: 1 }, BOB).outcome).toMatchObject({ code: 'SECONDS_EXPOSURE_CAP' });
    bench.expectOk({ type: 'setExposureCap', symbolId: BTC_USDT, cap: units(100n) });
    bench.expectOk({ type: 'setExposureCap', symbolId: 0, cap: units(15n) });
    expect(bench.open({}, BOB).outcome).toMatchObject({ code: 'SECONDS_EXPOSURE_CAP' });
    bench.expectOk({ type: 'setExposureCap', symbolId: 0, cap: units(16n) });
    expect(bench.open({}, BOB).outcome.ok).toBe(true);
    bench.check();
  });

  it('refuses when the pool is too short to reserve the whole payout', () => {
    const bench = ready();
    for (const symbolId of [0, BTC_USDT])
      bench.expectOk({ type: 'setExposureCap', symbolId, cap: units(1_000_000n) });
    bench.fund(ALICE, units(20_000n));
    let accepted = 0;
    while (bench.open({ quantity: 500 }).outcome.ok) accepted += 1;
    expect(accepted).toBe(12);
    expect(bench.open({ quantity: 500 }).outcome).toMatchObject({ code: 'SECONDS_POOL_SHORT' });
    expect(bench.open({ quantity: 250 }).outcome.ok).toBe(true);
    expect(bench.kernel.seconds.pool().available).toBe(0n);
    expect(bench.open({ quantity: 1 }).outcome).toMatchObject({ code: 'SECONDS_POOL_SHORT' });
  });

  it('serves a country only while it is journaled as enabled', () => {
    const bench = ready();
    bench.expectOk({ type: 'enableSeconds', practice: false, countries: ['JP', 'DE'] });
    expect(bench.open().outcome).toMatchObject({ code: 'SECONDS_NOT_ENABLED' });
    expect(bench.open({ country: 'US' }).outcome).toMatchObject({ code: 'SECONDS_NOT_ENABLED' });
    expect(bench.open({ country: 'DE' }).outcome.ok).toBe(true);
  });

  it('takes no commands of the house from users', () => {
    const bench = ready();
    const body = { type: 'enableSeconds', practice: true, countries: [] } as const;
    expect(bench.send(body, ALICE).outcome).toMatchObject({ code: 'NOT_PERMITTED' });
    const fund = { type: 'fundSecondsPool', assetId: USDT, amount: units(1n), fromUserId: ALICE } as const;
    expect(bench.send(fund).outcome).toMatchObject({ code: 'NOT_PERMITTED' });
    expect(bench.send({ ...fund, fromUserId: MAKER }).outcome).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
    });
  });
});
