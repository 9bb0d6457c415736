import { expect, it } from 'vitest';
import { poolSteps } from './pool-steps.ts';

const movement = (time: number, balance: string, coin = 'USDT') => ({ time, coin, balance });

it('draws each pool from its first movement until now, from 0 to its most', () => {
  const newestFirst = [
    movement(500, '50'),
    movement(400, '0', 'BTC'),
    movement(300, '250'),
    movement(200, '1', 'BTC'),
    movement(100, '100'),
  ];
  expect(poolSteps(newestFirst, 600)).toEqual([
    {
      coin: 'USDT',
      fromTime: 100,
      toTime: 600,
      most: '250',
      steps: [
        { at: 0, share: 0.4 },
        { at: 0.4, share: 1 },
        { at: 0.8, share: 0.2 },
        { at: 1, share: 0.2 },
      ],
    },
    {
      coin: 'BTC',
      fromTime: 200,
      toTime: 600,
      most: '1',
      steps: [
        { at: 0, share: 1 },
        { at: 0.5, share: 0 },
        { at: 1, share: 0 },
      ],
    },
  ]);
});

it('draws a small fall as a small one', () => {
  const [course] = poolSteps([movement(200, '999'), movement(100, '1000')], 200);
  expect(course?.steps.map(({ share }) => share)).toEqual([1, 0.999]);
});

it('ends with the last movement while the present is not known, or where the clock is behind it', () => {
  const newestFirst = [movement(200, '2'), movement(100, '1')];
  for (const now of [null, 150, 200])
    expect(poolSteps(newestFirst, now)).toMatchObject([{ toTime: 200, steps: [{ at: 0 }, { at: 1 }] }]);
});

it('draws no pool that was funded once, or that never changed', () => {
  expect(poolSteps([], 300)).toEqual([]);
  expect(poolSteps([movement(100, '5')], 300)).toEqual([]);
  expect(poolSteps([movement(100, '7'), movement(100, '5')], 300)).toEqual([]);
  expect(poolSteps([movement(200, '9'), movement(100, '9')], 300)).toEqual([]);
});
