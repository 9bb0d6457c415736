import { describe, expect, it } from 'vitest';
import { TokenBucket } from './token-bucket.ts';

describe('token bucket', () => {
  it('admits a burst, refuses beyond it and tells a flood apart', () => {
    const bucket = new TokenBucket(3, 1, 0);
    const verdicts = Array.from({ length: 8 }, () => bucket.take(0));
    expect(verdicts).toEqual([
      'admitted',
      'admitted',
      'admitted',
      'refused-first',
      'refused',
      'refused',
      'flood',
      'flood',
    ]);
  });

  it('refills with time up to the burst, and not when the clock goes back', () => {
    const bucket = new TokenBucket(2, 1, 10_000);
    bucket.take(10_000);
    bucket.take(10_000);
    expect(bucket.take(9_000)).toBe('refused-first');
    expect(bucket.take(11_000)).toBe('admitted');
    const later = Array.from({ length: 3 }, () => bucket.take(60_000));
    expect(later).toEqual(['admitted', 'admitted', 'refused-first']);
  });
});
