import { billKindNames, userBillKinds } from '@candor/api';
import { loadCustomerRoom, locales } from '@candor/i18n';
import { expect, it } from 'vitest';

it('a bill can be filtered by every kind of entry but the house’s own', () => {
  const house = [
    'custody-cover',
    'custody-funding',
    'custody-surplus',
    'finance-funding',
    'insurance-funding',
    'loan-funding',
    'margin-funding',
    // within the account of rewards, which has records of its own
    'mining-claimed',
    'mining-converted',
    'mining-funding',
    'network-cost',
    'seconds-pool',
    'staking-funding',
    'swap-funding',
  ];
  expect([...userBillKinds, ...house].sort()).toEqual([...billKindNames].sort());
});

it.each(locales)('every kind of entry has a name of its own in %s', async (locale) => {
  const messages = await loadCustomerRoom(locale, 'assets');
  const names = billKindNames.map((kind) => messages[`assets.bills.kind.${kind}`]);
  for (const name of names) expect(name).toBeTruthy();
  expect(new Set(names).size).toBe(names.length);
});
