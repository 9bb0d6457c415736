import { describe, expect, it } from 'vitest';
import { createBudgets } from './budgets.ts';

describe('budgets by address', () => {
  const open = () => {
    let nowMs = 1_000;
    const budgets = createBudgets({ burst: 4, perSecond: 2 }, () => nowMs);
    const admitted = (address: string, tries: number) =>
      Array.from({ length: tries }, () => budgets.take(address, 1)).filter((got) => got === 'admitted')
        .length;
    return {
      budgets,
      admitted,
      wait(ms: number) {
        nowMs += ms;
      },
    };
  };

  it('are one for all that an address opens, and another for each address', () => {
    const { admitted, budgets } = open();
    expect(admitted('203.0.113.7', 6)).toBe(4);
    expect(admitted('::ffff:203.0.113.7', 1)).toBe(0);
    expect(admitted('203.0.113.8', 6)).toBe(4);
    expect(budgets.take('203.0.113.9', 9)).toBe('flood');
  });

  it('do not grow by changing the address within a /64, and little within a /48', () => {
    const { admitted } = open();
    const within64 = Array.from({ length: 50 }, (_, n) => admitted(`2001:db8:0:1::${n.toString(16)}`, 1));
    expect(within64.filter((got) => got === 1)).toHaveLength(4);
    const within48 = Array.from({ length: 500 }, (_, n) => admitted(`2001:db8:9:${n.toString(16)}::1`, 1));
    expect(within48.filter((got) => got === 1)).toHaveLength(4 * 8);
  });

  it('come back with time, and are not full again before their time', () => {
    const { admitted, wait } = open();
    expect(admitted('203.0.113.7', 12)).toBe(4);
    wait(3_999);
    expect(admitted('203.0.113.7', 12)).toBe(3);
    for (let n = 0; n < 40; n++) {
      wait(500);
      expect(admitted('203.0.113.7', 1)).toBe(0);
    }
    wait(60_000);
    expect(admitted('203.0.113.7', 12)).toBe(4);
  });
});
