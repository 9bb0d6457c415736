import { describe, expect, it } from 'vitest';
import { averageText } from '../../common/average-price.ts';
import { type EndedOrder, reasonOf, statusOf } from './order-end.tsx';

const order = (given: Partial<EndedOrder>): EndedOrder => ({
  status: 'cancelled',
  endReason: 'cancelled',
  rejectKey: null,
  tradedQuantity: '0',
  ...given,
});

describe('the end of an order', () => {
  it('is a part that filled, whatever ended the rest, and names what did', () => {
    const half = order({ status: 'expired', endReason: 'expired', tradedQuantity: '0.5' });
    expect([statusOf(half), reasonOf(half)]).toEqual([
      'trade.status.partially-filled',
      'trade.ended.expired',
    ]);
    const cut = order({ tradedQuantity: '0.5' });
    expect([statusOf(cut), reasonOf(cut)]).toEqual([
      'trade.status.partially-filled',
      'trade.ended.cancelled',
    ]);
  });

  it('says nothing more where its owner ended it, or all of it filled', () => {
    expect([statusOf(order({})), reasonOf(order({}))]).toEqual(['trade.status.cancelled', null]);
    const filled = order({ status: 'filled', endReason: 'filled', tradedQuantity: '1' });
    expect([statusOf(filled), reasonOf(filled)]).toEqual(['trade.status.filled', null]);
  });

  it.each(['self-trade', 'twin', 'margin', 'position', 'liquidation'] as const)('names %s', (endReason) => {
    expect(reasonOf(order({ endReason }))).toBe(`trade.ended.${endReason}`);
  });

  it('names why a triggered order was refused', () => {
    const refused = order({ status: 'rejected', endReason: 'rejected', rejectKey: 'INSUFFICIENT_BALANCE' });
    expect(reasonOf(refused)).toBe('error.INSUFFICIENT_BALANCE');
  });
});

it('an average price keeps its own places, and at least those of the market', () => {
  const format = { price: (value: unknown, decimals?: number) => `${String(value)}/${decimals}` };
  expect(averageText(format, '10.0994', 2)).toBe('10.0994/4');
  expect(averageText(format, '10.1', 2)).toBe('10.1/2');
  expect(averageText(format, null, 2)).toBe('null/2');
});
