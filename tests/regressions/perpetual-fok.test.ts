import { expect, it } from 'vitest';
import { Stage } from '../perpetual/stage.ts';

const ALICE = 1000;
const BOB = 1001;
const CAROL = 1002;

/*
 * A maker whose fill would be liquidated at once leaves the book when a taker comes. A fill-or-kill counted such makers,
 * took those that could pay, and ended filled in part.
 */
it('a fill-or-kill does not count makers who cannot pay', () => {
  const s = new Stage();
  for (const user of [ALICE, BOB, CAROL]) s.user(user, 2_000n);
  s.tick(1_000_000);
  s.leverage(ALICE, 100);
  s.buy(CAROL, 1, 1_000_000);
  s.buy(ALICE, 10, 999_900);
  s.tick(985_000);
  const killed = s.order(BOB, 'sell', 11, 985_000, { timeInForce: 'FOK' });
  expect(killed).toMatchObject({ ok: true, status: 'expired', filledLots: 0 });
  expect(s.kernel.perpetual.positions(BOB)).toEqual([]);
  expect(s.sell(BOB, 1, 985_000, { timeInForce: 'FOK' })).toMatchObject({ status: 'filled' });
});
