import { expect, it } from 'vitest';
import { HOUSE, Stage } from '../perpetual/stage.ts';

const ALICE = 1000;
const OTHERS = [1001, 1002, 1003, 1004];

/*
 * A position that is closed against several others paid a full fee for each of its first parts, out of the margin that
 * the last ones needed: it stayed open in part, with nobody for it, until the next tick.
 */
it('a position worth less than nothing is deleveraged whole in one tick, in as many parts as it takes', () => {
  const s = new Stage();
  s.user(ALICE, 3_000n);
  for (const user of OTHERS) s.user(user, 5_000n);
  s.tick(1_000_000);
  s.leverage(ALICE, 50);
  for (const user of OTHERS) {
    s.leverage(user, 5);
    s.sell(user, 250, 1_000_000);
    s.buy(ALICE, 250, 1_000_000);
  }
  expect(s.kernel.perpetual.positions(HOUSE)).toEqual([]);
  s.tick(950_000);
  const [receipt] = s.all('perpetualLiquidated');
  // 200 of margin behind a loss of 500: worth less than nothing, so the price is 9,800 and nobody pays a fee
  expect(receipt).toMatchObject({ userId: ALICE, lots: 1_000, steps: [], lotsLeft: 0, returned: 0n });
  expect(receipt!.deleveraged.map(({ lots }) => lots)).toEqual([250, 250, 250, 250]);
  expect(s.all('perpetualDeleveraged').map(({ priceTicks }) => priceTicks)).toEqual(Array(4).fill(980_000));
  expect(s.entries('liquidation-fee')).toEqual([]);
});
