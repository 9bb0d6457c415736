import { expect, it } from 'vitest';
import { nodeSearch } from './search.ts';

it('keeps a known kind and days', () => {
  const search = { kind: 'claimed', from: '2026-11-01', to: '2026-11-30' };
  expect(nodeSearch({ ...search, other: '1' })).toEqual(search);
  expect(nodeSearch({ kind: 'stolen', from: '1' })).toEqual({});
});
