import { expect, it } from 'vitest';
import { poolSteps } from './pool-steps.ts';

const movement = (time: number, balance: string, coin = 'USDT') => ({ time, coin, balance });

it('draws each pool from its first movement to its last, within its range', () => {
  const newestFirst = [
    movement(500, '50'),
    movement(400, '2', 'BTC'),
    movement(300, '250'),
    movement(200, '1', 'BTC'),
    movement(100, '100'),
  ];
  expect(poolSteps(newestFirst)).toEqual([
    {
      coin: 'USDT',
      fromTime: 100,
      toTime: 500,
      least: '50',
      most: '250',
      steps: [
        { at: 0, share: 0.25 },
        { at: 0.5, share: 1 },
        { at: 1, share: 0 },
      ],
    },
    {
      coin: 'BTC',
      fromTime: 200,
      toTime: 400,
      least: '1',
      most: '2',
      steps: [
        { at: 0, share: 0 },
        { at: 1, share: 1 },
      ],
    },
  ]);
});

it('draws no pool that was funded once, or that never changed', () => {
  expect(poolSteps([])).toEqual([]);
  expect(poolSteps([movement(100, '5')])).toEqual([]);
  expect(poolSteps([movement(100, '7'), movement(100, '5')])).toEqual([]);
  expect(poolSteps([movement(200, '9'), movement(100, '9')])).toEqual([]);
});
