import { expect, it } from 'vitest';
import { LIST, PERP, Stage } from '../perpetual/stage.ts';

const ALICE = 1000;
const BOB = 1001;
const SECOND = 102;

/*
 * A user with several cross positions whom a trade had made unsafe was looked at only when a mark moved against one of
 * the positions: while all marks recovered a little the user stood on, below the maintenance margin.
 */
it('whoever a trade made unsafe is liquidated by the next tick, also where marks recover', () => {
  const s = new Stage();
  s.system({ ...LIST, symbolId: SECOND, name: 'BTCUSDT-SECOND' });
  s.user(ALICE, 250n);
  s.user(BOB, 20_000n);
  s.tick(1_000_000);
  for (const symbolId of [PERP, SECOND]) {
    s.leverage(ALICE, 100, 'cross', symbolId);
    s.sell(BOB, 1_000, 1_000_000, { symbolId });
    s.buy(ALICE, 1_000, 1_000_000, { symbolId });
  }
  s.buy(BOB, 200, 901_000);
  s.sell(ALICE, 200, 901_000);
  // 198 of the 250 are lost, 1.8 BTC at 10,000 need 90
  s.tick(1_000_100);
  expect(s.all('perpetualLiquidated').map(({ userId }) => userId)).toContain(ALICE);
});
