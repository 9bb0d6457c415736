import { userBillKinds } from '@candor/api';
import { expect, it } from 'vitest';
import { billPlace } from './bill-place.ts';

/** Lines that say everything themselves. */
const OWN_RECEIPT = ['practice-funds', 'transfer', 'insurance-payment', 'correction', 'referral-rebate'];
/** Lines of mining, whose page is not there yet. */
const MINING = ['mining-locked', 'mining-unlocked', 'mining-withdrawn', 'mining-returned'];

it('leads from each kind of line to its receipt, and from no line elsewhere', () => {
  const without = userBillKinds.filter((kind) => billPlace({ kind, wallet: 'spot' }) === null);
  expect(without).toEqual([...OWN_RECEIPT, ...MINING]);
});

it('leads to the account that the line belongs to', () => {
  expect(billPlace({ kind: 'trade', wallet: 'spot' })).toEqual({
    page: 'orders',
    of: 'spot',
    list: 'history',
  });
  expect(billPlace({ kind: 'trade', wallet: 'margin-isolated' })).toEqual({
    page: 'orders',
    of: 'isolated',
    list: 'history',
  });
  expect(billPlace({ kind: 'margin-interest', wallet: 'margin-isolated' })).toMatchObject({ of: 'isolated' });
  expect(billPlace({ kind: 'perpetual-fee', wallet: 'contract' })).toMatchObject({ of: 'usta' });
  expect(billPlace({ kind: 'withdrawal-fee', wallet: 'spot' })).toEqual({ page: 'withdrawals' });
  expect(billPlace({ kind: 'recharge', wallet: 'spot' })).toEqual({ page: 'deposits' });
  expect(billPlace({ kind: 'otc-released', wallet: 'otc' })).toMatchObject({ of: 'otc', list: 'history' });
  expect(billPlace({ kind: 'staking-redeemed', wallet: 'spot' })).toEqual({ page: 'staking' });
  expect(billPlace({ kind: 'loan-repaid', wallet: 'spot' })).toEqual({ page: 'loans' });
  expect(billPlace({ kind: 'finance-matured', wallet: 'spot' })).toEqual({ page: 'finance' });
});
