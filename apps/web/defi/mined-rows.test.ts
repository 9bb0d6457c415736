import { expect, it } from 'vitest';
import { minedRows } from './mined-rows.ts';

const node = { coin: 'ETH', held: '2', accrued: '0.001', rewards: [] };

it('lists what is locked, what accrued on it, and rewards of any coin', () => {
  expect(minedRows(node)).toEqual([{ coin: 'ETH', held: '2', accrued: '0.001', rewards: '0' }]);
  const rewards = [
    { coin: 'USDT', amount: '12.5' },
    { coin: 'ETH', amount: '0.5' },
  ];
  expect(minedRows({ ...node, rewards })).toEqual([
    { coin: 'ETH', held: '2', accrued: '0.001', rewards: '0.5' },
    { coin: 'USDT', held: '0', accrued: '0', rewards: '12.5' },
  ]);
});

it('leaves out a coin of which there is nothing', () => {
  expect(minedRows({ ...node, held: '0', accrued: '0.0' })).toEqual([]);
  expect(minedRows({ coin: null, held: '0', accrued: '0', rewards: [] })).toEqual([]);
});
