import type { AppliedCommand } from '@candor/journal';
import type { DepthView } from '@candor/kernel';
import { expect, it } from 'vitest';
import { createCatalogue } from './catalogue.ts';
import { createDepth } from './depth.ts';

const BTCUSDT = 1;
const listed = { symbolId: BTCUSDT, name: 'BTCUSDT', tickDecimal: '0.1', lotDecimal: '0.001' };

it('a snapshot of a book is written once for all who ask between two updates, and once more after a reading', () => {
  const catalogue = createCatalogue();
  const depth = createDepth(catalogue);
  const books = (seq: number, lots: number) => {
    const bids = [{ priceTicks: 500_000, lots, houseLots: 0 }] as unknown as DepthView['bids'];
    return { seq, timeMs: seq, bySymbol: new Map([[BTCUSDT, { bids, asks: [] }]]) };
  };
  depth.install(books(1, 7));
  const channel = depth.channel(listed);
  const bids = (frame: Buffer | null): unknown =>
    JSON.parse(frame!.toString('utf8', frame!.indexOf('{'))).b as unknown;

  const first = channel.catchUp(0);
  expect(bids(first)).toEqual([['50000.0', '0.007', '0']]);
  expect(channel.catchUp(0)).toBe(first);

  const rested = { type: 'orderRested', symbolId: BTCUSDT, side: 'buy', house: false };
  const event = { ...rested, priceTicks: 500_000, lots: 2 };
  depth.apply({ stamp: { seq: 2, timeMs: 2, userId: 1_000 }, events: [event] } as unknown as AppliedCommand);
  channel.takeFrames();
  const second = channel.catchUp(0);
  expect(bids(second)).toEqual([['50000.0', '0.009', '0']]);
  expect(channel.catchUp(0)).toBe(second);

  const third = { ...event, lots: 1 };
  depth.apply({ stamp: { seq: 3, timeMs: 3, userId: 1_000 }, events: [third] } as unknown as AppliedCommand);
  channel.pass();
  expect(channel.mark()).toBe(3);
  expect(bids(channel.catchUp(0))).toEqual([['50000.0', '0.010', '0']]);
  expect(channel.takeFrames()).toEqual([]);

  depth.install(books(4, 4));
  expect(bids(channel.catchUp(0))).toEqual([['50000.0', '0.004', '0']]);
});
