import type { DepthSnapshotMessage, DepthUpdateMessage } from '@candor/api';
import { describe, expect, it } from 'vitest';
import { createDepthBook } from './depth-book.ts';

const snapshot = (u: number): DepthSnapshotMessage => ({
  ch: 'depth:BTCUSDT',
  type: 'snapshot',
  u,
  t: 1_000,
  b: [
    ['99.5', '1', '1'],
    ['100.0', '2', '0'],
  ],
  a: [
    ['100.5', '3', '0'],
    ['101.0', '4', '4'],
  ],
});
const update = (
  U: number,
  u: number,
  b: DepthUpdateMessage['b'],
  a: DepthUpdateMessage['a'] = [],
): DepthUpdateMessage => ({ ch: 'depth:BTCUSDT', type: 'update', U, u, t: 2_000, b, a });

describe('a depth book', () => {
  it('orders bids from the highest and asks from the lowest, as numbers', () => {
    const book = createDepthBook();
    book.apply(snapshot(10));
    book.apply(update(11, 12, [['9.5', '1', '0']], [['1000.0', '1', '0']]));
    expect(book.read()).toMatchObject({ seq: 12, timeMs: 2_000 });
    expect(book.read()!.bids.map(([price]) => price)).toEqual(['100.0', '99.5', '9.5']);
    expect(book.read()!.asks.map(([price]) => price)).toEqual(['100.5', '101.0', '1000.0']);
  });

  it('replaces a level by its absolute quantity and removes it at zero', () => {
    const book = createDepthBook();
    book.apply(snapshot(10));
    book.apply(
      update(
        11,
        11,
        [
          ['100.0', '0', '0'],
          ['99.5', '7', '2'],
        ],
        [['100.5', '0.000', '0']],
      ),
    );
    expect(book.read()).toMatchObject({ bids: [['99.5', '7', '2']], asks: [['101.0', '4', '4']] });
  });

  it('waits for a snapshot and drops what the snapshot already holds', () => {
    const book = createDepthBook();
    expect(book.apply(update(1, 2, [['1.0', '1', '0']]))).toBe('ignored');
    expect(book.read()).toBeNull();
    book.apply(snapshot(10));
    expect(book.apply(update(9, 10, [['100.0', '0', '0']]))).toBe('ignored');
    expect(book.apply(update(9, 11, [['100.0', '5', '0']]))).toBe('applied');
    expect(book.read()!.bids[0]).toEqual(['100.0', '5', '0']);
  });

  it('reports a gap, shows nothing after it, and starts again from the next snapshot', () => {
    const book = createDepthBook();
    book.apply(snapshot(10));
    expect(book.apply(update(12, 13, [['100.0', '5', '0']]))).toBe('gap');
    expect(book.read()).toBeNull();
    expect(book.apply(update(14, 14, [['100.0', '6', '0']]))).toBe('ignored');
    expect(book.apply(snapshot(20))).toBe('applied');
    expect(book.read()!.bids[0]).toEqual(['100.0', '2', '0']);
  });
});
