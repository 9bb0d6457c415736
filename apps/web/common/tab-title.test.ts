import { expect, it } from 'vitest';
import { titleOf } from './tab-title.ts';

it('says the page, and before it how much is unread', () => {
  expect(titleOf({ page: 'Markets · Candor', unread: 0, news: null })).toBe('Markets · Candor');
  expect(titleOf({ page: 'Markets · Candor', unread: 3, news: null })).toBe('(3) Markets · Candor');
  expect(titleOf({ page: 'Markets · Candor', unread: 400, news: null })).toBe('(99+) Markets · Candor');
});

it('says the last notice in place of the page', () => {
  expect(titleOf({ page: 'Markets · Candor', unread: 1, news: 'Order filled' })).toBe('(1) Order filled');
});
