import { assert } from '../../assert.ts';
import { FLAG_CLIENT_ID, FLAG_SELL } from '../../book/order-pool.ts';
import type { SpotState } from './spot-state.ts';

/**
 * Checks what must hold between commands, at the cost of a walk over all orders: every order stands once in its owner's
 * list and once in its book, no book is crossed, and no wallet has less held than its orders need.
 */
export function auditSpot(state: SpotState): void {
  const needed = new Map<number, number>();
  auditBooks(state, auditOwners(state, needed));
  for (const waiting of state.waiting.all()) {
    const { traders } = state;
    const { trader, isBuy, held } = waiting;
    add(needed, isBuy ? traders.quoteBalance(trader) : traders.baseBalance(trader), held);
  }
  for (const [balance, units] of needed)
    assert(state.balances.held(balance) >= BigInt(units), 'a wallet holds what its orders need');
  assert(state.moved.length === 0 && state.waiting.widowed.length === 0, 'spot has nothing left to settle');
}

/** Walks over the lists of all owners; returns the slots found and adds what they need to hold. */
function auditOwners(state: SpotState, needed: Map<number, number>): Set<number> {
  const { traders, orders, symbols } = state;
  const seen = new Set<number>();
  for (let trader = 1; trader <= traders.count; trader++) {
    const { terms } = symbols[traders.symbol(trader)]!;
    let count = 0;
    for (let slot = traders.firstOrder(trader); slot !== 0; slot = orders.ownerNext(slot)) {
      assert(orders.owner(slot) === trader && !seen.has(slot), 'an order is in the list of its owner alone');
      assert(orders.find(orders.id(slot)) === slot, 'an order is found by its id');
      const left = orders.left(slot);
      assert(left > 0 && left <= orders.lots(slot), 'a resting order is open');
      const clientId = orders.clientId(slot);
      assert((clientId !== null) === ((orders.flags(slot) & FLAG_CLIENT_ID) !== 0), 'client ids are flagged');
      if (clientId !== null)
        assert(
          state.clientIds.find(traders.account(trader), clientId) === slot,
          'a client id finds its order',
        );
      const isBuy = (orders.flags(slot) & FLAG_SELL) === 0;
      if (isBuy)
        add(needed, traders.quoteBalance(trader), orders.priceTicks(slot) * left * terms.quotePerTickLot);
      else add(needed, traders.baseBalance(trader), left * terms.basePerLot);
      seen.add(slot);
      count++;
    }
    assert(count === traders.openOrders(trader), 'an owner counts its orders');
  }
  assert(seen.size === orders.live, 'every order has an owner');
  return seen;
}

function auditBooks({ symbols, orders }: SpotState, owned: ReadonlySet<number>): void {
  let standing = 0;
  for (const { book } of symbols) {
    const [bid] = book.depth(true, 1);
    const [ask] = book.depth(false, 1);
    assert(bid === undefined || ask === undefined || bid.priceTicks < ask.priceTicks, 'no book is crossed');
    for (const isBid of [true, false]) {
      for (const { priceTicks, lots } of book.depth(isBid, Number.MAX_SAFE_INTEGER)) {
        let sum = 0;
        for (const slot of book.queueAt(isBid, priceTicks)) {
          assert(
            owned.has(slot) && orders.priceTicks(slot) === priceTicks,
            'a queue has open orders of its price',
          );
          sum += orders.left(slot);
          standing++;
        }
        assert(sum === lots, 'a level counts the lots of its queue');
      }
    }
  }
  assert(standing === owned.size, 'every order stands in one queue');
}

function add(needed: Map<number, number>, balance: number, units: number): void {
  needed.set(balance, (needed.get(balance) ?? 0) + units);
}
