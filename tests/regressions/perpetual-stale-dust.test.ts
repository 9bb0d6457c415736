import type { Amount } from '@candor/money';
import { describe, expect, it } from 'vitest';
import { LiquidationCheck } from '../../apps/verifier/checks/liquidations.ts';
import { orderOf, PERP, U, USDT } from '../perpetual/stage.ts';
import { ALICE, BOB, BTC_TICKS, ETH_PERP, ETH_TICKS, Two } from '../perpetual/two.ts';
import { reportsOf } from './reports.ts';

/*
 * Nobody with a cross position that was halted or had no fresh index was liquidated at all. One lot of such a contract
 * shielded an account of any size: its losses were the insurance fund's when the other market came back.
 */
describe.each([[false], [true]])('dust of a contract (restarted after each command: %s)', (restarts) => {
  it('that is halted shields nothing, whether the rest was opened before or after', () => {
    for (const isBefore of [true, false]) {
      const s = new Two(restarts);
      s.open(ETH_PERP, 1, ETH_TICKS);
      if (isBefore) s.open(PERP, 900, BTC_TICKS);
      s.halt();
      if (!isBefore) s.open(PERP, 900, BTC_TICKS);
      expect(s.fall(4_800_000, ETH_TICKS)).toBe(0);
      expect(s.all('perpetualLiquidated').map(({ symbolId }) => symbolId)).toEqual([PERP]);
      expect(s.entries('insurance-payment')).toEqual([]);
    }
  });

  it('without a fresh index shields by no more than a tenth of it, as the receipt says', () => {
    const s = new Two(restarts);
    s.open(ETH_PERP, 1, ETH_TICKS);
    s.open(PERP, 900, BTC_TICKS);
    for (let i = 0; i < 60; i++) s.quote(BTC_TICKS, null);
    expect(s.fall(4_800_000, null)).toBe(0);
    const [receipt] = s.all('perpetualLiquidated');
    expect(receipt!.lines.find(({ symbolId }) => symbolId === ETH_PERP)).toMatchObject({
      markTicks: 220_000,
      staleTicks: ETH_TICKS,
      mmrPpm: 0,
      deductionMicros: 0n,
    });
    expect(receipt!.lines.find(({ symbolId }) => symbolId === PERP)).not.toHaveProperty('staleTicks');
    expect(s.entries('insurance-payment')).toEqual([]);
  });
});

describe('a position without a fresh index', () => {
  it('that could make the others safe keeps them, until its index is back', () => {
    const s = new Two();
    s.open(PERP, 500, BTC_TICKS);
    s.open(ETH_PERP, 4_000, ETH_TICKS);
    for (let i = 0; i < 60; i++) s.quote(BTC_TICKS, null);
    expect(s.fall(4_800_000, null)).toBe(500);
    s.quote(4_800_000, ETH_TICKS);
    expect(s.all('perpetualLiquidated')).not.toEqual([]);
  });

  it('keeps them by a tenth of its notional and no further, however little margin it has', () => {
    const s = new Two();
    s.sure(ALICE, { type: 'setLeverage', symbolId: ETH_PERP, leverage: 100 });
    s.open(ETH_PERP, 10_000, ETH_TICKS);
    s.open(PERP, 900, BTC_TICKS);
    for (let i = 0; i < 60; i++) s.quote(BTC_TICKS, null);
    expect(s.fall(4_800_000, null)).toBe(900);
    expect(s.fall(4_600_000, null)).toBe(0);
  });

  it('is looked at when its index is back, though no mark has moved', () => {
    const s = new Two();
    s.open(PERP, 500, BTC_TICKS);
    s.open(ETH_PERP, 4_000, ETH_TICKS);
    for (let i = 0; i < 60; i++) s.quote(BTC_TICKS, null);
    s.fall(4_800_000, null);
    // placed again in the owner's favour
    s.sure(0, { type: 'practiceFunds', accountUserId: ALICE, assetId: USDT, amount: U as Amount });
    s.restart();
    s.quote(4_800_000, ETH_TICKS);
    expect(s.all('perpetualLiquidated')).not.toEqual([]);
  });

  it('that is short counts at a tenth below its last mark', () => {
    const s = new Two();
    s.sure(BOB, { ...orderOf('buy', 1, ETH_TICKS + 1), symbolId: ETH_PERP });
    s.sure(ALICE, { ...orderOf('sell', 1, ETH_TICKS + 1), symbolId: ETH_PERP });
    s.open(PERP, 900, BTC_TICKS);
    const markTicks = s.kernel.perpetual.mark(ETH_PERP)!.markTicks!;
    for (let i = 0; i < 60; i++) s.quote(BTC_TICKS, null);
    expect(s.fall(4_800_000, null)).toBe(0);
    const line = s.all('perpetualLiquidated')[0]!.lines.find(({ symbolId }) => symbolId === ETH_PERP);
    expect(line).toMatchObject({ markTicks: markTicks - Math.ceil(markTicks / 10), staleTicks: markTicks });
  });

  it('in a receipt that hides it is found by the verifier', () => {
    const s = new Two();
    s.open(ETH_PERP, 1, ETH_TICKS);
    s.open(PERP, 900, BTC_TICKS);
    for (let i = 0; i < 60; i++) s.quote(BTC_TICKS, null);
    s.fall(4_800_000, null);
    expect(reportsOf(new LiquidationCheck(), s.sent, (event) => event)).toEqual([]);
    const hidden = reportsOf(new LiquidationCheck(), s.sent, (event) =>
      event.type !== 'perpetualLiquidated'
        ? event
        : { ...event, lines: event.lines.map(({ staleTicks: _, ...line }) => line) },
    );
    expect(hidden.join('\n')).toMatch(/stale/);
  });
});
