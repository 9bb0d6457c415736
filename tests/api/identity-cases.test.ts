import { describe, expect, it } from 'vitest';
import { market, openContractHouse, positions } from './support/contracts.ts';
import { keyOf } from './support/step-up.ts';

const { house, freshIndex, trader, pair } = openContractHouse();

/** Freezes an account as the link of a mail does, and leaves its sessions. */
async function freeze(userId: number): Promise<void> {
  await house().pool.query('update identity.user set frozen_at = now() where user_id = $1', [userId]);
  house().identity.sessions.sayEnded(userId);
}

describe('a frozen account', () => {
  it('opens nothing, closes what is open, and is liquidated like any other', async () => {
    const { long, short } = await pair();
    await freeze(long.userId);
    await freeze(short.userId);
    const opening = long.client.call('openContract', {
      params: { positionSide: 'long' },
      body: { ...market('1'), leverage: 10, marginMode: 'isolated' },
    });
    expect(await keyOf(opening)).toBe('ACCOUNT_FROZEN');
    const buyer = await trader();
    await buyer.client.call('openContract', {
      params: { positionSide: 'long' },
      body: { symbol: 'BTCUSDT-PERP', type: 'limit', price: '50000', quantity: '8' },
    });
    const closed = await long.client.call('closeContract', {
      params: { positionSide: 'long' },
      body: market('8'),
    });
    expect(closed.status).toBe('filled');
    expect(await positions(long)).toMatchObject([{ openInterest: '12' }]);

    await freshIndex(45_000);
    await freshIndex(45_000);
    expect(await positions(long)).toEqual([]);
  });
});
