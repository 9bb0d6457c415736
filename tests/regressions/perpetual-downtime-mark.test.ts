import { INDEX_STALE_MS } from '@candor/prices';
import { describe, expect, it } from 'vitest';
import { Stage, U } from '../perpetual/stage.ts';

const ALICE = 1000;
const BOB = 1001;

/** Alice is long ten BTC at 10,000 across her wallet of 60,000; Bob is short. */
function stage(): Stage {
  const s = new Stage();
  for (const user of [ALICE, BOB]) s.user(user, 60_000n);
  s.tick(1_000_000);
  s.leverage(ALICE, 10, 'cross');
  s.leverage(BOB, 2);
  s.sell(BOB, 10_000, 1_000_000);
  s.buy(ALICE, 10_000, 1_000_000);
  return s;
}

/*
 * The first command after a downtime is often a user's and not an index tick. The mark was then as old as the downtime,
 * and whoever had seen the crash meanwhile could take the collateral away, or trade against the old price, before it.
 */
describe('a mark that a downtime has left behind', () => {
  it('lets no collateral of a cross position go before the next tick', () => {
    const s = stage();
    s.nowMs += 3_600_000;
    expect(s.transfer(ALICE, 'contract', 'spot', 40_000n * U)).toEqual({
      ok: false,
      code: 'TRANSFER_LOCKED',
    });
    s.tick(1_000_000);
    expect(s.transfer(ALICE, 'contract', 'spot', 40_000n * U).ok).toBe(true);
  });

  it('opens no position and releases no margin', () => {
    const s = stage();
    const { positionId } = s.position(BOB);
    const take = { type: 'adjustMargin', positionId, amount: -1n * U } as never;
    s.nowMs += INDEX_STALE_MS + 1;
    expect(s.order(BOB, 'sell', 1, 1_000_000)).toEqual({ ok: false, code: 'INDEX_STALE' });
    expect(s.send(BOB, take)).toEqual({ ok: false, code: 'INDEX_STALE' });
    const reduced = s.order(BOB, 'buy', 1, 990_000, { reduceOnly: true });
    expect(reduced.ok).toBe(true);
  });
});
