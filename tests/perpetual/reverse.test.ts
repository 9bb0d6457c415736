import type { Command, PositionMode } from '@candor/kernel';
import type { Lots } from '@candor/money';
import { describe, expect, it } from 'vitest';
import { filledQuoteOf } from '../../tools/workload/outcomes.ts';
import { PERP, Stage, U } from './stage.ts';

const [ALICE, BOB, CAROL] = [1000, 1001, 1002];
const PRICE = 5_000_000;

/** Alice is long 20 contracts of Bob's, at 10 times; Carol bids for what a test says. */
function held(options: {
  bids?: number;
  mode?: PositionMode;
  usdt?: bigint;
  marginMode?: 'isolated' | 'cross';
}) {
  const { bids = 100, mode = 'one-way', usdt = 5_000n, marginMode = 'isolated' } = options;
  const stage = new Stage({ restarts: true });
  for (const user of [BOB, CAROL]) stage.user(user, 500_000n);
  stage.user(ALICE, usdt);
  stage.tick(PRICE);
  stage.sure(ALICE, { type: 'setPositionMode', positionMode: mode });
  stage.leverage(ALICE, 10, marginMode);
  stage.sell(BOB, 20, PRICE);
  stage.buy(ALICE, 20, PRICE, { positionSide: mode === 'hedge' ? 'long' : 'both' });
  if (bids > 0) stage.buy(CAROL, bids, PRICE - 1_000);
  return stage;
}

function reverse(stage: Stage, lots = 20, positionId = stage.position(ALICE).positionId): Command {
  return { type: 'reversePosition', positionId, lots: lots as Lots };
}

describe('a position that is turned around', () => {
  it.each(['one-way', 'hedge'] as const)('closes whole and opens as much on the other side, %s', (mode) => {
    const stage = held({ mode });
    const outcome = stage.sure(ALICE, reverse(stage));
    expect(outcome).toMatchObject({ kind: 'reversal', status: 'filled', closedLots: 20, openedLots: 20 });
    // 40 contracts of 0.001 at 49,990
    expect(filledQuoteOf(outcome)).toBe(19_996n * (U / 10n));
    const positions = stage.kernel.perpetual.positions(ALICE);
    expect(positions).toMatchObject([
      { direction: 'short', lots: 20, positionSide: mode === 'hedge' ? 'short' : 'both' },
    ]);
    expect(stage.kernel.ledgerSums().every(({ sum }) => sum === 0n)).toBe(true);
  });

  it('is paid for by the margin that closing frees', () => {
    // 100 of margin and 0.5 of fee; two fees of a half and a loss of 0.2 are left for the turn
    const stage = held({ usdt: 102n });
    expect(stage.sure(ALICE, reverse(stage))).toMatchObject({
      kind: 'reversal',
      status: 'filled',
      closedLots: 20,
      openedLots: 20,
    });
  });

  it('stays as it is where that would not pay for the other side', () => {
    const stage = held({ usdt: 101n });
    expect(stage.send(ALICE, reverse(stage))).toEqual({ ok: false, code: 'INSUFFICIENT_BALANCE' });
    expect(stage.position(ALICE)).toMatchObject({ direction: 'long', lots: 20 });
  });

  it('opens nothing before all of it is closed, and says how much was', () => {
    const stage = held({ bids: 15 });
    expect(stage.sure(ALICE, reverse(stage))).toMatchObject({
      status: 'expired',
      closedLots: 15,
      openedLots: 0,
    });
    expect(stage.position(ALICE)).toMatchObject({ direction: 'long', lots: 5 });
  });

  it('opens what the book gives once it is closed', () => {
    const stage = held({ bids: 27, marginMode: 'cross' });
    expect(stage.sure(ALICE, reverse(stage))).toMatchObject({
      status: 'expired',
      closedLots: 20,
      openedLots: 7,
    });
    expect(stage.position(ALICE)).toMatchObject({ direction: 'short', lots: 7 });
  });

  it('is left alone where it has another size, is not the sender’s, or its index is stale', () => {
    const stage = held({});
    expect(stage.send(ALICE, reverse(stage, 19))).toEqual({ ok: false, code: 'POSITION_CHANGED' });
    expect(stage.send(BOB, reverse(stage))).toEqual({ ok: false, code: 'UNKNOWN_POSITION' });
    stage.tick(0, 60_000);
    expect(stage.send(ALICE, reverse(stage))).toEqual({ ok: false, code: 'INDEX_STALE' });
    expect(stage.position(ALICE)).toMatchObject({ direction: 'long', lots: 20, symbolId: PERP });
  });
});
