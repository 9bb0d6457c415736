import { describe, expect, it } from 'vitest';
import { firstWrongStep } from '../check.ts';
import { checkMining, type MiningAccrual } from './check-mining.ts';

/** 12.5 coins at scale 8 over 100,000 s at 500 ppm, and a fraction of before: figures worked out apart, by exact fractions. */
const claimed: MiningAccrual = {
  held: '1250000000',
  fromIndex: '7000000',
  toIndex: '57000000',
  before: '43200000001',
  paid: '723380',
  after: '11200000001',
};

describe('income of a node', () => {
  it('of a claim is its whole units, and the fraction stays', () => {
    const check = checkMining({ kind: 'claimed', accrual: claimed });
    expect(check.ok).toBe(true);
    expect(check.steps.map(({ recomputed }) => recomputed)).toEqual(['723380', '11200000001']);
  });

  it('of any other movement stays as it accrued', () => {
    const locked = { ...claimed, paid: '0', after: '62500043200000001' };
    expect(checkMining({ kind: 'locked', accrual: locked }).ok).toBe(true);
    expect(checkMining({ kind: 'locked', accrual: claimed }).ok).toBe(false);
  });

  it.each([
    ['paid', { paid: '723379' }],
    ['after', { after: '11200000000' }],
    ['paid', { toIndex: '57000500' }],
  ] as const)('with a wrong %s fails there', (name, wrong) => {
    const check = checkMining({ kind: 'claimed', accrual: { ...claimed, ...wrong } });
    expect(firstWrongStep(check)?.name).toBe(name);
  });

  it('that cannot be read fails', () => {
    for (const wrong of [{ held: 'x' }, { before: '-1' }, { paid: '' }, { toIndex: '1' }]) {
      expect(checkMining({ kind: 'claimed', accrual: { ...claimed, ...wrong } })).toEqual({
        ok: false,
        steps: [],
      });
    }
  });

  it('is none where nothing accrues', () => {
    expect(checkMining({ kind: 'joined', accrual: null })).toEqual({ ok: true, steps: [] });
  });
});
