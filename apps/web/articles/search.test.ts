import { expect, it } from 'vitest';
import { announcementSearch, helpSearch } from './search.ts';

it('reads what is searched, and drops what is empty, overlong or no text', () => {
  expect(helpSearch({ q: ' 提现 ' })).toEqual({ q: '提现' });
  expect(helpSearch({ q: 2 })).toEqual({ q: '2' });
  expect([{}, { q: ' ' }, { q: 'x'.repeat(101) }, { q: ['a'] }].map(helpSearch)).toEqual([{}, {}, {}, {}]);
});

it('reads the topic of announcements and drops others', () => {
  expect(announcementSearch({ topic: 'listing' })).toEqual({ topic: 'listing' });
  expect(announcementSearch({ topic: 'all' })).toEqual({});
});
