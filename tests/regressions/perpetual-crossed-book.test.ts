import { describe, expect, it } from 'vitest';
import { PERP, Stage } from '../perpetual/stage.ts';

const ALICE = 1000;
const BOB = 1001;

/**
 * A limit order to sell below the price from which on it would be liquidated at once took nothing below that price and
 * rested at its own: under the best bid.
 */
describe('a limit order beyond its liquidation', () => {
  it('is refused and crosses no book', () => {
    const s = new Stage();
    for (const user of [ALICE, BOB]) s.user(user, 10_000n);
    s.tick(1_000_000);
    s.leverage(ALICE, 100);
    s.buy(BOB, 10, 980_000);
    expect(s.order(ALICE, 'sell', 10, 970_000)).toEqual({ ok: false, code: 'PRICE_BEYOND_LIQUIDATION' });
    expect(s.kernel.perpetual.depth(PERP, 5)).toMatchObject({ bids: [{ priceTicks: 980_000 }], asks: [] });
  });
});
