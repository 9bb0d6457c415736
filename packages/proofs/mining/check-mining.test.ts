import { describe, expect, it } from 'vitest';
import { firstWrongStep } from '../check.ts';
import { checkMining, type MiningReceipt } from './check-mining.ts';

/** 12.5 coins at scale 8: 60,000 s at 500 ppm, then 40,000 s at 800 ppm, and a fraction of before. Worked out apart, by exact fractions. */
const accrual = {
  held: '1250000000',
  fromSeconds: 5_000,
  toSeconds: 105_000,
  spans: [
    { termsNo: 1, dailyPpm: 500, seconds: 60_000 },
    { termsNo: 2, dailyPpm: 800, seconds: 40_000 },
  ],
  carried: '43200000001',
  earned: '77500043200000001',
  paid: '896991',
  rest: '20800000001',
};
const none = { into: null, quote: null };
const claimed: MiningReceipt = { kind: 'claimed', amount: '0.00896991', scale: 8, accrual, ...none };
const altered = (change: Partial<typeof accrual>) => ({ ...claimed, accrual: { ...accrual, ...change } });

describe('income of a node', () => {
  it('of a claim is its whole units, and the fraction stays', () => {
    const check = checkMining(claimed);
    expect(firstWrongStep(check)).toBeNull();
    expect(check.ok).toBe(true);
  });

  it('of any other movement stays as it was earned', () => {
    const kept = { kind: 'locked', amount: '3', scale: 8, ...none };
    const locked = { ...accrual, paid: '0', rest: accrual.earned };
    expect(checkMining({ ...kept, accrual: locked }).ok).toBe(true);
    expect(checkMining({ ...kept, accrual }).ok).toBe(false);
  });

  it.each([
    ['seconds', altered({ toSeconds: 105_001 })],
    ['seconds', altered({ spans: accrual.spans.slice(1) })],
    ['earned', altered({ earned: '77500043200000000' })],
    ['earned', altered({ spans: accrual.spans.map((span) => ({ ...span, dailyPpm: 800 })) })],
    ['paid', altered({ paid: '896992' })],
    ['rest', altered({ rest: '20800000000' })],
    ['amount', { ...claimed, amount: '0.00896992' }],
    ['amount', { ...claimed, amount: 'x' }],
  ] as const)('with wrong %s fails there', (name, wrong) => {
    expect(firstWrongStep(checkMining(wrong))?.name).toBe(name);
  });

  it('that cannot be read fails', () => {
    for (const wrong of [{ held: 'x' }, { carried: '-1' }, { paid: '' }, { toSeconds: 0.5 }])
      expect(checkMining(altered(wrong))).toEqual({ ok: false, steps: [] });
  });

  it('is none where nothing accrues', () => {
    expect(checkMining({ ...claimed, kind: 'joined', accrual: null })).toEqual({ ok: true, steps: [] });
  });
});

describe('a conversion', () => {
  /** 0.5 coins at an index of 50,000 and a spread of 0.1 %: 24,975. */
  const quote = {
    amount: '0.5',
    arrives: '24975',
    spreadPercent: '0.1',
    fromLeg: {
      coin: 'BTC',
      scale: 8,
      symbol: 'BTCUSDT',
      price: '50000',
      priceTicks: 5_000_000,
      quotePerTickLot: '10',
      basePerLot: '1000',
      spreadPpm: 1_000,
    },
    toLeg: {
      coin: 'USDT',
      scale: 8,
      symbol: null,
      price: '1',
      priceTicks: 1,
      quotePerTickLot: '1',
      basePerLot: '1',
      spreadPpm: 0,
    },
  };
  const converted: MiningReceipt = {
    kind: 'converted',
    amount: '0.5',
    scale: 8,
    accrual: null,
    into: { amount: '24975' },
    quote,
  };

  it('is recomputed by its quote', () => {
    const check = checkMining(converted);
    expect(firstWrongStep(check)).toBeNull();
    expect(check.ok).toBe(true);
  });

  it.each([
    ['arrives', { ...converted, quote: { ...quote, arrives: '24975.00000001' } }],
    ['spread', { ...converted, quote: { ...quote, spreadPercent: '0.2' } }],
    ['fromPrice', { ...converted, quote: { ...quote, fromLeg: { ...quote.fromLeg, price: '49999' } } }],
    ['amount', { ...converted, amount: '0.4' }],
    ['into', { ...converted, into: { amount: '24974' } }],
  ] as const)('with wrong %s fails there', (name, wrong) => {
    expect(firstWrongStep(checkMining(wrong))?.name).toBe(name);
  });

  it('without its quote, or with one that cannot be read, fails', () => {
    const unread = { ...quote, amount: 'x' };
    for (const wrong of [{ quote: null }, { into: null }, { quote: unread }])
      expect(checkMining({ ...converted, ...wrong })).toEqual({ ok: false, steps: [] });
  });
});
