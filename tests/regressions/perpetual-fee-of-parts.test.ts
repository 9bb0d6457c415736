import type { Lots, PriceTicks } from '@candor/money';
import { expect, it } from 'vitest';
import { BTC, LIST, PERP, SPOT, Stage, USDT } from '../perpetual/stage.ts';

const ALICE = 1000;
const BOB = 1001;
const CAROL = 1002;
const SECOND_SPOT = 2;
const SECOND = 102;

/*
 * Of a position deleveraged in parts, the first part's fee was cut to what all parts together would leave, which can
 * be more than what the wallet has after the first: the entry took more than was there and the kernel stopped.
 */
it('the fee of a deleveraged part takes no more than what is there after it', () => {
  const s = new Stage();
  s.system({
    type: 'listSymbol',
    symbolId: SECOND_SPOT,
    name: 'SECOND',
    baseAssetId: BTC,
    quoteAssetId: USDT,
    tickDecimal: '0.01',
    lotDecimal: '0.00001',
    minNotional: LIST.minNotional,
    maxLots: 1_000_000_000 as Lots,
    maxOpenOrders: 100,
    priceBandPpm: 0,
  });
  s.system({ ...LIST, symbolId: SECOND, name: 'SECOND-PERP', indexSymbolId: SECOND_SPOT });
  const tick = (firstTicks: number, secondTicks: number) => {
    s.nowMs += 250;
    const quotes = [
      { symbolId: SPOT, ticks: firstTicks },
      { symbolId: SECOND_SPOT, ticks: secondTicks },
    ].map(({ symbolId, ticks }) => ({
      venueId: 1,
      symbolId,
      bidTicks: ticks as PriceTicks,
      askTicks: ticks as PriceTicks,
      venueTimeMs: s.nowMs,
    }));
    s.system({ type: 'indexTick', tickNo: Math.floor(s.nowMs / 250), quotes });
  };
  s.user(ALICE, 220n);
  for (const user of [BOB, CAROL]) s.user(user, 20_000n);
  tick(1_000_000, 1_000_000);
  for (const symbolId of [PERP, SECOND]) s.leverage(ALICE, 100, 'cross', symbolId);
  s.sell(BOB, 664, 1_000_000, { symbolId: SECOND });
  s.buy(ALICE, 664, 1_000_000, { symbolId: SECOND });
  // short against two others, at an average between two ticks
  s.buy(BOB, 4, 1_000_000);
  s.sell(ALICE, 4, 1_000_000);
  s.buy(CAROL, 2, 1_000_001);
  s.sell(ALICE, 2, 1_000_001);
  tick(1_001_000, 920_000);
  expect(s.all('perpetualLiquidated').map(({ symbolId }) => symbolId)).toEqual([SECOND, PERP]);
  expect(s.all('perpetualDeleveraged').filter(({ symbolId }) => symbolId === PERP)).toHaveLength(2);
  expect(s.kernel.perpetual.positions(ALICE)).toEqual([]);
  expect(s.kernel.balances(ALICE, 'contract').find(({ assetId }) => assetId === USDT)?.available ?? 0n).toBe(
    0n,
  );
});
