import { describe, expect, it } from 'vitest';
import { sparklinePath } from './sparkline-path.ts';

describe('sparklinePath', () => {
  it('runs from the left edge to the right, lowest at the foot', () => {
    expect(sparklinePath([1, 3, 2], 100, 20)).toBe('M0 18L50 2L100 10');
  });

  it('is level through the middle where nothing moves', () => {
    expect(sparklinePath([5, 5], 100, 20)).toBe('M0 10L100 10');
    expect(sparklinePath([5], 100, 20)).toBe('M0 10H100');
  });

  it('draws nothing from nothing and leaves out what is no number', () => {
    expect(sparklinePath([], 100, 20)).toBe('');
    expect(sparklinePath([1, Number.NaN, 3], 100, 20)).toBe('M0 18L100 2');
  });
});
