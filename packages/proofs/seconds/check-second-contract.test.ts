import { describe, expect, it } from 'vitest';
import { firstWrongStep } from '../check.ts';
import { checkSecondContract } from './check-second-contract.ts';
import type { SecondReading, SecondReceipt } from './receipt.ts';

/** 3 s after acceptance lies between ticks 4,012 and 4,013. */
const ACCEPTED_MS = 1_000_100;
const OPEN_TICK = 4_013;
const CLOSE_TICKS = [4_129, 4_130, 4_131, 4_132, 4_133];

/** Three venues around a mid price; the middle one is the index. */
function reading(tickNo: number, mid: number, ageMs = 100): SecondReading {
  const timeMs = tickNo * 250 - ageMs;
  const quotes = [-1, 0, 1].map((off, i) => ({
    venueId: i + 1,
    bidTicks: mid + off - 2,
    askTicks: mid + off + 2,
    timeMs,
  }));
  return { tickNo, sourceTickNo: tickNo, priceTicks: ageMs > 2_000 ? null : mid, quotes };
}

/** Up from 620,000.00 by closing ticks whose lower median is one tick higher. */
function won(): SecondReceipt {
  return {
    ticket: {
      formula: 1,
      contractId: 7,
      userId: 1_000,
      symbol: 'BTCUSDT',
      tickSize: '0.01',
      direction: 'up' as const,
      periodS: 30,
      quantity: 10,
      coin: 'USDT',
      coinScale: 8,
      stake: '10',
      payoutPpm: 850_000,
      payout: '8.5',
      breakEvenPpm: 540_541,
      acceptedMs: ACCEPTED_MS,
      journalSeq: 99,
      openTickNo: OPEN_TICK,
      closeTickNos: CLOSE_TICKS,
      quorum: 3,
      simulated: true,
      weights: [1, 2, 3].map((venueId) => ({ venueId, weightPpm: 333_333 })),
      counterparty: 'house pool',
    },
    opening: reading(OPEN_TICK, 6_200_000),
    closing: [6_199_990, 6_200_001, 6_200_050, 6_200_000, 6_200_002].map((mid, i) =>
      reading(CLOSE_TICKS[i]!, mid),
    ),
    closeTicks: 6_200_001,
    result: 'won',
    wouldHave: null,
    paid: '18.5',
  };
}

const wrong = (receipt: SecondReceipt) => firstWrongStep(checkSecondContract(receipt))?.name ?? null;

describe('the receipt of a second contract', () => {
  it('holds, step by step from the acceptance to the payment', () => {
    const check = checkSecondContract(won());
    expect(check.steps.map(({ name }) => name)).toEqual([
      'formula',
      'stake',
      'payout',
      'breakEven',
      'openTick',
      'closeTicks',
      'closeTicksRead',
      'openIndex',
      'closeIndex1',
      'closeIndex2',
      'closeIndex3',
      'closeIndex4',
      'closeIndex5',
      'close',
      'result',
      'paid',
    ]);
    expect(check.ok).toBe(true);
    expect(check.steps.find(({ name }) => name === 'close')).toEqual({
      name: 'close',
      stated: '62000.01',
      recomputed: '62000.01',
      ok: true,
    });
  });

  it.each<[string, string, (receipt: SecondReceipt) => SecondReceipt]>([
    ['an unknown formula', 'formula', (r) => ({ ...r, ticket: { ...r.ticket, formula: 2 } })],
    ['another stake', 'stake', (r) => ({ ...r, ticket: { ...r.ticket, stake: '11' } })],
    ['a payout one unit short', 'payout', (r) => ({ ...r, ticket: { ...r.ticket, payout: '8.49999999' } })],
    ['a rosier break-even', 'breakEven', (r) => ({ ...r, ticket: { ...r.ticket, breakEvenPpm: 540_540 } })],
    [
      'another acceptance',
      'openTick',
      (r) => ({ ...r, ticket: { ...r.ticket, acceptedMs: ACCEPTED_MS + 250 } }),
    ],
    ['another opening tick', 'openTick', (r) => ({ ...r, opening: { ...r.opening, tickNo: OPEN_TICK + 1 } })],
    [
      'closing ticks one later',
      'closeTicks',
      (r) => ({ ...r, ticket: { ...r.ticket, closeTickNos: CLOSE_TICKS.map((tickNo) => tickNo + 1) } }),
    ],
    ['a closing tick left out', 'closeTicksRead', (r) => ({ ...r, closing: r.closing.slice(1) })],
    [
      'another opening price',
      'openIndex',
      (r) => ({ ...r, opening: { ...r.opening, priceTicks: 6_200_001 } }),
    ],
    [
      'another venue’s quote',
      'closeIndex3',
      (r) => ({
        ...r,
        closing: r.closing.map((one, i) => (i === 2 ? { ...one, priceTicks: 6_199_000 } : one)),
      }),
    ],
    [
      'a quote from after the tick',
      'closeIndex1',
      (r) => ({
        ...r,
        closing: r.closing.map((one, i) => (i === 0 ? { ...one, sourceTickNo: 9_999 } : one)),
      }),
    ],
    [
      'a weight that was not agreed',
      'openIndex',
      (r) => ({ ...r, ticket: { ...r.ticket, weights: r.ticket.weights.slice(0, 2) } }),
    ],
    ['the upper median', 'close', (r) => ({ ...r, closeTicks: 6_200_002 })],
    ['another result', 'result', (r) => ({ ...r, result: 'lost' })],
    ['a payment one unit short', 'paid', (r) => ({ ...r, paid: '18.49999999' })],
  ])('names the first wrong step: %s', (_, step, bend) => {
    expect(wrong(bend(won()))).toBe(step);
  });

  it('holds for a void one, with what it would have been', () => {
    const receipt = won();
    const closing = receipt.closing.map((one, i) => (i < 3 ? reading(one.tickNo, 6_199_000, 2_001) : one));
    const done = {
      ...receipt,
      closing,
      closeTicks: null,
      result: 'void',
      wouldHave: 'even',
      paid: '10',
    } as const;
    expect(checkSecondContract(done).ok).toBe(true);
    expect(wrong({ ...done, wouldHave: 'won' })).toBe('wouldHave');
    expect(wrong({ ...done, paid: '0' })).toBe('paid');
    const opening = reading(OPEN_TICK, 6_200_000, 2_001);
    const early = {
      ...receipt,
      opening,
      closing: [],
      closeTicks: null,
      result: 'void',
      wouldHave: 'unknown',
    } as const;
    expect(checkSecondContract({ ...early, paid: '10' }).ok).toBe(true);
  });

  it('never holds for figures that cannot be read', () => {
    const { ticket, ...rest } = won();
    for (const bent of [{ quantity: 1.5 }, { periodS: Number.NaN }, { tickSize: 'x' }, { payoutPpm: -1 }]) {
      expect(checkSecondContract({ ...rest, ticket: { ...ticket, ...bent } }).ok).toBe(false);
    }
  });
});
