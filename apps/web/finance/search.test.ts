import { expect, it } from 'vitest';
import { investmentSearch } from './search.ts';

it('keeps a known tab, and the filter of the user’s own orders alone', () => {
  const filter = { status: 'redeemed', from: '2026-11-01', to: '2026-11-30' };
  expect(investmentSearch({ tab: 'mine', ...filter, other: '1' })).toEqual({ tab: 'mine', ...filter });
  expect(investmentSearch({ tab: 'members', ...filter })).toEqual({ tab: 'members' });
  expect(investmentSearch({ tab: 'vip', ...filter })).toEqual({});
});
