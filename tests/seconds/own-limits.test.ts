import type { Amount } from '@candor/money';
import { describe, expect, it } from 'vitest';
import { ALICE, type Bench, BOB, COIN, eventsOf, FUNDS, quotesAt, ready, units } from './bench.ts';

/** Opens Alice's contract and returns its terms. */
function opened(bench: Bench, change = {}) {
  const applied = bench.open(change);
  expect(applied.outcome).toMatchObject({ ok: true });
  return eventsOf(applied.events, 'secondAccepted')[0]!.terms;
}

const HOUR_MS = 3_600_000;

describe('a user’s own limits', () => {
  const limit = (bench: Bench, amount: Amount | null) =>
    bench.send(
      {
        type: 'setSecondsLimits',
        dailyLoss: { limit: amount },
        coolingOffUntilMs: null,
        selfExcludedUntilMs: null,
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
