import { expect, it } from 'vitest';
import { isDatabaseAway, isDatabaseCut } from './away.ts';

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

it('tells a connection that broke from one that never was', () => {
  for (const code of ['ECONNRESET', 'EPIPE', '57P01', '57P02', '08006'])
    expect(isDatabaseCut({ code }), code).toBe(true);
  expect(isDatabaseCut(new Error('Connection terminated unexpectedly'))).toBe(true);
  // a lost COMMIT is followed by a ROLLBACK that can not be sent
  const after = 'Client has encountered a connection error and is not queryable';
  expect(isDatabaseCut(new Error(after))).toBe(true);
  for (const code of ['ECONNREFUSED', '57P03', '53300', '53100', 'ENOENT'])
    expect([isDatabaseCut({ code }), isDatabaseAway({ code })], code).toEqual([false, true]);
  for (const late of ['timeout expired', 'Connection terminated due to connection timeout']) {
    const error = new Error(late);
    expect([isDatabaseCut(error), isDatabaseAway(error)], late).toEqual([false, true]);
  }
});
