import type { PriceTicks } from '@candor/money';
import { expect, it } from 'vitest';
import { figuresOf } from '../../apps/server/trading/perpetual/figures.ts';
import { openOrderRow } from '../../apps/server/trading/perpetual/rows.ts';
import { PERP, Stage } from '../perpetual/stage.ts';

const ALICE = 1000;

/** The row of a user's only open order, as the socket sends it: of the core's view alone. */
function rowOf(stage: Stage) {
  const [order] = stage.kernel.perpetual.openOrders(ALICE, null);
  const info = { ...stage.kernel.perpetual.symbol(PERP)!, indexSymbol: 'BTCUSDT' };
  const context = {
    figures: figuresOf(() => 8),
    contract: () => info,
    shownName: () => 'BTC/USDT',
    coin: () => 'USDT',
    scale: () => 8,
    settleAssetId: info.settleAssetId,
  };
  return openOrderRow(context, order!, null, { seq: 1, timeMs: stage.nowMs });
}

/* The socket's row of an order whose trigger had fired named no trigger, as if the order had never waited. */
it('an order whose trigger fired still names the trigger', () => {
  const stage = new Stage();
  stage.user(ALICE, 5_000n);
  stage.tick(1_000_000);
  const trigger = { triggerTicks: 1_010_000 as PriceTicks, source: 'mark' as const };
  stage.buy(ALICE, 3, 1_005_000, { trigger });
  const waiting = rowOf(stage);
  expect(waiting).toMatchObject({ status: 'waiting', triggerBy: 'mark', triggerDirection: 'rising' });
  stage.tick(1_011_000);
  const { triggerPrice } = waiting;
  expect(rowOf(stage)).toMatchObject({
    status: 'open',
    triggerPrice,
    triggerBy: 'mark',
    triggerDirection: 'rising',
  });
});

it('an order without a trigger names none', () => {
  const stage = new Stage();
  stage.user(ALICE, 5_000n);
  stage.tick(1_000_000);
  stage.buy(ALICE, 3, 995_000);
  expect(rowOf(stage)).toMatchObject({ status: 'open', triggerPrice: null, triggerDirection: null });
});
