import type { Amount } from '@candor/money';
import { describe, expect, it } from 'vitest';
import {
  ALICE,
  Bench,
  BOB,
  BTC_USDT,
  CAP,
  COIN,
  eventsOf,
  FUNDS,
  MAKER,
  POOL,
  quotesAt,
  USDT,
  units,
} from './bench.ts';

/** A bench with a fresh index at 1,000. */
function ready(): Bench {
  const bench = new Bench();
  bench.tick(1_000);
  return bench;
}

/** Opens Alice's contract and gives its terms. */
function opened(bench: Bench, change = {}) {
  const applied = bench.open(change);
  expect(applied.outcome).toMatchObject({ ok: true });
  return eventsOf(applied.events, 'secondAccepted')[0]!.terms;
}

const HOUR_MS = 3_600_000;

describe('accepting a second contract', () => {
  it('names every term, moves the stake and reserves the whole payout', () => {
    const bench = ready();
    const terms = opened(bench);
    const acceptedTick = bench.nowMs / 250;
    expect(terms).toMatchObject({
      ...{ userId: ALICE, symbolId: BTC_USDT, direction: 'up', periodS: 30, quantity: 10, assetId: USDT },
      ...{ stake: 10n * COIN, payoutPpm: 800_000, payout: 8n * COIN, formula: 1, quorum: 1 },
      ...{ acceptedMs: bench.nowMs, acceptedSeq: bench.kernel.seq },
      ...{ openTickNo: acceptedTick + 12, closeTickNo: acceptedTick + 12 + 120 },
      weights: [1, 2, 3].map((venueId) => ({ venueId, weightPpm: 333_333 })),
    });
    expect(bench.wallet(ALICE)).toBe(FUNDS - 10n * COIN);
    expect(bench.kernel.seconds.pool()).toMatchObject({
      ...{ available: POOL - 8n * COIN, reserved: 8n * COIN, stakes: 10n * COIN },
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
      ...{ symbolId: BTC_USDT, assetId: USDT, minQuantity: 1, maxQuantity: 5, formula: 1, periods },
    });
    bench.expectOk({ type: 'enableSeconds', practice: false, countries: [] });
    bench.expectOk({ type: 'setExposureCap', symbolId: 0, cap: 0n as Amount });
    // Venues that would outweigh all others now count nothing for this contract.
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

describe('settling a second contract', () => {
  it('opens at the opening tick and closes by the lower median of the last five', () => {
    const bench = ready();
    const { contractId, openTickNo, closeTickNo } = opened(bench);
    bench.tickUntil(openTickNo - 1, 990);
    const [open] = eventsOf(bench.tick(1_000).events, 'secondOpened');
    expect(open).toMatchObject({ contractId, opening: { tickNo: openTickNo, priceTicks: 1_000 } });
    bench.tickUntil(closeTickNo - 5, 1_500);
    for (const mid of [999, 1_003, 998]) bench.tick(mid);
    expect(eventsOf(bench.tick(1_002).events, 'secondEnded')).toEqual([]);
    const [ended] = eventsOf(bench.tick(1_001).events, 'secondEnded');
    expect(ended).toMatchObject({ contractId, result: 'won', closeTicks: 1_001, paid: 18n * COIN });
    expect(ended!.closing.map(({ tickNo }) => tickNo)).toEqual(
      [-4, -3, -2, -1, 0].map((at) => closeTickNo + at),
    );
    expect(bench.wallet(ALICE)).toBe(FUNDS + 8n * COIN);
    expect(bench.kernel.seconds.pool().available).toBe(POOL - 8n * COIN);
    bench.check();
    bench.replay();
  });

  it('gives the pool what is lost, and the stake back when the prices are the same', () => {
    for (const [close, wallet, pool] of [
      [999, FUNDS - 10n * COIN, POOL + 10n * COIN],
      [1_000, FUNDS, POOL],
    ] as const) {
      const bench = ready();
      const { openTickNo, closeTickNo } = opened(bench);
      bench.tickUntil(openTickNo, 1_000);
      bench.tickUntil(closeTickNo, close);
      expect(bench.wallet(ALICE)).toBe(wallet);
      expect(bench.kernel.seconds.pool().available).toBe(pool);
      expect(bench.kernel.seconds.contracts(ALICE)).toEqual([]);
      bench.check();
    }
  });

  it('takes the last quotes for a tick without a command of its own, while they are 2 s old at most', () => {
    const bench = ready();
    const { openTickNo, closeTickNo } = opened(bench);
    bench.tickUntil(openTickNo - 8, 1_000);
    bench.nowMs = (openTickNo + 1) * 250;
    const [open] = eventsOf(bench.tickNow(quotesAt(2_000, bench.nowMs)).events, 'secondOpened');
    expect(open!.opening).toMatchObject({ sourceTickNo: openTickNo - 8, priceTicks: 1_000 });
    bench.tickUntil(closeTickNo - 10, 1_001);
    bench.nowMs = (closeTickNo + 1) * 250;
    const [ended] = eventsOf(bench.tickNow(quotesAt(500, bench.nowMs)).events, 'secondEnded');
    expect(ended!.closing.map(({ priceTicks }) => priceTicks)).toEqual([1_001, 1_001, 1_001, null, null]);
    expect(ended).toMatchObject({ result: 'won' });
  });

  it('is void at once when the index is stale at the opening', () => {
    const bench = ready();
    const { openTickNo } = opened(bench);
    bench.tickUntil(openTickNo - 9, 1_000);
    while (bench.nowMs < openTickNo * 250 - 250) bench.tick();
    const [ended] = eventsOf(bench.tick().events, 'secondEnded');
    expect(ended).toMatchObject({
      result: 'void',
      voidReason: 'opening-stale',
      wouldHave: 'unknown',
      paid: 10n * COIN,
    });
    expect(bench.wallet(ALICE)).toBe(FUNDS);
    bench.check();
  });

  it('is void with two valid closing ticks, and says how it would have ended', () => {
    const bench = ready();
    const { openTickNo, closeTickNo } = opened(bench);
    bench.tickUntil(openTickNo, 1_000);
    bench.tickUntil(closeTickNo - 11, 1_001);
    while (bench.nowMs < closeTickNo * 250 - 250) bench.tick();
    const [ended] = eventsOf(bench.tick().events, 'secondEnded');
    expect(ended!.closing.map(({ priceTicks }) => priceTicks)).toEqual([1_001, 1_001, null, null, null]);
    expect(ended).toMatchObject({
      result: 'void',
      voidReason: 'closing-stale',
      wouldHave: 'won',
      closeTicks: null,
    });
    expect(bench.wallet(ALICE)).toBe(FUNDS);
    bench.check();
  });

  it('counts no quotes that nobody chained in time: once the chain goes on it is void, and nothing else ends it', () => {
    const bench = ready();
    const { openTickNo, closeTickNo } = opened(bench);
    bench.tickUntil(openTickNo, 1_000);
    bench.tickUntil(closeTickNo - 3, 1_001);
    bench.nowMs += 3_600_000;
    for (const events of [bench.open({ quantity: 2 }, BOB).events, bench.send({ type: 'tick' }).events])
      expect(eventsOf(events, 'secondEnded')).toEqual([]);
    expect(bench.kernel.seconds.pool()).toMatchObject({ reserved: 8n * COIN, stakes: 10n * COIN });
    const [ended] = eventsOf(bench.tick().events, 'secondEnded');
    // Two closing ticks were chained before the end; the three others never were.
    expect(ended!.closing.map(({ priceTicks }) => priceTicks)).toEqual([1_001, 1_001, null, null, null]);
    expect(ended!.closing.map(({ sourceTickNo }) => sourceTickNo)).toEqual([
      closeTickNo - 4,
      closeTickNo - 3,
      0,
      0,
      0,
    ]);
    expect(ended).toMatchObject({ result: 'void', wouldHave: 'won' });
    expect(bench.wallet(ALICE)).toBe(FUNDS);
    bench.check();
    bench.replay();
  });

  it('settles after downtime at its own ticks where all that it needs was chained', () => {
    const bench = ready();
    const { openTickNo, closeTickNo } = opened(bench);
    bench.tickUntil(openTickNo, 1_000);
    bench.tickUntil(closeTickNo - 2, 1_001);
    bench.nowMs += 3_600_000;
    const [ended] = eventsOf(bench.tick().events, 'secondEnded');
    expect(ended).toMatchObject({ result: 'won', closeTicks: 1_001, paid: 18n * COIN });
  });

  it.each([1, 5, 60])(
    'settles by its ticks after a stall of %s s over its end, lost where it lost',
    (stallS) => {
      const bench = ready();
      const { openTickNo, closeTickNo } = opened(bench);
      bench.tickUntil(openTickNo, 1_000);
      bench.tickUntil(closeTickNo - 5, 1_001);
      bench.nowMs = (closeTickNo + 4 * stallS) * 250;
      expect(eventsOf(bench.open({ quantity: 2 }, BOB).events, 'secondEnded')).toEqual([]);
      expect(eventsOf(bench.send({ type: 'tick' }).events, 'secondEnded')).toEqual([]);
      const ended = [4, 3, 2, 1, 0].flatMap((back) =>
        eventsOf(bench.lateTick(closeTickNo - back, 999).events, 'secondEnded'),
      );
      expect(ended).toMatchObject([{ result: 'lost', closeTicks: 999, paid: 0n }]);
      expect(ended[0]!.closing.map(({ sourceTickNo }) => sourceTickNo)).toEqual(
        [4, 3, 2, 1, 0].map((back) => closeTickNo - back),
      );
      bench.check();
      bench.replay();
    },
  );

  it('is void by a tick whose time of chaining shows a gap of five seconds, however late that tick comes', () => {
    const bench = ready();
    const { openTickNo, closeTickNo } = opened(bench);
    bench.tickUntil(openTickNo, 1_000);
    bench.tickUntil(closeTickNo - 5, 1_001);
    bench.nowMs = (closeTickNo + 60) * 250;
    // chained just before the first closing tick is given up, and then when all of them are
    expect(eventsOf(bench.lateTick(closeTickNo + 15, 999).events, 'secondEnded')).toMatchObject([
      { result: 'won', closeTicks: 1_001 },
    ]);
    bench.tick(1_000);
    const other = opened(bench);
    bench.tickUntil(other.closeTickNo - 5, 1_001);
    bench.nowMs = (other.closeTickNo + 60) * 250;
    expect(eventsOf(bench.lateTick(other.closeTickNo + 20, 999).events, 'secondEnded')).toMatchObject([
      { result: 'void', voidReason: 'closing-stale' },
    ]);
    bench.check();
  });

  it('takes no tick whose time of chaining goes back, and none counts as chained later than now', () => {
    const bench = ready();
    bench.tickUntil(bench.nowMs / 250 + 4, 1_000);
    const tickNo = bench.nowMs / 250 + 1;
    const tick = (chainedMs: number) =>
      bench.send({ type: 'indexTick', tickNo, chainedMs, quotes: [] }).outcome;
    expect(tick(bench.nowMs - 1)).toMatchObject({ ok: false, code: 'TICK_OUT_OF_ORDER' });
    expect(tick(Number.NaN)).toMatchObject({ ok: false, code: 'INVALID_COMMAND' });
    expect(tick(0.5)).toMatchObject({ ok: false, code: 'INVALID_COMMAND' });
    expect(tick(bench.nowMs + 3_600_000)).toMatchObject({ ok: true });
    expect(bench.kernel.chain).toMatchObject({ tickNo, chainedMs: bench.nowMs });
    bench.restart();
    expect(bench.kernel.chain).toMatchObject({ tickNo, chainedMs: bench.nowMs });
    bench.replay();
  });

  it('tells later whom a void contract without any closing tick would have served', () => {
    const bench = ready();
    const { contractId, openTickNo, closeTickNo } = opened(bench);
    bench.tickUntil(openTickNo + 4, 1_000);
    bench.nowMs = closeTickNo * 250 + 60_000;
    const [ended] = eventsOf(bench.tick().events, 'secondEnded');
    expect(ended).toMatchObject({ result: 'void', wouldHave: 'unknown' });
    bench.restart();
    expect(eventsOf(bench.tick().events, 'secondVoidJudged')).toEqual([]);
    const [judged] = eventsOf(bench.tick(1_007).events, 'secondVoidJudged');
    expect(judged).toMatchObject({ contractId, wouldHave: 'won', reading: { priceTicks: 1_007 } });
    expect(eventsOf(bench.tick(1_007).events, 'secondVoidJudged')).toEqual([]);
  });

  it('reads ticks that come late at their own prices, up to five seconds late', () => {
    const bench = ready();
    const { openTickNo, closeTickNo } = opened(bench);
    bench.tickUntil(openTickNo, 1_000);
    bench.tickUntil(closeTickNo - 5, 1_001);
    bench.nowMs = (closeTickNo - 4) * 250 + 4_999;
    const ended = [];
    for (let tickNo = closeTickNo - 4; tickNo <= closeTickNo; tickNo++) {
      const quotes = quotesAt(1_010 + tickNo - closeTickNo, tickNo * 250);
      ended.push(...eventsOf(bench.tickNow(quotes, tickNo).events, 'secondEnded'));
    }
    expect(ended[0]).toMatchObject({ result: 'won', closeTicks: 1_008 });
  });

  it('runs several contracts of one tick in the order of their ids', () => {
    const bench = ready();
    const first = opened(bench);
    bench.open({ direction: 'down' }, BOB);
    bench.open({ quantity: 3 });
    const ids = eventsOf(bench.tickUntil(first.openTickNo, 1_000), 'secondOpened').map(
      ({ contractId }) => contractId,
    );
    expect(ids).toEqual([first.contractId, first.contractId + 1, first.contractId + 2]);
    const ended = eventsOf(bench.tickUntil(first.closeTickNo, 1_001), 'secondEnded');
    expect(ended.map(({ result }) => result)).toEqual(['won', 'lost', 'won']);
  });
});

describe('a user’s own limits', () => {
  const limit = (bench: Bench, amount: Amount | null) =>
    bench.send(
      {
        type: 'setSecondsLimits',
        ...{ dailyLoss: { limit: amount }, coolingOffUntilMs: null, selfExcludedUntilMs: null },
      },
      ALICE,
    ).outcome;
  const pause = (bench: Bench, coolingOffUntilMs: number | null, selfExcludedUntilMs: number | null) =>
    bench.send({ type: 'setSecondsLimits', dailyLoss: null, coolingOffUntilMs, selfExcludedUntilMs }, ALICE)
      .outcome;

  it('count open stakes as lost', () => {
    const bench = ready();
    expect(limit(bench, units(25n)).ok).toBe(true);
    opened(bench);
    opened(bench);
    expect(bench.open({ quantity: 6 }).outcome).toMatchObject({ code: 'SECONDS_LOSS_LIMIT' });
    expect(bench.open({ quantity: 5 }).outcome.ok).toBe(true);
    expect(bench.open({ quantity: 1 }).outcome).toMatchObject({ code: 'SECONDS_LOSS_LIMIT' });
    expect(bench.open({ quantity: 50 }, BOB).outcome.ok).toBe(true);
  });

  it('count what was lost until midnight UTC, and take what was won off it', () => {
    const bench = ready();
    limit(bench, units(10n));
    const { openTickNo, closeTickNo } = opened(bench);
    bench.tickUntil(openTickNo, 1_000);
    bench.tickUntil(closeTickNo, 999);
    expect(bench.kernel.seconds.limits(ALICE)).toMatchObject({ lostToday: units(10n), openStakes: 0n });
    expect(bench.open({ quantity: 1 }).outcome).toMatchObject({ code: 'SECONDS_LOSS_LIMIT' });
    bench.nowMs = Math.ceil(bench.nowMs / 86_400_000) * 86_400_000;
    bench.tickNow(quotesAt(1_000, bench.nowMs));
    expect(bench.open({}).outcome.ok).toBe(true);
  });

  it('are raised a day later, across a restart', () => {
    const bench = ready();
    limit(bench, units(5n));
    expect(limit(bench, units(50n)).ok).toBe(true);
    expect(bench.kernel.seconds.limits(ALICE)).toMatchObject({ limit: units(5n), pending: units(50n) });
    bench.restart();
    bench.nowMs += 24 * HOUR_MS - 250;
    bench.tick(1_000);
    expect(bench.kernel.seconds.limits(ALICE)).toMatchObject({
      limit: units(50n),
      pending: null,
      pendingFromMs: 0,
    });
    expect(bench.open({ quantity: 50 }).outcome.ok).toBe(true);
  });

  it('pause: longer is taken, shorter never', () => {
    const bench = ready();
    expect(pause(bench, bench.nowMs + HOUR_MS, null).ok).toBe(true);
    expect(bench.open().outcome).toMatchObject({ code: 'SECONDS_EXCLUDED' });
    expect(pause(bench, bench.nowMs + HOUR_MS - 1, null)).toMatchObject({ code: 'SECONDS_LIMIT_SHORTER' });
    expect(pause(bench, null, bench.nowMs + 48 * HOUR_MS).ok).toBe(true);
    expect(pause(bench, null, bench.nowMs + 24 * HOUR_MS)).toMatchObject({ code: 'SECONDS_LIMIT_SHORTER' });
    expect(pause(bench, bench.nowMs - 1, null)).toMatchObject({ code: 'INVALID_COMMAND' });
    expect(pause(bench, bench.nowMs + 43 * 24 * HOUR_MS, null)).toMatchObject({ code: 'INVALID_COMMAND' });
    expect(pause(bench, null, null)).toMatchObject({ code: 'INVALID_COMMAND' });
    bench.restart();
    bench.nowMs += 48 * HOUR_MS - 250;
    bench.tick(1_000);
    expect(bench.open().outcome.ok).toBe(true);
  });

  it('change nothing of what is open', () => {
    const bench = ready();
    const { openTickNo, closeTickNo } = opened(bench);
    pause(bench, null, bench.nowMs + 48 * HOUR_MS);
    bench.tickUntil(openTickNo, 1_000);
    bench.tickUntil(closeTickNo, 1_001);
    expect(bench.wallet(ALICE)).toBe(FUNDS + 8n * COIN);
  });
});
