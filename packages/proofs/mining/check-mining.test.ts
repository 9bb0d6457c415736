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
const claimed: MiningReceipt = { kind: 'claimed', amount: '0.00896991', scale: 8, accrual };
const altered = (change: Partial<typeof accrual>) => ({ ...claimed, accrual: { ...accrual, ...change } });

describe('income of a node', () => {
  it('of a claim is its whole units, and the fraction stays', () => {
    const check = checkMining(claimed);
    expect(firstWrongStep(check)).toBeNull();
    expect(check.ok).toBe(true);
  });

  it('of any other movement stays as it was earned', () => {
    const kept = { kind: 'locked', amount: '3', scale: 8 };
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
