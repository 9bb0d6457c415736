import { expect, it } from 'vitest';
import { tableQueryOf, tableSearch } from './table-search.ts';

const read = tableSearch({
  filters: [
    { name: 'userId', label: 'a', isNumber: true },
    { name: 'state', label: 'b', words: ['seen', 'credited'] },
    { name: 'address', label: 'c' },
  ],
  orders: { 'x.no': 'no' },
});

it('reads filters, order and days, and leaves out what a list does not know', () => {
  expect(read({ userId: 1000, state: 'seen', address: ' 0xab ', sort: '-no', from: '2026-01-31' })).toEqual({
    userId: '1000',
    state: 'seen',
    address: '0xab',
    sort: '-no',
    from: '2026-01-31',
  });
  expect(
    read({ userId: '1e3', state: 'lost', address: '', sort: 'amount', to: '31.01.2026', q: '1' }),
  ).toEqual({});
});

it('asks for whole days of UTC, the last one included', () => {
  const DAY_MS = 86_400_000;
  const { from, to, state } = tableQueryOf({ from: '2026-01-31', to: '2026-01-31', state: 'seen' });
  expect(Number(to) - Number(from)).toBe(DAY_MS);
  expect(Number(from) % DAY_MS).toBe(0);
  expect(state).toBe('seen');
});
