import { describe, expect, it } from 'vitest';
import { percentUp, profitClass, signed } from './second-words.ts';

describe('the words of a second contract', () => {
  it('never shows a break-even rate that is too low', () => {
    expect(percentUp('57.1429')).toBe('57.15');
    expect(percentUp('55.5')).toBe('55.5');
    expect(percentUp('50')).toBe('50');
  });

  it('gives what was won its sign', () => {
    expect([signed('8', '8'), signed('-10', '−10'), signed('0', '0')]).toEqual(['+8', '−10', '0']);
    expect([profitClass('8'), profitClass('-10'), profitClass('0.00'), profitClass(null)]).toEqual([
      ...['text-up', 'text-down', 'text-ink-2', 'text-ink-2'],
    ]);
  });
});
