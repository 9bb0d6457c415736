import { describe, expect, it } from 'vitest';
import { profitClass, signed } from './second-words.ts';

describe('the words of a second contract', () => {
  it('gives what was won its sign', () => {
    expect([signed('8', '8'), signed('-10', '−10'), signed('0', '0')]).toEqual(['+8', '−10', '0']);
    expect([profitClass('8'), profitClass('-10'), profitClass('0.00'), profitClass(null)]).toEqual([
      'text-up',
      'text-down',
      'text-ink-2',
      'text-ink-2',
    ]);
  });
});
