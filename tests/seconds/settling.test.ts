import { describe, expect, it } from 'vitest';
import { ALICE, type Bench, BOB, COIN, eventsOf, FUNDS, POOL, quotesAt, ready } from './bench.ts';

/** Opens Alice's contract and returns its terms. */
function opened(bench: Bench, change = {}) {
  const applied = bench.open(change);
  expect(applied.outcome).toMatchObject({ ok: true });
  return eventsOf(applied.events, 'secondAccepted')[0]!.terms;
}

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
    // Two closing ticks were chained before the end; the other three were never chained.
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
