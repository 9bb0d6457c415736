import { describe, expect, it } from 'vitest';
import { directionOfTrigger, distancePercent, nameOfSource, nextPrice } from './trigger-condition.ts';

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
    expect(nameOfSource).toEqual({
      last: 'trade.price.ours',
      mark: 'trade.price.mark',
      index: 'trade.price.index',
    });
  });
});

describe('the price that an order waits for', () => {
  const trailing = { kind: 'trailing-stop', thresholdPrice: null, activationPrice: '62000' } as const;

  it('is, of a trailing stop that does not follow yet, where it begins to', () => {
    expect(nextPrice('sell', trailing)).toEqual({ price: '62000', direction: 'rising' });
    expect(nextPrice('buy', trailing)).toEqual({ price: '62000', direction: 'falling' });
  });

  it('is where it fires as soon as that is known', () => {
    const follows = { ...trailing, thresholdPrice: '61900' };
    expect(nextPrice('sell', follows)).toEqual({ price: '61900', direction: 'falling' });
    const stop = { kind: 'stop', thresholdPrice: '61000', activationPrice: null } as const;
    expect(nextPrice('buy', stop)).toEqual({ price: '61000', direction: 'rising' });
  });

  it('is unknown of a trailing stop without an activation price while the index is stale', () => {
    expect(nextPrice('sell', { ...trailing, activationPrice: null })).toBeNull();
  });
});
