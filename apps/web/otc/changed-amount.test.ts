import { CallError, errors } from '@candor/api';
import { describe, expect, it } from 'vitest';
import { changedAmount, leftAfter } from './changed-amount.ts';

describe('the amount of a changed offer', () => {
  it('is sent only where its merchant changed it, with what the merchant saw', () => {
    expect(changedAmount('1000', '1000')).toBeUndefined();
    expect(changedAmount('500', '1000')).toEqual({ from: '1000', to: '500' });
  });

  it('is compared with what is left once a refusal has said that', () => {
    const { code } = errors.OTC_OFFER_TRADED;
    const details = { amount: '980', coin: 'USDT' };
    const traded = new CallError('changeOtcOffer', code, '', { key: 'OTC_OFFER_TRADED', details });
    expect(leftAfter(traded)).toBe('980');
    expect(changedAmount('500', leftAfter(traded)!)).toEqual({ from: '980', to: '500' });
    const other = new CallError('changeOtcOffer', errors.OTC_AMOUNT.code, '', { key: 'OTC_AMOUNT', details });
    expect([leftAfter(other), leftAfter(new Error('away'))]).toEqual([null, null]);
  });
});
