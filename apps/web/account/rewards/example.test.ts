import { expect, it } from 'vitest';
import { exampleRebates } from './example.ts';

it('pays the example’s fee to three generations by their shares', () => {
  const of = (generation: number, sharePercent: string) => ({
    generation,
    sharePercent,
    promoted: 0,
    revenue: [],
    today: [],
  });
  expect(exampleRebates([of(1, '20'), of(2, '10'), of(3, '5.0001')])).toEqual(['0.2', '0.1', '0.050001']);
});
