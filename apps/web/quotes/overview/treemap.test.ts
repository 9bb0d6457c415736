import { expect, it } from 'vitest';
import { treemap } from './treemap.ts';

const WIDTH = 840;
const HEIGHT = 400;
const cases = [
  [1],
  [6, 6, 4, 3, 2, 2, 1],
  Array.from({ length: 30 }, (_, at) => 1 / (at + 1)),
  Array.from({ length: 7 }, () => 5),
  [1_000_000, 1, 1],
];

it.each(cases)('fills the box with areas in proportion, none over another: %#', (...weights) => {
  const rects = treemap(weights, WIDTH, HEIGHT);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  expect(rects).toHaveLength(weights.length);
  rects.forEach(({ x, y, width, height }, at) => {
    expect(width * height).toBeCloseTo(((weights[at] as number) / total) * WIDTH * HEIGHT, 4);
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(WIDTH + 1e-6);
    expect(y + height).toBeLessThanOrEqual(HEIGHT + 1e-6);
    for (const other of rects.slice(at + 1)) {
      const across = Math.min(x + width, other.x + other.width) - Math.max(x, other.x);
      const down = Math.min(y + height, other.y + other.height) - Math.max(y, other.y);
      expect(Math.min(across, down)).toBeLessThan(1e-6);
    }
  });
});

it('lays equal areas as nearly square as the box lets it', () => {
  for (const { width, height } of treemap([1, 1, 1, 1, 1, 1], 600, 400))
    expect(Math.max(width / height, height / width)).toBeLessThan(1.5);
});

it('is empty without weights', () => {
  expect(treemap([], WIDTH, HEIGHT)).toEqual([]);
});
