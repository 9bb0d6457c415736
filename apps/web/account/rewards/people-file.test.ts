import { expect, it } from 'vitest';
import { peopleColumns, peopleRows } from './people-file.ts';

const person = { account: 'a***1', generation: 2, registerTime: 5, rebate: [], totalInvested: [] };

it('has a row of each coin that a person paid, and one of who paid nothing', () => {
  const paid = {
    ...person,
    totalInvested: [
      { coin: 'BTC', amount: '0.5' },
      { coin: 'USDT', amount: '3' },
    ],
    rebate: [{ coin: 'USDT', amount: '0.3' }],
  };
  const { records, nextCursor } = peopleRows({ records: [person, paid], nextCursor: '9' });
  expect(nextCursor).toBe('9');
  expect(records.map(({ coin, fees, rebate }) => [coin, fees, rebate])).toEqual([
    [null, null, null],
    ['BTC', '0.5', '0'],
    ['USDT', '3', '0.3'],
  ]);
  expect(records.every(({ account, registerTime }) => account === 'a***1' && registerTime === 5)).toBe(true);
  expect(peopleColumns.map(([name]) => name)).toEqual([
    'registerTime',
    'account',
    'generation',
    'coin',
    'fees',
    'rebate',
  ]);
});
