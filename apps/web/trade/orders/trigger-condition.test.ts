import { describe, expect, it } from 'vitest';
import { directionOfTrigger, distancePercent, nameOfSource } from './trigger-condition.ts';

describe('how a price has to come to a trigger', () => {
  it('is up for who buys dearer or sells with a profit, and down for who sells cheaper or buys back with one', () => {
    expect(directionOfTrigger('buy', 'stop')).toBe('rising');
    expect(directionOfTrigger('sell', 'stop')).toBe('falling');
    expect(directionOfTrigger('buy', 'take-profit')).toBe('falling');
    expect(directionOfTrigger('sell', 'take-profit')).toBe('rising');
    expect(directionOfTrigger('sell', 'trailing-stop')).toBe('falling');
    expect(directionOfTrigger('buy', 'trailing-stop')).toBe('rising');
  });
});

describe('how far a trigger is', () => {
  it('is counted from the price that fires it, exactly and cut', () => {
    expect(distancePercent('61678.75', '61740.00')).toBe('0.0992');
    expect(distancePercent('61740.00', '61678.75')).toBe('0.0993');
    expect(distancePercent('0.00001', '0.00002')).toBe('50.0000');
  });

  it('is not told without either price', () => {
    expect(distancePercent(null, '1')).toBeNull();
    expect(distancePercent('1', null)).toBeNull();
    expect(distancePercent('1', '0')).toBeNull();
  });

  it('names every price by the words of the chart', () => {
    expect(nameOfSource).toEqual({ last: 'price.ours', mark: 'price.mark', index: 'price.index' });
  });
});
