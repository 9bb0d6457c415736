import { describe, expect, it } from 'vitest';
import { snapDecimal, stepDecimal } from './decimal-steps.ts';

describe('steps', () => {
  it('move by one step, exactly', () => {
    expect(stepDecimal('62092.6', '0.1', 1)).toBe('62092.7');
    expect(stepDecimal('0.3', '0.1', -1)).toBe('0.2');
    expect(stepDecimal('0.1', '0.2', 1)).toBe('0.2');
    expect(stepDecimal('', '0.1', 1)).toBe('0.1');
    expect(stepDecimal('9007199254740993', '1', 1)).toBe('9007199254740994');
  });

  it('go to the next multiple from between two', () => {
    expect(stepDecimal('0.25', '0.1', 1)).toBe('0.3');
    expect(stepDecimal('0.25', '0.1', -1)).toBe('0.2');
  });

  it('stay within bounds', () => {
    expect(stepDecimal('0.1', '0.1', -1)).toBe('0.0');
    expect(stepDecimal('0', '0.1', -1)).toBe('0.0');
    expect(stepDecimal('1', '1', -1, { min: '1' })).toBe('1');
    expect(stepDecimal('98', '5', 1, { max: '99' })).toBe('95');
    expect(stepDecimal('10', '1', 1, { times: 10 })).toBe('20');
  });

  it('snap downward and leave multiples as they were typed', () => {
    expect(snapDecimal('0.15789', '0.001')).toBe('0.157');
    expect(snapDecimal('62092.74', '0.5')).toBe('62092.5');
    expect(snapDecimal('62092.50', '0.5')).toBe('62092.50');
    expect(snapDecimal('7', '5')).toBe('5');
    expect(snapDecimal('', '0.1')).toBe('');
  });
});
