import { contractReceiptOf } from '@candor/projections';
import { expect, it } from 'vitest';
import { figuresOf } from '../../apps/server/trading/perpetual/figures.ts';
import { receiptRow } from '../../apps/server/trading/perpetual/receipts.ts';
import type { RowContext } from '../../apps/server/trading/perpetual/rows.ts';
import { PERP, Stage } from '../perpetual/stage.ts';

const ALICE = 1000;
const BOB = 1001;

/* The receipt of a liquidation told its owner the account numbers of all who were deleveraged against it. */
it('a liquidation receipt names no other account', () => {
  const s = new Stage();
  for (const user of [ALICE, BOB]) s.user(user, 20_000n);
  s.tick(1_000_000);
  s.leverage(ALICE, 100);
  s.leverage(BOB, 2);
  s.sell(BOB, 1_000, 1_000_000);
  s.buy(ALICE, 1_000, 1_000_000);
  s.tick(985_000);
  const [liquidated] = s.all('perpetualLiquidated');
  expect(liquidated!.deleveraged).toMatchObject([{ userId: BOB, lots: 1_000 }]);
  const context: RowContext = {
    figures: figuresOf(() => 8),
    contract: () => ({ ...s.kernel.perpetual.symbol(PERP)!, indexSymbol: 'BTCUSDT' }),
    shownName: () => 'BTC/USDT',
    coin: () => 'USDT',
    scale: () => 8,
    settleAssetId: 1002,
  };
  const record = contractReceiptOf(liquidated!, 0, { seq: s.kernel.seq, timeMs: s.nowMs });
  const { inputs } = receiptRow(context, record);
  expect(inputs.userId).toBe(ALICE);
  expect(inputs.deleveraged).toEqual([
    expect.objectContaining({ lots: 1_000, house: false, score: expect.any(String) }),
  ]);
  expect(JSON.stringify(inputs)).not.toMatch(new RegExp(`"userId":(?!${ALICE}\\b)`));
});
