import { expect, it } from 'vitest';
import { assetsSearch } from './search.ts';

it('keeps a known panel', () => {
  expect(assetsSearch({ key: 'records' })).toEqual({ key: 'records' });
  expect(assetsSearch({ key: 'everything' })).toEqual({});
});
