import { describe, expect, it } from 'vitest';
import { directionOfTrigger } from './trigger-condition.ts';

describe('how a price has to come to a trigger', () => {
  it('is up for who buys dearer or sells with a profit, and down for who sells cheaper or buys back with one', () => {
    expect(directionOfTrigger('buy', 'stop')).toBe('rising');
    expect(directionOfTrigger('sell', 'stop')).toBe('falling');
    expect(directionOfTrigger('buy', 'take-profit')).toBe('falling');
    expect(directionOfTrigger('sell', 'take-profit')).toBe('rising');
  });

  it('is not told of a trigger that moves', () => {
    expect(directionOfTrigger('sell', 'trailing-stop')).toBeNull();
  });
});
