import { expect, it } from 'vitest';
import { isDatabaseAway } from './away.ts';

it.each([
  ['a refused connection', { code: 'ECONNREFUSED' }],
  ['a server that stops', { code: '57P01' }],
  ['a full disk, which has room again later', { code: '53100' }],
  ['a broken connection without a code', new Error('Connection terminated unexpectedly')],
])('waits for %s', (_, error) => {
  expect(isDatabaseAway(error)).toBe(true);
});

it('waits for no statement that is wrong', () => {
  expect(isDatabaseAway({ code: '42601' })).toBe(false);
  expect(isDatabaseAway(new Error('another'))).toBe(false);
});
