import { expect, it } from 'vitest';
import { noticesSearch } from './search.ts';

it('keeps a known group and the choice of unread ones, and nothing else', () => {
  expect(noticesSearch({ group: 'money', unread: 'true' })).toEqual({ group: 'money', unread: true });
  expect(noticesSearch({ group: 'money', unread: true })).toEqual({ group: 'money', unread: true });
  expect(noticesSearch({ group: 'gossip', unread: 'no', more: 1 })).toEqual({});
});
