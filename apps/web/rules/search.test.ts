import { expect, it } from 'vitest';
import { rulesSearch } from './search.ts';

it('keeps a known tab and leaves out everything else', () => {
  expect(rulesSearch({ tab: 'contract', other: '1' })).toEqual({ tab: 'contract' });
  expect(rulesSearch({ tab: 'loan' })).toEqual({ tab: 'loan' });
  expect(rulesSearch({ tab: 'staking' })).toEqual({});
});
