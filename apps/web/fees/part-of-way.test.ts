import { describe, expect, it } from 'vitest';
import { partOfWay } from './part-of-way.ts';

describe('the way to the next tier', () => {
  it('is counted from the own tier’s floor, rounded down', () => {
    expect(partOfWay('0', '0', '100000')).toBe(0);
    expect(partOfWay('50000', '0', '100000')).toBe(50);
    expect(partOfWay('99999.99999999', '0', '100000')).toBe(99);
    expect(partOfWay('550000', '100000', '1000000')).toBe(50);
  });

  it('never leaves its ends', () => {
    expect(partOfWay('5', '10', '20')).toBe(0);
    expect(partOfWay('500', '10', '20')).toBe(100);
    expect(partOfWay('5', '10', '10')).toBe(100);
  });
});
