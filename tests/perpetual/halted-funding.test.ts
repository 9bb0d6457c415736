import type { KernelEvent } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { checkSettlement } from '@candor/proofs';
import { describe, expect, it } from 'vitest';
import { Random } from '../../tools/workload/random.ts';
import * as sheet from '../oracles/perpetual.ts';
import { Rational } from '../oracles/rational.ts';
import { PERP, Stage, U } from './stage.ts';

const ALICE = 1000;
const BOB = 1001;
const CAROL = 1002;
/** 10 s: 40 ticks. */
const INTERVAL_MS = 10_000;
const TICKS = INTERVAL_MS / 250;
const INDEX = 1_000_000;
const BILLION = 1_000_000_000n;
const TERMS = { unitsPerTickLot: 1_000, scale: 8, price: String };

/** State in which a tick finds the market: open to trade, closed to it, or without a price. */
type Found = 'trading' | 'halted' | 'post-only' | 'stale';
type Paid = Extract<KernelEvent, { type: 'perpetualFundingPaid' }>;

/** A market with a constant premium of 0.4 percent, at the first tick of an interval. */
function stage(restarts: boolean): Stage {
  const s = new Stage({
    restarts,
    listing: { fundingIntervalMs: INTERVAL_MS, impactNotional: (10n * U) as Amount },
  });
  for (const user of [ALICE, BOB, CAROL]) s.user(user, 100_000n);
  s.tick(INDEX);
  s.sell(BOB, 77, INDEX);
  s.buy(ALICE, 77, INDEX);
  s.buy(CAROL, 10, INDEX + 4_000);
  s.sell(BOB, 10, INDEX + 6_000);
  const { nextMs } = s.kernel.perpetual.funding(PERP)!;
  while (s.nowMs < nextMs) s.tick(INDEX);
  return s;
}

/** Lets one interval pass and returns its settlement. `found` says how each of its ticks after the first finds the market. */
function pass(s: Stage, found: readonly Found[]) {
  let state = s.info().state;
  for (const each of [...found, 'trading' as const]) {
    const wanted = each === 'stale' ? 'trading' : each;
    if (wanted !== state) s.system({ type: 'setPerpetualState', symbolId: PERP, state: wanted, reason: '' });
    state = wanted;
    // the venue's last quote stands for 10 s: without a price means that the market is closed to new ones
    s.tick(each === 'stale' ? 0 : INDEX);
  }
  return { told: s.all('perpetualFunding').at(-1)!, paid: s.all('perpetualFundingPaid') };
}

/** The rate by the sheet: that of the premium, for the ticks at which one could trade. */
function expectedPpb(premiumPpb: number, traded: number): bigint {
  const whole = sheet.fundingRate(new Rational(premiumPpb, BILLION), new Rational(5_000, 1_000_000));
  return sheet.fundingPart(whole, traded, TICKS).times(new Rational(BILLION)).floor();
}

function expectPayments(s: Stage, ratePpb: number, paid: readonly Paid[]): void {
  for (const payment of paid) {
    const exact = new Rational(payment.notional * BigInt(ratePpb), BILLION);
    const due = payment.direction === 'long' ? -exact.ceil() : exact.floor();
    expect(payment).toMatchObject({ ratePpb, amount: due, expectedSamples: TICKS });
    const inputs = JSON.parse(
      JSON.stringify(payment, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    );
    expect(checkSettlement(inputs, TERMS)).toMatchObject({ ok: true });
    for (const wrong of [{ ratePpb: ratePpb + 1 }, { samples: payment.samples - 3 }, { wholePpb: 1 }])
      expect(checkSettlement({ ...inputs, ...wrong }, TERMS).ok, JSON.stringify(wrong)).toBe(false);
  }
  expect(s.kernel.perpetual.funding(PERP)).toMatchObject({ lastPpb: ratePpb });
}

const filled = (of: Found, count: number) => Array.from({ length: count }, () => of);

describe.each([false, true])('funding of a market that was halted (restarts: %s)', (restarts) => {
  // the tick that ended the interval before is the first of the next
  const PARTS = [
    { name: 'half', halted: 20, ratePpb: 1_750_000 },
    { name: 'sixty percent', halted: 24, ratePpb: 1_400_000 },
    { name: 'forty percent', halted: 16, ratePpb: 2_100_000 },
    { name: 'all but one tick', halted: 39, ratePpb: 87_500 },
    { name: 'one tick', halted: 1, ratePpb: 3_412_500 },
    { name: 'none', halted: 0, ratePpb: 3_500_000 },
  ];
  it.each(PARTS)('takes the rest of the rate: halted for $name of the interval', ({ halted, ratePpb }) => {
    for (const state of ['halted', 'post-only'] as const) {
      const late = stage(restarts);
      const atEnd = pass(late, [...filled('trading', TICKS - 1 - halted), ...filled(state, halted)]);
      expect(atEnd.told).toMatchObject({ ratePpb, wholePpb: 3_500_000, samples: TICKS - halted });
      const early = stage(restarts);
      const atStart = pass(early, [...filled(state, halted), ...filled('trading', TICKS - 1 - halted)]);
      expect(atStart.told).toMatchObject({ ratePpb, samples: TICKS - halted });
    }
  });

  it('takes nothing where nobody could trade', () => {
    const s = stage(restarts);
    pass(s, filled('halted', TICKS - 1));
    s.system({ type: 'setPerpetualState', symbolId: PERP, state: 'halted', reason: '' });
    const from = s.all('perpetualFundingPaid').length;
    for (let i = 0; i < TICKS; i++) s.tick(INDEX);
    expect(s.all('perpetualFunding').at(-1)).toMatchObject({ samples: 1, ratePpb: 87_500 });
    for (let i = 0; i < TICKS; i++) s.tick(INDEX);
    expect(s.all('perpetualFunding').at(-1)).toMatchObject({ samples: 0, ratePpb: 0, paid: 0n });
    expect(s.all('perpetualFundingPaid').length).toBeGreaterThan(from);
  });
});

it('is in proportion to the ticks at which one could trade, whatever the pattern of halts', () => {
  const seen = new Set<number>();
  for (let seed = 1; seed <= 24; seed++) {
    const random = new Random(seed);
    const s = stage(seed % 4 === 0);
    // the tick that began the interval found the market open
    let traded = 1;
    for (let interval = 0; interval < 4; interval++) {
      const pattern: Found[] = [];
      while (pattern.length < TICKS - 1) {
        const found = random.pick(['trading', 'halted', 'post-only', 'stale'] as const);
        pattern.push(...filled(found, random.int(1, 25)));
      }
      const found = pattern.slice(0, TICKS - 1);
      traded += found.filter((each) => each === 'trading').length;
      const before = s.all('perpetualFundingPaid').length;
      const { told, paid } = pass(s, found);
      expect(told, `seed ${seed}`).toMatchObject({ samples: traded, expectedSamples: TICKS });
      expect(BigInt(told.ratePpb), `seed ${seed}`).toBe(expectedPpb(told.premiumPpb, traded));
      expectPayments(s, told.ratePpb, paid.slice(before));
      seen.add(traded);
      traded = 1;
    }
  }
  expect(seen.size).toBeGreaterThan(20);
});
