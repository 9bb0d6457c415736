import { expect, it } from 'vitest';
import { agentRoom } from './agent-room.tsx';

const sharesPercent = ['20', '10', '5'];

it('shows what the cap leaves an agent beside one, two and three generations', () => {
  const of = (capPercent: string, sharePpm: number) =>
    agentRoom({ sharesPercent, capPercent }, sharePpm).map(({ ppm }) => ppm);
  expect(of('35', 120_000)).toEqual([120_000, 50_000, 0]);
  expect(of('45', 120_000)).toEqual([120_000, 120_000, 100_000]);
  expect(of('45', 300_000)).toEqual([250_000, 150_000, 100_000]);
});
