import { fixedInterest, maturesAt } from '@candor/rules';
import { assert } from '../assert.ts';
import type { FixedOrders } from './fixed-orders.ts';
import type { FixedOffer } from './terms.ts';

/**
 * Checks what must hold between commands, at the cost of a walk over all open orders: the escrow holds their principals
 * and interest to the unit, each sum of them is kept, no offer is oversold, and the pool is not below 0.
 */
export function auditFixed<O extends FixedOffer>(fixed: FixedOrders<O>): void {
  const { book, pool } = fixed;
  const ofAssets = new Map<number, bigint>();
  const ofOffers = new Map<number, bigint>();
  for (const order of book.all()) {
    const { offerId, assetId, amount, interest, dailyPpm, cycleDays } = order;
    const due = fixedInterest({ principal: amount, dailyPpm, cycleDays });
    assert(interest === due, 'an order’s interest follows from its terms');
    assert(order.maturesMs === maturesAt(order.beganMs, cycleDays), 'an order matures after its cycle');
    ofAssets.set(assetId, (ofAssets.get(assetId) ?? 0n) + amount + interest);
    ofOffers.set(offerId, (ofOffers.get(offerId) ?? 0n) + amount);
  }
  for (const offer of book.offers.values()) {
    const { principal } = book.ofOffer(offer.offerId);
    assert(principal === (ofOffers.get(offer.offerId) ?? 0n), 'an offer counts its open orders');
    assert(principal <= offer.capAmount, 'no offer is oversold');
  }
  for (const { assetId, free, principal, reserved } of fixed.pools()) {
    const owed = ofAssets.get(assetId) ?? 0n;
    assert(principal + reserved === owed, 'an asset counts its open orders');
    assert(pool.setAside(assetId) === owed, 'the escrow holds principals and interest of the open orders');
    assert(free >= 0n, 'the pool is never below 0');
  }
}
