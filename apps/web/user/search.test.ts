import { expect, it } from 'vitest';
import { isOwnPath, returnSearch } from '../common/own-path.ts';
import { registerSearch } from './search.ts';

it('takes an invite code that reads as a number as text', () => {
  expect(registerSearch({ invite_code: 123456 })).toEqual({ invite_code: '123456' });
});
it('returns only to paths of this site', () => {
  expect(isOwnPath('/assets/index?key=records')).toBe(true);
  for (const path of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/assets\\index',
    5,
  ]) {
    expect(isOwnPath(path), String(path)).toBe(false);
  }
});
it.each([returnSearch, registerSearch])(
  'a place to go back to that is not of this site is forgotten: %o',
  (read) => {
    for (const from of [
      '//evil.test',
      '/\\evil.test',
      'https://evil.test',
      'javascript:alert(1)',
      '/a\nb',
      7,
      null,
    ])
      expect(read({ from })).toEqual({});
    expect(read({ from: '/trade/index?symbol=BTCUSDT' })).toEqual({ from: '/trade/index?symbol=BTCUSDT' });
  },
);
