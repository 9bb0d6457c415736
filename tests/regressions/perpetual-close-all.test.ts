import { expect, it } from 'vitest';
import { orderOf, PERP } from '../perpetual/stage.ts';
import { ALICE, BTC_TICKS, CAROL, ETH_PERP, ETH_TICKS, Two } from '../perpetual/two.ts';

// Closing all was refused as a whole where one contract was halted: in a crash, when it is wanted most.
it('closes all positions that can be closed, and cancels all orders but those that guard what stays', () => {
  const s = new Two();
  s.open(ETH_PERP, 10, ETH_TICKS);
  s.open(PERP, 10, BTC_TICKS);
  const reduces = { ...orderOf('sell', 5, ETH_TICKS + 100), symbolId: ETH_PERP, reduceOnly: true };
  const opens = { ...orderOf('buy', 1, ETH_TICKS - 100), symbolId: ETH_PERP };
  for (const order of [reduces, opens, { ...orderOf('sell', 5, BTC_TICKS + 100), reduceOnly: true }])
    s.sure(ALICE, order);
  s.sure(CAROL, orderOf('buy', 10, BTC_TICKS));
  s.halt();
  expect(s.sure(ALICE, { type: 'closeAllPositions', symbolIds: null })).toMatchObject({ ok: true });
  expect(s.kernel.perpetual.positions(ALICE).map(({ symbolId }) => symbolId)).toEqual([ETH_PERP]);
  expect(s.kernel.perpetual.openOrders(ALICE, null)).toMatchObject([
    { symbolId: ETH_PERP, side: 'sell', reduceOnly: true, lots: 5, filledLots: 0 },
  ]);
  expect(s.send(ALICE, { type: 'closeAllPositions', symbolIds: null })).toEqual({
    ok: false,
    code: 'SYMBOL_HALTED',
  });
});
