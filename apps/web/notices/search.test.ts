import { expect, it } from 'vitest';
import { noticesSearch } from './search.ts';

it('keeps a known group and the choice of unread ones, and nothing else', () => {
  expect(noticesSearch({ group: 'money', unread: 'true' })).toEqual({ group: 'money', unread: true });
  expect(noticesSearch({ group: 'money', unread: true })).toEqual({ group: 'money', unread: true });
  expect(noticesSearch({ group: 'gossip', unread: 'no', more: 1 })).toEqual({});
});

it('keeps the days beside the group', () => {
  const search = { group: 'money', from: '2026-11-01', to: '2026-11-30' };
  expect(noticesSearch(search)).toEqual(search);
  expect(noticesSearch({ from: '1', to: '2' })).toEqual({});
});
