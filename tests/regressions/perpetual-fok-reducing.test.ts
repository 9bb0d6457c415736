import { expect, it } from 'vitest';
import { PERP, Stage, U } from '../perpetual/stage.ts';

const ALICE = 1000;
const BOB = 1001;
const CAROL = 1002;

/*
 * A cross position's user may pay a loss from what other positions have won, so a fill-or-kill that only reduces was let
 * pass when its wallet was too small for a fill. What had been won was not enough either, and it ended filled in part.
 */
it('a cross fill-or-kill that only reduces is filled whole or not at all', () => {
  const s = new Stage();
  s.user(ALICE, 20n);
  for (const user of [BOB, CAROL]) s.user(user, 20_000n);
  s.tick(1_000_000);
  s.leverage(ALICE, 100, 'cross');
  s.sell(BOB, 100, 1_000_000);
  s.buy(ALICE, 100, 1_000_000);
  s.buy(CAROL, 50, 999_000);
  s.buy(CAROL, 50, 910_000);
  const wallet = s.wallet(ALICE);
  const killed = s.sell(ALICE, 100, 910_000, { timeInForce: 'FOK', reduceOnly: true });
  expect(killed).toMatchObject({ status: 'expired', filledLots: 0 });
  expect(s.position(ALICE)).toMatchObject({ symbolId: PERP, lots: 100 });
  expect(s.wallet(ALICE)).toEqual(wallet);
  s.fund(ALICE, 1_000n * U);
  expect(s.sell(ALICE, 100, 910_000, { timeInForce: 'FOK', reduceOnly: true })).toMatchObject({
    status: 'filled',
    filledLots: 100,
  });
});
